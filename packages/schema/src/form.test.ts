import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Form, fieldsOf, formText, isVisible, valueAt, withValue } from './form.ts'
import { boundsAt, schemasAt } from './schema-at.ts'

const label = { zh: '值', en: 'Value' }

test('a value is read and set under the path that its name spells', () => {
  const values = { auth: { user: 'a' }, count: 1 }
  expect(valueAt(values, 'auth.user')).toBe('a')
  expect(valueAt(values, 'auth.user.more')).toBeUndefined()
  expect(withValue(values, 'auth.password', 'b')).toEqual({ auth: { user: 'a', password: 'b' }, count: 1 })
  expect(withValue({}, 'a.b', 1)).toEqual({ a: { b: 1 } })
  expect(values).toEqual({ auth: { user: 'a' }, count: 1 })
})

test('an item is shown while its condition holds', () => {
  const when = { name: 'auth.kind', isOneOf: ['basic'] }
  expect(isVisible(when, { auth: { kind: 'basic' } })).toBe(true)
  expect(isVisible(when, { auth: { kind: 'none' } })).toBe(false)
  expect(isVisible(values => values['a'] === 1, { a: 1 })).toBe(true)
  expect(isVisible(undefined, {})).toBe(true)
})

test('a text may depend on what the form holds', () => {
  const text = (values: Record<string, unknown>) => ({
    zh: `${Number(values['n'])} 步`,
    en: `${Number(values['n'])} steps`,
  })
  expect(formText(text, { n: 2 }).en).toBe('2 steps')
  expect(formText(label, {})).toBe(label)
})

test('the fields of a form are found in sections and rows', () => {
  const form: Form = [
    { name: 'a', widget: 'text', label },
    { item: 'section', title: label, items: [{ name: 'b', widget: 'boolean', label }] },
    { item: 'row', label, fields: [{ name: 'c', widget: 'percentage', label }] },
    { item: 'note', text: label },
  ]
  expect(fieldsOf(form).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

const schema = z.object({
  count: z.int().min(0).max(9).default(1),
  text: z.string().max(20).nullable(),
  mode: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('off') }),
    z.object({ kind: z.literal('ms'), time: z.number().min(5).max(50) }),
    z.object({ kind: z.literal('s'), time: z.number().min(500).max(600) }),
  ]),
})

test.each([
  ['count', {}, { min: 0, max: 9, minLength: null, maxLength: null }],
  ['text', {}, { min: null, max: null, minLength: null, maxLength: 20 }],
  ['mode.time', { mode: { kind: 's', time: 550 } }, { min: 500, max: 600, minLength: null, maxLength: null }],
  ['nothing', {}, { min: null, max: null, minLength: null, maxLength: null }],
])('bounds of %s come from the schema', (name, values, bounds) => {
  expect(boundsAt(schema, name, values)).toEqual(bounds)
})

test('a name that no option of the schema holds has no schema', () => {
  expect(schemasAt(schema, 'mode.speed')).toEqual([])
  expect(schemasAt(schema, 'mode.time')).toHaveLength(2)
})
