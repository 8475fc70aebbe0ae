import { expect, test } from 'vitest'
import { fillTemplate, placeholders, runPlaceholders, unknownPlaceholders } from './placeholders.ts'

const values = Object.fromEntries(placeholders.map(name => [name, `<${name}>`]))

test('placeholders are filled in, and what a value contains stays text', () => {
  expect(fillTemplate('{rule}: {value} {rule}', values)).toBe('<rule>: <value> <rule>')
  expect(fillTemplate('{rule} {value}', { ...values, rule: '{value} $& $1' })).toBe('{value} $& $1 <value>')
  expect(fillTemplate('{__proto__} {toString}', values)).toBe('{__proto__} {toString}')
})

test('names that are no placeholders are found, and braces of JSON are none', () => {
  expect(unknownPlaceholders('{rule} {rulle} {rulle} {__proto__}', placeholders)).toEqual([
    'rulle',
    '__proto__',
  ])
  expect(unknownPlaceholders('{ "a": 1 } {} { rule }', placeholders)).toEqual([])
  expect(unknownPlaceholders('{scenario} {rule}', runPlaceholders)).toEqual(['rule'])
})
