import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeForm, encodeForm, rawFields } from './form-codec.ts'

const input = z.object({
  name: z.string().trim().min(1),
  email: z.string().or(z.literal('')).default(''),
  kind: z.enum(['a', 'b']).default('a'),
  id: z.uuid().nullable().default(null),
  page: z.int().default(1),
  tags: z.array(z.string()).default([]),
  isOn: z.boolean(),
})

describe('form codec', () => {
  test('fields whose schema is a string go raw, all others as JSON text', () => {
    expect([...rawFields(input)]).toEqual(['name', 'email', 'kind'])
    expect(encodeForm(input, { name: '12', id: null, page: 2, tags: ['x'], isOn: false })).toEqual([
      ['name', '12'],
      ['id', 'null'],
      ['page', '2'],
      ['tags', '["x"]'],
      ['isOn', 'false'],
    ])
  })

  test('what was encoded is decoded to the same value', () => {
    const value = { name: '"quoted" & 中文', email: '', kind: 'b', id: null, page: 3, tags: [], isOn: true }
    expect(decodeForm(input, Object.fromEntries(encodeForm(input, value)))).toEqual(value)
  })

  test('a string that is read in an earlier spelling too goes raw', () => {
    const read = z.object({ kind: z.preprocess(value => (value === 'A' ? 'a' : value), z.enum(['a', 'b'])) })
    expect([...rawFields(read)]).toEqual(['kind'])
    expect(read.parse(decodeForm(read, { kind: 'A' }))).toEqual({ kind: 'a' })
  })

  test('undefined fields are left out', () => {
    expect(encodeForm(input, { name: 'x', page: undefined })).toEqual([['name', 'x']])
  })

  test('text that is no JSON stays text for the validation to refuse', () => {
    expect(decodeForm(input, { page: 'two' })).toEqual({ page: 'two' })
  })
})
