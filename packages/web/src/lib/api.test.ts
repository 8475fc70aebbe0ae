import { expect, test } from 'vitest'
import { fileNameOf } from './api.ts'

test.each([
  ['attachment; filename="report.csv"', 'report.csv'],
  ['attachment; filename="report.csv"; filename*=UTF-8\'\'%E6%8A%A5%E5%91%8A.csv', '报告.csv'],
  ['attachment', 'download'],
])('the name of a downloaded file: %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
