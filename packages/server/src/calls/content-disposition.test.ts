import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['report-1.html', `attachment; filename="report-1.html"; filename*=UTF-8''report-1.html`],
  ['大促 (1).csv', `attachment; filename="__ (1).csv"; filename*=UTF-8''%E5%A4%A7%E4%BF%83%20%281%29.csv`],
  [`a"b\\c%41'*.csv`, `attachment; filename="a_b_c_41'*.csv"; filename*=UTF-8''a%22b%5Cc%2541%27%2A.csv`],
  ['\ud800x', `attachment; filename="_x"; filename*=UTF-8''%EF%BF%BDx`],
  [
    'a\r\nset-cookie: x',
    `attachment; filename="a__set-cookie: x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`,
  ],
])('%j is named in UTF-8 and in ASCII', (name, header) => {
  expect(contentDisposition(name)).toBe(header)
  const full = header.slice(header.indexOf("''") + 2)
  expect(decodeURIComponent(full)).toBe(name.toWellFormed())
})
