import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { jmeterReportSettingsSchema } from '@pone/contract/entities/jmeter-report.ts'
import { maxReportLabels } from '@pone/results/jmeter/report-content.ts'
import { expect, test } from 'vitest'
import { computeDashboard, type DashboardJob } from './compute-dashboard.ts'
import { testJtl } from './test-jtl.ts'

const job = (jtl: string | null, changes: Partial<DashboardJob> = {}): DashboardJob => ({
  settings: jmeterReportSettingsSchema.parse({}),
  startedAt: 0,
  granularityMs: 1_000,
  missingLogs: 0,
  logs: [
    {
      machine: 'm',
      // A disk that never answers.
      open: () => (jtl === null ? new Readable({ read: () => undefined }) : Readable.from([gzipSync(jtl)])),
    },
  ],
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  ...changes,
})

test('what takes too long is ended with the reason, and so is what is called off', async () => {
  const slow = await computeDashboard(job(null, { timeoutMs: 1 }))
  expect(slow.failure).toEqual({ code: 'timeout', detail: '' })
  const called = await computeDashboard(job(null, { signal: AbortSignal.abort() }))
  expect(called.failure?.code).toBe('timeout')
})

test('a log that has gone is told apart from one without samples', async () => {
  const gone = () => {
    const stream = new Readable({ read: () => undefined })
    stream.destroy(new Error('ENOENT'))
    return stream
  }
  const { failure } = await computeDashboard(job('', { logs: [{ machine: 'm', open: gone }] }))
  expect(failure).toEqual({ code: 'unreadable', detail: 'missing' })
})

test('a log cut off in the middle is read as far as it goes, however late the log before it comes', async () => {
  const jtl = gzipSync(testJtl({ startMs: 0, rows: 500, labels: ['home'] }))
  /** A disk that answers late. */
  const late = () => {
    const read = function (this: Readable): void {
      setTimeout(() => {
        this.push(gzipSync('not,a,jtl\n1,2,3\n'))
        this.push(null)
      }, 200)
    }
    return new Readable({ read })
  }
  const cut = () => Readable.from([jtl.subarray(0, 60)])
  const logs = [
    { machine: 'late', open: late },
    { machine: 'cut', open: cut },
  ]
  const { failure } = await computeDashboard(job('', { logs }))
  expect(failure).toEqual({ code: 'unreadable', detail: 'notJtl, unexpected end of file' })
})

test('a report of thousands of names stays small and says what it leaves out', async () => {
  const labels = Array.from({ length: 2_000 }, (_, index) => `request ${index} ${'x'.repeat(600)}`)
  const { content } = await computeDashboard(
    job(testJtl({ startMs: 1e12, rows: 8_000, labels, failsEach: 3 })),
  )
  expect(content?.requests.count).toBe(8_000)
  expect(content?.statistics).toHaveLength(maxReportLabels + 1)
  expect(content?.hasOtherLabels).toBe(true)
  expect(content?.statistics.reduce((sum, line) => sum + (line.label === null ? 0 : line.count), 0)).toBe(
    8_000,
  )
  expect(content?.charts.responseTimesOverTime.omittedSeries).toBeGreaterThan(0)
  expect(JSON.stringify(content).length).toBeLessThan(12_000_000)
}, 120_000)
