import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from './unknown-fields.ts'

const rule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), at: z.int() }),
  z.object({ kind: z.literal('daily'), hours: z.array(z.object({ hour: z.int() })).default([]) }),
])
const schema = z.object({
  name: z.string(),
  rule: rule.nullable().optional(),
  labels: z.record(z.string(), z.object({ text: z.string() })).default({}),
  anything: z.looseObject({ a: z.int() }).optional(),
  strict: z.strictObject({ a: z.int() }).optional(),
  document: z.object({ title: z.string() }).prefault({ title: '' }),
})
const paths = (value: object): string[] => unknownFields(schema, value).map(({ path }) => path.join('.'))

test('unknown fields are found in objects, lists, records and the option of a union that is meant', () => {
  expect(paths({ name: 'a', rule: { kind: 'once', at: 1 }, labels: { x: { text: '' } } })).toEqual([])
  expect(paths({ nmae: 'a', constructor: 1 })).toEqual(['nmae', 'constructor'])
  expect(paths({ rule: { kind: 'once', at: 1, hours: [] } })).toEqual(['rule.hours'])
  expect(paths({ rule: { kind: 'daily', hours: [{ hour: 1 }, { hour: 2, minute: 3 }] } })).toEqual([
    'rule.hours.1.minute',
  ])
  expect(paths({ labels: { x: { text: '', size: 1 } } })).toEqual(['labels.x.size'])
})

test('what an object takes by declaration, what it refuses itself and documents are left alone', () => {
  expect(paths({ anything: { a: 1, b: 2 }, strict: { a: 1, b: 2 } })).toEqual([])
  expect(paths({ document: { title: '', oldField: 1 } })).toEqual([])
})

test('what does not fit the schema is left to its check', () => {
  expect(paths({ rule: { kind: 'never', x: 1 }, labels: 'x', name: null })).toEqual([])
})
