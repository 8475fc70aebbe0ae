import { expect, it } from 'vitest'
import { statisticsCsv } from './statistics-csv.ts'

const at = Date.UTC(2026, 10, 28)
const counts = { done: 2, refused: 0, failed: 0 }

it('what is deleted by age is named, and nobody has done it', () => {
  const lines = [
    { at, account: '', action: 'profile.expire', ...counts },
    { at, account: '', action: 'action of a later version', ...counts },
  ]
  const rows = (language: 'zh' | 'en') =>
    statisticsCsv(lines, { language, timeZone: 'UTC' })
      .trim()
      .split('\r\n')
      .slice(1)
      .map(line => line.split(',').slice(1, -3))
  expect(rows('en')).toEqual([
    ['Automatic', 'profile.expire', 'Delete flame diagrams that are older than the retention'],
    ['', 'action of a later version', 'action of a later version'],
  ])
  expect(rows('zh')[0]?.[0]).toBe('自动')
})
