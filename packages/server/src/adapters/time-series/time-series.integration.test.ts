/** Both storages of series, in a real PostgreSQL and a real VictoriaMetrics: written, sealed, asked for and removed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTestProject } from '../database/test-project.ts'
import { cadenceMs, counter, gauge, hourMs, never, rowOf, SeriesHarness, start } from './test-series.ts'
import type { SeriesQuery } from './time-series.ts'

const minuteMs = 60_000

describe.each(['PostgreSQL', 'VictoriaMetrics'] as const)('series in %s', kind => {
  const isSealed = kind === 'PostgreSQL'
  let h: SeriesHarness
  beforeAll(async () => {
    h = await SeriesHarness.open(kind)
  })
  afterAll(async () => await h.close())

  test('a row is stored once, whichever agent comes first, and in the transaction of the caller', async () => {
    h.now = start + minuteMs
    const monitorId = randomUUID()
    const first = h.layoutOf(monitorId, [gauge('clients'), counter('commands')])
    const other = h.layoutOf(monitorId, [gauge('clients'), counter('commands')])
    expect(
      await h.series.write({ rows: [rowOf(first, start, 7, 100), rowOf(first, start + 5_000, 8, 160)] }),
    ).toEqual({
      stored: 2,
      duplicates: 0,
      refused: [],
    })
    const again = await h.series.write({
      rows: [rowOf(other, start + 5_000, 999, 999), rowOf(other, start + 10_000, 9, 220)],
    })
    expect(again).toEqual({ stored: 1, duplicates: 1, refused: [] })
    await expect(
      h.series.write({ rows: [rowOf(first, start + 15_000, 1, 1)] }, () =>
        Promise.reject(new Error('the intake failed')),
      ),
    ).rejects.toThrow('the intake failed')
    const known = await h.series.write({ rows: [rowOf(first, start + 15_000, 1, 1)] }, () =>
      Promise.resolve(false),
    )
    expect(known.stored).toBe(0)
    expect(await h.valuesOf(monitorId)).toEqual([
      [0, 7],
      [5_000, 8],
      [10_000, 9],
    ])
    expect(
      await h.valuesOf(monitorId, { selectors: [{ monitorId, counters: ['commands'] }], fn: 'rate' }),
    ).toEqual([
      [5_000, 12],
      [10_000, 12],
    ])
    const [latest] = await h.series.latest([monitorId])
    expect(latest).toMatchObject({
      slotMs: start + 10_000,
      cadenceMs,
      section: 'status',
      series: first.series,
    })
    expect([...(latest?.values ?? [])]).toEqual([9, 220])
    expect(latest?.previous?.slotMs).toBe(start + 5_000)
    expect([...(latest?.previous?.values ?? [])]).toEqual([8, 160])
  })

  test('infinite values, wrong lengths and impossible instants are refused by row, unknown values are gaps', async () => {
    h.now = start + minuteMs
    const monitorId = randomUUID()
    const layout = h.layoutOf(monitorId, [gauge('one'), gauge('two')])
    const outcome = await h.series.write({
      rows: [
        rowOf(layout, start, 1, 2),
        rowOf(layout, start + 5_000, Number.POSITIVE_INFINITY, 2),
        rowOf(layout, start + 10_000, 1),
        rowOf(layout, h.now + 3 * hourMs, 1, 2),
        rowOf(layout, start + 10_000, Number.NaN, 4),
        rowOf(layout, start + 15_000, 5, 6),
      ],
    })
    expect(outcome).toEqual({
      stored: 3,
      duplicates: 0,
      refused: [
        { index: 1, cause: 'infinite' },
        { index: 2, cause: 'wrongLength' },
        { index: 3, cause: 'wrongTime' },
      ],
    })
    expect(await h.valuesOf(monitorId)).toEqual([
      [0, 1],
      [5_000, null],
      [15_000, 5],
    ])
  })

  test('sealed hours answer as they did before, across a restart of the counter', async () => {
    const monitorId = randomUUID()
    h.now = start + 3 * hourMs
    // 2 h 50 min: hours 0 and 1 are sealed below, hour 2 is not; the counter is restarted in hours 1 and 2.
    await h.fill(monitorId, start, 2_040)
    const queries: Partial<SeriesQuery>[] = [
      { fn: 'raw', aggregate: 'avg' },
      { fn: 'rate', aggregate: 'avg' },
      { fn: 'raw', aggregate: 'pairs', points: 100 },
      { fn: 'increase', aggregate: 'avg', points: 24 },
      { fn: 'rate', aggregate: 'avg', points: 300 },
      { fn: 'raw', aggregate: 'max', points: 24, fromMs: start + 20 * minuteMs },
    ]
    const before = []
    for (const query of queries) before.push(await h.ask(monitorId, query))
    expect(await h.seal()).toBe(isSealed ? 2 : 0)
    for (const [index, query] of queries.entries()) {
      const after = await h.ask(monitorId, query)
      expect(after.map(curve => ({ ...curve, resolution: null }))).toEqual(
        before[index]?.map(curve => ({ ...curve, resolution: null })),
      )
    }
    const [, requests] = await h.ask(monitorId, { fn: 'rate', aggregate: 'avg' })
    expect(requests?.values.filter(value => value === null)).toHaveLength(2)
    expect(requests?.values.every(value => value === null || value === 2)).toBe(true)
  })

  test('rows that come after the sealing are merged with the blocks, once', async () => {
    const monitorId = randomUUID()
    h.now = start + 30 * hourMs
    const hour = start + 26 * hourMs
    await h.fill(monitorId, hour, 100)
    await h.seal()
    // The spool of an agent that was cut off: partly the same slots.
    const layout = h.layoutOf(monitorId, [gauge('level'), counter('requests')])
    const late = Array.from({ length: 60 }, (_, index) =>
      rowOf(layout, hour + (90 + index) * cadenceMs, 7, 2_000 + index),
    )
    await h.victoria?.flush()
    // Blocks are merged when they are sealed; VictoriaMetrics is asked before rows of such an age are written.
    const expected = isSealed ? { stored: 60, duplicates: 0 } : { stored: 50, duplicates: 10 }
    expect(await h.series.write({ rows: late })).toEqual({ ...expected, refused: [] })
    const range = { fromMs: hour, toMs: hour + hourMs }
    const beforeSealing = await h.ask(monitorId, range)
    expect(beforeSealing[0]?.at).toHaveLength(150)
    expect(beforeSealing[0]?.values[95]).toBe(95 % 50)
    await h.seal()
    expect(await h.ask(monitorId, range)).toEqual(beforeSealing)
    const [day] = await h.ask(monitorId, { ...range, toMs: hour + 48 * hourMs, points: 24, aggregate: 'max' })
    expect(day).toMatchObject({ values: [49], resolution: 'hours' })
  })

  test('label sets come and go: 5,000 of them, each in its own time', async () => {
    const monitorId = randomUUID()
    h.now = start + 100 * hourMs
    const queues = Array.from({ length: 5_000 }, (_, index) => gauge('depth', { queue: `q${index}` }))
    const at = h.now - 10 * minuteMs
    const collect = (slotMs: number, from: number, to: number) =>
      Array.from({ length: Math.ceil((to - from) / 500) }, (_, part) => {
        const keys = queues.slice(from + part * 500, Math.min(to, from + (part + 1) * 500))
        return rowOf(
          h.layoutOf(monitorId, keys, { section: 'queues', part: from / 500 + part }),
          slotMs,
          ...keys.map((__, index) => index),
        )
      })
    const first = await h.series.write({ rows: collect(at, 0, 5_000) })
    expect(first).toEqual({ stored: 10, duplicates: 0, refused: [] })
    await h.series.write({ rows: [...collect(at + 5_000, 500, 5_000), ...collect(at + 10_000, 500, 5_000)] })
    const few = h.layoutOf(monitorId, queues.slice(0, 3), { section: 'queues' })
    for (const slot of [1, 2]) await h.series.write({ rows: [rowOf(few, at + slot * 5_000, 1, 2, 3)] })
    const sets = await h.series.labels([{ monitorId, section: 'queues' }])
    expect(sets).toHaveLength(5_000)
    expect(sets.filter(set => set.isGone)).toHaveLength(497)
    const [curve] = await h.ask(monitorId, {
      selectors: [{ monitorId, counters: ['depth'], labels: { queue: ['q4'] } }],
      fromMs: at,
      toMs: at + minuteMs,
    })
    expect(curve).toMatchObject({ labels: { queue: 'q4' }, at: [at], values: [4] })
  })

  test('a series that moves to another part of its section stays one series', async () => {
    const monitorId = randomUUID()
    h.now = start + 150 * hourMs
    const moved = gauge('depth', { queue: 'moved' })
    const before = h.layoutOf(monitorId, [moved])
    const after = h.layoutOf(monitorId, [moved], { part: 1 })
    const at = h.now - 2 * hourMs
    await h.series.write({
      rows: [rowOf(before, at, 1), rowOf(after, at + 5_000, 2), rowOf(after, at + 10_000, 3)],
    })
    const expected = [{ at: [at, at + 5_000, at + 10_000], values: [1, 2, 3] }]
    const range = { fromMs: at, toMs: h.now }
    expect(await h.ask(monitorId, range)).toMatchObject(expected)
    expect(await h.series.labels([{ monitorId }])).toMatchObject([
      { labels: { queue: 'moved' }, isGone: false },
    ])
    await h.seal()
    expect(await h.ask(monitorId, range)).toMatchObject(expected)
  })

  test('an hour without rows is a gap, and changes of cadence are none', async () => {
    const monitorId = randomUUID()
    const from = start + 200 * hourMs
    h.now = from + 5 * hourMs
    await h.fill(monitorId, from, 10)
    const slow = h.layoutOf(monitorId, [gauge('level'), counter('requests')], { cadenceMs: 60_000 })
    await h.series.write({
      rows: [0, 1, 2].map(index => rowOf(slow, from + 2 * hourMs + index * 60_000, index, index)),
    })
    const range = { fromMs: from, toMs: from + 4 * hourMs }
    const before = await h.ask(monitorId, range)
    expect(before[0]?.values.filter(value => value === null)).toHaveLength(1)
    await h.seal()
    expect((await h.ask(monitorId, range))[0]?.values).toEqual(before[0]?.values)
  })

  test('states and texts are stored when they change, in whatever order they come', async () => {
    const monitorId = randomUUID()
    h.now = start + hourMs
    const state = (atMs: number, cause: string | null) => ({
      monitorId,
      projectId: h.projectId,
      section: 'status',
      atMs,
      cause,
      detail: '',
    })
    const text = (slotMs: number, value: string) => ({
      monitorId,
      projectId: h.projectId,
      section: 'status',
      counter: 'version',
      labels: {},
      slotMs,
      text: value,
    })
    await h.series.write({
      rows: [],
      states: [state(start, null), state(start + 5_000, null), state(start + 20_000, 'refused')],
    })
    await h.series.write({
      rows: [],
      states: [state(start + 30_000, null), state(start + 25_000, 'refused')],
    })
    expect(
      (await h.series.states([monitorId], start, start + hourMs)).map(({ fromMs, toMs, cause }) => [
        fromMs - start,
        toMs === null ? null : toMs - start,
        cause,
      ]),
    ).toEqual([
      [0, 20_000, null],
      [20_000, 30_000, 'refused'],
      [30_000, null, null],
    ])
    await h.series.write({
      rows: [],
      texts: [text(start, '7.0'), text(start + 5_000, '7.0'), text(start + 10_000, '7.2\0')],
    })
    expect(await h.series.latestTexts([monitorId])).toMatchObject([{ fromMs: start + 10_000, text: '7.2' }])
    const texts = await h.series.texts([{ monitorId, counters: ['version'] }], start + 7_000, start + hourMs)
    expect(texts.map(each => each.text)).toEqual(['7.0', '7.2'])
  })

  test('a removed monitor is found nowhere, its rows are refused', async () => {
    const monitorId = randomUUID()
    const from = start + 300 * hourMs
    h.now = from + 2 * hourMs
    await h.fill(monitorId, from, 700)
    await h.seal()
    await h.series.remove(monitorId)
    expect(await h.ask(monitorId, { fromMs: from, toMs: h.now })).toEqual([])
    expect(await h.series.latest([monitorId])).toEqual([])
    expect(await h.series.labels([{ monitorId }])).toEqual([])
    const layout = h.layoutOf(monitorId, [gauge('level'), counter('requests')])
    expect((await h.series.write({ rows: [rowOf(layout, h.now, 1, 1)] })).refused).toEqual([
      { index: 0, cause: 'removed' },
    ])
  })

  test('a project that is deleted takes its series along, and rows that come later are refused', async () => {
    const project = await insertTestProject(h.database)
    const monitorId = randomUUID()
    h.now = start + 400 * hourMs
    const layout = { ...h.layoutOf(monitorId, [gauge('level')]), projectId: project }
    await h.series.write({ rows: [rowOf(layout, h.now, 1)] })
    await h.database.deleteFrom('projects').where('id', '=', project).execute()
    expect(await h.ask(monitorId, { fromMs: h.now - hourMs, toMs: h.now + 1 })).toEqual([])
    const late = await h.series.write({ rows: [rowOf(layout, h.now + 5_000, 1)] })
    expect(late).toEqual({ stored: 0, duplicates: 0, refused: [{ index: 0, cause: 'removed' }] })
  })

  test('samples go after their period while minutes and hours stay', async () => {
    const monitorId = randomUUID()
    const from = start + 1_000 * hourMs
    h.now = from + 2 * hourMs
    await h.series.retain(h.projectId, { samplesDays: 2, minutesDays: 5, hoursDays: 40 })
    const byDefault = { samplesDays: 30, minutesDays: 90, hoursDays: 730 }
    const own = { samplesDays: 2, minutesDays: 5, hoursDays: 40 }
    expect(await h.series.retention(h.projectId)).toEqual({ own, byDefault })
    await expect(
      h.series.retain(h.projectId, { samplesDays: 9, minutesDays: 5, hoursDays: 40 }),
    ).rejects.toThrow(RangeError)
    await h.fill(monitorId, from, 720)
    await h.seal()
    const range = { fromMs: from, toMs: from + hourMs, points: 800 }
    expect((await h.ask(monitorId, range))[0]).toMatchObject({ resolution: 'samples', intervalMs: 0 })
    h.now = from + 3 * 24 * hourMs
    await h.series.maintain(never)
    const minutes = await h.ask(monitorId, range)
    expect(minutes[0]?.resolution).toBe('minutes')
    expect(minutes[0]?.at).toHaveLength(60)
    h.now = from + 8 * 24 * hourMs
    await h.series.maintain(never)
    const [hours] = await h.ask(monitorId, { ...range, fn: 'increase' })
    expect(hours?.resolution).toBe('hours')
  })
})
