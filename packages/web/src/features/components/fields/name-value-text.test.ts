/** Rows written as text and parsed again. */
import { expect, it } from 'vitest'
import { rowsFromText, rowsToText } from './name-value-text.ts'

it('parses what it wrote, disabled rows included', () => {
  const rows = [
    { name: 'Accept', value: 'a=b: c', enabled: true },
    { name: 'X-Off', value: '', enabled: false },
  ]
  expect(rowsFromText(rowsToText(rows))).toEqual(rows)
})

it('parses lines as developer tools and spreadsheets copy them', () => {
  expect(
    rowsFromText('Host: a.example:80\n\nq=tea\nname\tvalue\nalone').map(row => [row.name, row.value]),
  ).toEqual([
    ['Host', 'a.example:80'],
    ['q', 'tea'],
    ['name', 'value'],
    ['alone', ''],
  ])
})
