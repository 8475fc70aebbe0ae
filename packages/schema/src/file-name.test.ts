import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportFileName, partOfName, runFileName } from './file-name.ts'

const startedAt = new Date(2026, 10, 3, 9, 5).getTime()

test.each([
  ['大促压测', '大促压测-12-report-2026-11-03.html'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j-12-report-2026-11-03.html'],
  ['line\nbreak\u0000\u202Ereversed', 'line-break--reversed-12-report-2026-11-03.html'],
  ['..hidden. ', 'hidden-12-report-2026-11-03.html'],
  ['con.fig', '_con.fig-12-report-2026-11-03.html'],
  ['', '-12-report-2026-11-03.html'],
])('a run of %j is exported as %s', (scenarioName, name) => {
  expect(runFileName({ scenarioName, number: 12, startedAt }, ['report'], 'html')).toBe(name)
})

test('a part is named by its seconds, and a run that never started has no day', () => {
  const run = { scenarioName: 'shop', number: 3, startedAt: null }
  const part = partOfName({ fromMs: 10_000, toMs: 56_700 })
  expect(runFileName(run, ['report', part], 'csv')).toBe('shop-3-report-10s-56.7s.csv')
})

test('long names are shortened at the scenario, never at number and date', () => {
  const name = runFileName({ scenarioName: '压'.repeat(300), number: 7, startedAt }, ['报告'], 'html')
  expect(name).toMatch(/^压+-7-报告-2026-11-03\.html$/)
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
})

test('whatever it is made of, a name is accepted everywhere', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 3 }), parts => {
      const name = exportFileName(
        parts.map(part => part.slice(0, 40)),
        'csv',
      )
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./i)
      expect(name.length).toBeGreaterThan(4)
    }),
  )
})
