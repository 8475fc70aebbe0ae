import { expect, test } from 'vitest'
import { histogramOf, histogramSize } from './histogram-model.ts'

const times = { p50Ms: 20, p90Ms: 40, p95Ms: 55, p99Ms: 80 }
const buckets = [
  { fromMs: 10, toMs: 20, count: 600 },
  { fromMs: 20, toMs: 40, count: 0 },
  { fromMs: 40, toMs: 80, count: 397 },
  { fromMs: 80, toMs: 160, count: 3 },
]

test('equal factors have equal widths, and heights stand for counts', () => {
  const drawing = histogramOf(buckets, times, 1_000)
  const { left, height, bottom, top } = histogramSize
  expect(drawing?.columns.map(({ x }) => Math.round(x))).toEqual([left, 290, 524, 758])
  expect(new Set(drawing?.columns.map(column => Math.round(column.width))).size).toBe(1)
  const ratio = (600 / 600) * (height - top - bottom)
  expect(drawing?.columns[0]?.height).toBeCloseTo(ratio)
  expect(drawing?.columns[1]?.height).toBe(0)
  expect(drawing?.columns[3]?.height).toBe(1.5)
  expect(drawing?.columns.map(({ upToPercent }) => upToPercent)).toEqual([60, 60, 99.7, 100])
  expect(drawing?.countTicks.map(({ count }) => count)).toEqual([0, 200, 400, 600])
})

test('percentiles are marked where they lie, their names apart from each other', () => {
  const marks = histogramOf(buckets, times, 600)?.marks ?? []
  expect(marks.map(({ name }) => name)).toEqual(['P50', 'P90', 'P95', 'P99'])
  expect(marks[0]?.at).toBeCloseTo(histogramSize.left + (600 - 64) / 4)
  for (const [index, mark] of marks.entries()) {
    if (index > 0) expect(mark.textAt - (marks[index - 1]?.textAt ?? 0)).toBeGreaterThanOrEqual(96)
    expect(mark.textAt).toBeLessThanOrEqual(600)
  }
})

test('ticks of time keep their distance', () => {
  const ticks = histogramOf(buckets, times, 400)?.timeTicks ?? []
  expect(ticks.length).toBeGreaterThan(1)
  for (const [index, tick] of ticks.entries()) {
    if (index > 0) expect(tick.x - (ticks[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(56)
  }
})

test('nothing is drawn without requests', () => {
  expect(histogramOf([], times, 800)).toBeNull()
  expect(histogramOf([{ fromMs: 0, toMs: 1, count: 0 }], times, 800)).toBeNull()
})

test('a single time is one column', () => {
  const drawing = histogramOf(
    [{ fromMs: 0, toMs: 0.001, count: 1 }],
    { p50Ms: 0, p90Ms: 0, p95Ms: 0, p99Ms: 0 },
    800,
  )
  expect(drawing?.columns).toHaveLength(1)
  expect(drawing?.marks.every(({ at }) => Number.isFinite(at))).toBe(true)
})
