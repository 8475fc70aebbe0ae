import { expect, test } from 'vitest'
import { isTable } from './table-look.ts'

const look = (text: string) => isTable(new TextEncoder().encode(text), false)

test.each([
  ['columns with commas', 'user,password\r\nlilei,1\r\n'],
  ['columns with tabs', 'a\tb\nc\td'],
  ['columns with bars', '1|2|3\n4|5|6\n'],
  ['quoted commas', '"a, b",c\nd,e\n'],
  ['one value a line', 'lilei\nhanmeimei\n'],
])('%s are a table', (_, text) => expect(look(text)).toBe(true))

test.each([
  ['prose', 'Dear all,\nplease find the accounts below.\nYours\n'],
  ['a log', '12:00:01 started\n12:00:02 GET /a 200\n'],
  ['rows of different lengths', 'a,b\nc,d,e\n'],
  ['a page', '<html>\n<body class="x">\n'],
])('%s is none', (_, text) => expect(look(text)).toBe(false))

test('Chinese in GBK is read as such', () => {
  expect(isTable(Uint8Array.from([0xd5, 0xc5, 0x2c, 0x31, 0x0a]), false)).toBe(true)
})
