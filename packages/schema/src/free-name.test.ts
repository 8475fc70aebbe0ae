import { expect, test } from 'vitest'
import { csvField, spreadsheetField } from './csv-field.ts'
import { freeName } from './free-name.ts'

const among =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

test('a free name stays, a taken one gets the first free number', () => {
  expect(freeName('Order', among())).toBe('Order')
  expect(freeName('Order', among('Order', 'Order 2'))).toBe('Order 3')
  expect(freeName('v', among('v'), { separator: '' })).toBe('v2')
  expect(freeName('abcdef', among('abcdef'), { maxLength: 6 })).toBe('abcd 2')
})

test.each([
  ['plain', 'plain', 'plain'],
  ['a,"b"', '"a,""b"""', '"a,""b"""'],
  ['=1+1', '=1+1', "'=1+1"],
  ['-5.2', '-5.2', '-5.2'],
  ['a\nb', '"a\nb"', '"a\nb"'],
])('%j is a field of CSV, and no formula of a spreadsheet', (text, plain, safe) => {
  expect([csvField(text), spreadsheetField(text)]).toEqual([plain, safe])
})
