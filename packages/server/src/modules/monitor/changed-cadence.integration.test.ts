/** Curves over a change of a monitor's frequency, from series in a real storage: before and after their hours are sealed. */
import { randomUUID } from 'node:crypto'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  counter,
  gauge,
  hourMs,
  rowOf,
  SeriesHarness,
  start,
} from '../../adapters/time-series/test-series.ts'
import { gridOf, timesOf } from './curve-grid.ts'
import { gridCurves } from './monitor-figures.ts'

const section = monitorTypes[0]?.sections[0]
if (section === undefined) throw new Error('no type has a section')
const counters = ['level', 'requests']

describe.each(['PostgreSQL', 'VictoriaMetrics'] as const)('curves of %s', kind => {
  let h: SeriesHarness
  beforeAll(async () => {
    h = await SeriesHarness.open(kind)
  })
  afterAll(async () => await h.close())

  /** Ten minutes with one cadence and then as many with the other; the change lies 2.3 s after a slot, and over the end of an hour. */
  async function collect(from: number, cadences: readonly [number, number], hole: number): Promise<string> {
    h.now = from + 1_260_000
    const monitorId = randomUUID()
    const changeMs = from + 600_000 + 2_300
    const slots = (first: number, end: number, cadenceMs: number) =>
      Array.from({ length: Math.ceil((end - first) / cadenceMs) }, (_, index) => first + index * cadenceMs)
    const [before, after] = cadences.map(cadenceMs =>
      h.layoutOf(monitorId, [gauge('level'), counter('requests')], { cadenceMs }),
    )
    if (before === undefined || after === undefined) throw new Error('two layouts are wanted')
    const value = (slot: number) => [7, (slot - from) / 500] as const
    await h.series.write({
      rows: [
        ...slots(from, changeMs, cadences[0])
          .filter(slot => slot < from + hole || slot >= from + hole + 20_000)
          .map(slot => rowOf(before, slot, ...value(slot))),
        ...slots(changeMs, changeMs + 600_000, cadences[1]).map(slot => rowOf(after, slot, ...value(slot))),
      ],
    })
    return monitorId
  }

  async function drawn(monitorId: string, range: { from: number; to: number; points: number }, now: number) {
    const curves = await h.ask(monitorId, {
      fromMs: range.from,
      toMs: range.to,
      points: range.points,
      fn: 'rate',
      aggregate: 'avg',
    })
    const grid = gridOf(range, now, curves)
    const [level, requests] = gridCurves(section as NonNullable<typeof section>, counters, curves, grid)
    return { times: timesOf(grid), level: level?.values ?? [], requests: requests?.values ?? [] }
  }

  const changes = [
    [5_000, 1_000],
    [1_000, 5_000],
  ] as const
  test.each(changes.flatMap(([old, now]) => [300, 2_000].map(points => [old, now, points] as const)))(
    'from %i to %i ms have no holes but the real one, in at most %i intervals, sealed or not',
    async (old, now, points) => {
      const from = start + ((old === 5_000 ? 400 : 450) + points / 100) * hourMs - 600_000
      const monitorId = await collect(from, [old, now], 200_000)
      const range = { from, to: from + 1_200_000, points }
      const check = async () => {
        const { times, level, requests } = await drawn(monitorId, range, now)
        // What is unknown lies where nothing was collected; the last step may be cut by the end of the range.
        const unknown = times.slice(0, -1).filter((_, index) => level[index] === null)
        expect(unknown.length).toBeGreaterThan(0)
        for (const at of unknown) {
          expect(at).toBeGreaterThan(from + 190_000)
          expect(at).toBeLessThan(from + 220_000)
        }
        expect(new Set(level.filter(value => value !== null))).toEqual(new Set([7]))
        for (const rate of requests.filter(value => value !== null)) expect(rate).toBeCloseTo(2, 6)
        if (points < 2_000) return
        // Each part in its own cadence.
        const steps = times.slice(1).map((at, index) => ({ at, step: at - (times[index] ?? 0) }))
        const inside = (low: number, high: number) =>
          new Set(steps.flatMap(({ at, step }) => (at > from + low && at < from + high ? [step] : [])))
        expect(inside(30_000, 590_000)).toEqual(new Set([old]))
        expect(inside(610_000, 1_190_000)).toEqual(new Set([now]))
      }
      await check()
      h.now = from + 5 * hourMs
      await h.seal()
      await check()
    },
  )

  test('of the past keep their cadence after the frequency was changed', async () => {
    const from = start + 600 * hourMs
    const monitorId = await collect(from, [5_000, 1_000], 0)
    h.now = from + 2 * hourMs
    const { level } = await drawn(monitorId, { from: from + 60_000, to: from + 360_000, points: 300 }, 1_000)
    expect(level).toHaveLength(60)
    expect(level.filter(value => value === null)).toEqual([])
  })
})
