import { compileJsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scannedText } from './json-scan.ts'

/** The result of parsing the whole document: the value's text, undefined without one, null for invalid JSON. */
function parsedText(text: string, path: string): string | undefined | null {
  try {
    const found = compileJsonPath(path)(JSON.parse(text))
    return found.length === 0 ? undefined : jsonText(found[0])
  } catch {
    return null
  }
}
const routeOf = (path: string) => compileJsonPath(path).route ?? []
const scan = (text: string, path: string) => scannedText(Buffer.from(text), routeOf(path))

const paths = ['$', '$.a', '$.b.a', '$[0]', '$[1].a', '$.a[0][1]', "$['a b'].a", '$.a.b.a', '$.length']
const name = fc.constantFrom('a', 'b', 'a b', 'length', 'ü', '"', '\\', '')
const documents = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 12.5, 1e21, 1e-7, 123456789012345, 2 ** 63),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('the scanner', () => {
  test('finds in any document what parsing it finds', () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom(...paths),
        fc.constantFrom(0, 1, '\t'),
        (value, path, indent) => {
          const text = JSON.stringify(value, null, indent)
          const found = scan(text, path)
          if (found !== null) expect(found).toBe(parsedText(text, path))
        },
      ),
      { numRuns: 1_000 },
    )
  })
  test('accepts nothing that JSON.parse refuses, wherever a document is damaged', () => {
    const damage = fc.constantFrom(
      '',
      '"',
      '\\',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '0',
      '-',
      '.',
      'e',
      'n',
      '\n',
      '\0',
    )
    fc.assert(
      fc.property(documents, fc.nat(), fc.nat(2), damage, (value, position, cut, piece) => {
        const whole = JSON.stringify(value)
        const at = position % (whole.length + 1)
        const text = whole.slice(0, at) + piece + whole.slice(at + cut)
        const found = scan(text, '$.a')
        if (found !== null) expect(found).toBe(parsedText(text.toWellFormed(), '$.a'))
      }),
      { numRuns: 2_000 },
    )
  })
  test.each([
    ['{"id":42}', '$.id', '42'],
    [' { "a" : { "b" : [ 1 , "x" ] } } ', '$.a.b[1]', 'x'],
    ['{"a":1,"a":2}', '$.a', '2'],
    ['{"a":{"b":1},"a":{}}', '$.a.b', undefined],
    ['{"a":1.0}', '$.a', '1'],
    ['{"a":1e999}', '$.a', 'null'],
    ['{"a":-0}', '$.a', '0'],
    ['{"a":"\\u0041\\n"}', '$.a', 'A\n'],
    ['{"a":[1, {"b": "ü"}]}', '$.a', '[1,{"b":"ü"}]'],
    ['[]', '$[0]', undefined],
    ['"x"', '$', 'x'],
  ])('in %s %s is %s', (text, path, expected) => {
    expect(scan(text, path)).toBe(expected)
  })
  test.each([
    ['', '$'],
    ['{"\\u0061":1}', '$.a'],
    ['{"a":1} x', '$.a'],
    ['{"a":01}', '$.a'],
    ['{"a":1,}', '$.a'],
    ['{"a":"\t"}', '$.a'],
    ['\ufeff{"a":1}', '$.a'],
    ['['.repeat(100_000), '$[0]'],
  ])('leaves %j to the parser', (text, path) => {
    expect(scan(text, path)).toBeNull()
  })
})
