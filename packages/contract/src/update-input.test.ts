import { expect, test } from 'vitest'
import { z } from 'zod'
import { changedBy, keepingOmitted } from './update-input.ts'

test('a field with a default may be left out and is not made up; the others stay needed and checked', () => {
  const schema = keepingOmitted(z.object({ name: z.string().min(1), note: z.string().max(3).default('') }))
  expect(schema.parse({ name: 'a' })).toEqual({ name: 'a' })
  expect(schema.parse({ name: 'a', note: '' })).toEqual({ name: 'a', note: '' })
  expect(schema.safeParse({ note: '' }).success).toBe(false)
  expect(schema.safeParse({ name: 'a', note: 'long' }).success).toBe(false)
})

test('what is given replaces what is stored, also by nothing; what is not given stays', () => {
  const stored = { name: 'a', note: 'b', count: 1 as number | null }
  expect(changedBy(stored, { note: '', count: null, name: undefined })).toEqual({
    name: 'a',
    note: '',
    count: null,
  })
})
