import { expect, it } from 'vitest'
import { prettyBody } from './pretty-body.ts'

it.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  [' [1]', '[\n  1\n]'],
  ['{broken', '{broken'],
  ['"text"', '"text"'],
  ['', ''],
])('%j is shown as %j', (body, shown) => expect(prettyBody(body)).toBe(shown))
