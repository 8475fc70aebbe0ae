import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { expect, test } from 'vitest'
import { metricsOf } from './export/metrics.ts'
import { otlpTarget } from './export/otlp.ts'
import { prometheusTarget } from './export/prometheus.ts'
import { pictureOf, plainLine } from './live-view.ts'
import type { LocalRun } from './local-run.ts'
import { cellsOf } from './tables.ts'
import { paintFor } from './terminal.ts'
import { Totals } from './totals.ts'

/** A constructed run of two minutes, with the parts that the views read. */
function runningRun(): LocalRun {
  const { record, batches } = sampleRun({ requestLabels: 30 })
  const live = new LiveRun(record)
  const totals = new Totals()
  for (const batch of batches) {
    live.add(toStoredBatch(batch, label => record.labels[label]?.kind === 'request'))
    totals.add(batch)
  }
  live.refresh()
  const nothing = () => undefined
  const settled = Promise.resolve()
  return {
    record,
    live,
    totals,
    folder: '',
    stop: nothing,
    forceStop: nothing,
    ended: settled,
    dispose: () => settled,
  }
}
const run = runningRun()
const paint = paintFor({}, {})

test.each([
  [40, 24],
  [80, 24],
  [160, 50],
])('the picture fits %i columns and %i rows', (widthCells, rows) => {
  const lines = pictureOf(run, { note: 'stopping', paint, widthCells, rows })
  expect(Math.max(...lines.map(cellsOf))).toBeLessThanOrEqual(widthCells)
  expect(lines.length).toBeLessThan(rows)
  expect(lines.join('\n')).toMatch(/users +\d/)
})

test('the picture shows progress, curves and the labels that have room', () => {
  const text = pictureOf(run, { note: '', paint, widthCells: 120, rows: 40 }).join('\n')
  expect(text).toContain('█████')
  expect(text).toMatch(/requests\/s +[\d,.]+ {2}[▁▂▃▄▅▆▇█]{20,}/)
  expect(text).toMatch(/\[登录\] +[\d,]+/)
  expect(text).toMatch(/… and \d+ more/)
})

test('without a terminal there is one plain line', () => {
  expect(plainLine(run)).toMatch(
    /^2:00 {2}users \d+ {2}requests [\d,]+ \([\d,.]+\/s\) {2}failed [\d,]+ {2}P50 \S+ m?s {2}P95 \S+ m?s {2}P99 \S+ m?s$/,
  )
})

test('metrics name every label, and hold what was counted', () => {
  const metrics = metricsOf(run, 1_000)
  const counted = metrics.labels.reduce((sum, { count }) => sum + count, 0)
  expect(counted).toBe(run.totals.samples)
  expect(metrics.labels[0]).toMatchObject({
    label: '登录',
    kind: 'transaction',
    quantilesMs: [
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ],
  })
  expect(prometheusTarget('http://x').bodyOf(metrics).length).toBeGreaterThan(1_000)
  const target = otlpTarget('http://x', { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, other=c' })
  expect(target).toMatchObject({ url: 'http://x/v1/metrics', headers: { 'api-key': 'a b', other: 'c' } })
})
