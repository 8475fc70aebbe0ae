import { expect, test } from 'vitest'
import { cssString } from './css-string.ts'

test.each([
  ['双十一 · #3', '"双十一 · #3"'],
  ['a"b\\c', String.raw`"a\22 b\5c c"`],
  ['a\nb</style>', String.raw`"a\a b\3c /style\3e "`],
  ['', '""'],
])('%j as a string of CSS', (text, css) => {
  expect(cssString(text)).toBe(css)
})
