import { expect, test } from 'vitest'
import { optionLines, propertyLines, readOptions, readProperties } from './jmeter-lines.ts'

test('properties are lines of name and value; a value may contain further equals signs', () => {
  const read = readProperties('host = shop.local\n\nquery=a=b\n')
  expect(read).toEqual([
    { name: 'host', value: 'shop.local' },
    { name: 'query', value: 'a=b' },
  ])
  expect(propertyLines(read ?? [])).toBe('host=shop.local\nquery=a=b')
})

test('a line without a name or without an equals sign is refused', () => {
  expect(readProperties('host')).toBeNull()
  expect(readProperties('=x')).toBeNull()
})

test('Java options begin with a minus sign, one per line', () => {
  expect(readOptions('-Xmx2g\n-Da=b')).toEqual(['-Xmx2g', '-Da=b'])
  expect(readOptions('-Xmx2g -Xms1g')).toBeNull()
  expect(readOptions('Xmx2g')).toBeNull()
  expect(optionLines(['-Xmx2g', '-Da=b'])).toBe('-Xmx2g\n-Da=b')
})
