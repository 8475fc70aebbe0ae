/** What is particular to samples in a real VictoriaMetrics: outages, kills, credentials, removal, and figures equal to PostgreSQL's. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { counter, gauge, hourMs, never, rowOf, SeriesHarness, start } from '../test-series.ts'
import { startTestVictoriaMetrics, type TestVictoriaMetrics } from '../test-victoria-metrics.ts'
import type { SeriesCurve, SeriesQuery } from '../time-series.ts'
import { VictoriaClient } from './client.ts'
import { victoriaSettings } from './settings.ts'

const h = await SeriesHarness.open('VictoriaMetrics')
const plain = await SeriesHarness.open('PostgreSQL')
afterAll(async () => {
  await h.close()
  await plain.close()
})

function victoriaOf({ victoria }: SeriesHarness): TestVictoriaMetrics {
  if (victoria === null) throw new Error('this harness stores in PostgreSQL')
  return victoria
}

async function exported(monitorId: string): Promise<string> {
  const victoria = victoriaOf(h)
  await victoria.flush()
  const client = new VictoriaClient(victoriaSettings(victoria.url))
  const content = await client.export(`{pone_monitor="${monitorId}"}`, start, start + 1_000 * hourMs)
  client.close()
  return String(content)
}

test('hours, minutes and samples give the figures that PostgreSQL gives, with restarts, gaps and other cadences', async () => {
  const monitorId = randomUUID()
  const hours = 40
  for (const storage of [h, plain]) {
    storage.now = start + hours * hourMs
    const layout = storage.layoutOf(monitorId, [gauge('level'), counter('requests')], { cadenceMs: 30_000 })
    const slower = { ...layout, cadenceMs: 60_000 }
    let total = 0
    const rows = Array.from({ length: hours * 120 }, (_, index) => {
      total = index % 1_700 === 1_699 ? 3 : total + (index % 7)
      return rowOf(layout, start + index * 30_000, Math.sin(index) * 50, total)
    }).filter((_, index) => index < 1_000 || index > 1_040)
    const at = start + 10 * hourMs
    await storage.series.write({
      rows: rows.map(row =>
        row.slotMs >= at && row.slotMs < at + 90 * 60_000 ? { ...row, layout: slower } : row,
      ),
    })
    await storage.seal()
    await storage.seal()
  }
  const queries: Partial<SeriesQuery>[] = [
    { fn: 'raw', aggregate: 'pairs', points: 40 },
    { fn: 'raw', aggregate: 'avg', points: 20, selectors: [{ monitorId, counters: ['level'] }] },
    { fn: 'rate', aggregate: 'pairs', points: 20 },
    { fn: 'increase', aggregate: 'avg', points: 40 },
    { fn: 'rate', aggregate: 'avg', points: 500 },
    { fn: 'raw', aggregate: 'max', points: 5_000, toMs: start + 30 * hourMs },
  ]
  for (const query of queries) {
    // PostgreSQL gives samples of hours that are not sealed, whatever is asked for.
    const range = { toMs: start + (hours - 2) * hourMs, ...query }
    const expected = await plain.ask(monitorId, range)
    const found = await h.ask(monitorId, range)
    expect(found.map(shapeOf)).toEqual(expected.map(shapeOf))
    expect(expected.length).toBeGreaterThan(0)
    for (const [index, curve] of found.entries()) {
      const other = expected[index]
      for (const [place, value] of curve.values.entries())
        expectClose(value, other?.values[place], `${curve.counter} ${place}`)
      for (const [place, value] of (curve.maxima ?? []).entries())
        expectClose(value, other?.maxima?.[place], '')
    }
  }
})

/** All but the values, which differ by how numbers are stored, and the resolution. */
const shapeOf = ({ counter: name, at, intervalMs, partial }: SeriesCurve) => ({
  name,
  at,
  intervalMs,
  partial,
})

function expectClose(value: number | null, other: number | null | undefined, place: string): void {
  if (value === null || typeof other !== 'number') expect([place, value]).toEqual([place, other])
  else expect(value).toBeCloseTo(other, 9)
}

test('of two agents that write one slot at the same time, the first one is stored', async () => {
  const monitorId = randomUUID()
  h.now = start + 60_000
  const write = (value: number) =>
    h.series.write({ rows: [rowOf(h.layoutOf(monitorId, [gauge('level')]), start, value)] })
  const outcomes = await Promise.all([write(1), write(2), write(3)])
  expect(outcomes.map(each => each.stored).sort((one, two) => one - two)).toEqual([0, 0, 1])
  const winner = outcomes.findIndex(each => each.stored === 1) + 1
  expect(await h.valuesOf(monitorId)).toEqual([[0, winner]])
  expect(await exported(monitorId)).toContain(`"values":[${winner}]`)
})

test('while VictoriaMetrics is down nothing is committed, and the repeated batch is stored once', async () => {
  const monitorId = randomUUID()
  h.now = start + 60_000
  const layout = h.layoutOf(monitorId, [gauge('level')])
  const victoria = victoriaOf(h)
  await victoria.kill()
  const batch = { rows: [rowOf(layout, start, 7)] }
  await expect(h.series.write(batch)).rejects.toMatchObject({ code: 'SeriesStorageUnavailable' })
  expect(await h.series.latest([monitorId])).toEqual([])
  await expect(
    h.series.query({
      selectors: [{ monitorId }],
      fromMs: start,
      toMs: start + hourMs,
      points: 10,
      fn: 'raw',
      aggregate: 'avg',
    }),
  ).rejects.toMatchObject({ code: 'SeriesStorageUnavailable' })
  await victoria.start()
  expect(await h.series.write(batch)).toMatchObject({ stored: 1, duplicates: 0 })
  expect(await h.series.write(batch)).toMatchObject({ stored: 0, duplicates: 1 })
  expect(await h.valuesOf(monitorId)).toEqual([[0, 7]])
})

test('what a killed VictoriaMetrics had not yet written to its disk is written again', async () => {
  const monitorId = randomUUID()
  h.now = start + 60_000
  const layout = h.layoutOf(monitorId, [gauge('level')])
  const victoria = victoriaOf(h)
  for (const slot of [0, 1, 2]) await h.series.write({ rows: [rowOf(layout, start + slot * 5_000, slot)] })
  await victoria.kill()
  await victoria.start()
  await h.series.write({ rows: [rowOf(layout, start + 15_000, 3)] })
  expect(await h.valuesOf(monitorId)).toEqual([
    [0, 0],
    [5_000, 1],
    [10_000, 2],
    [15_000, 3],
  ])
})

test('the samples of a removed monitor are deleted from VictoriaMetrics, those of others stay', async () => {
  const [removed, other] = [randomUUID(), randomUUID()]
  h.now = start + 100 * hourMs
  for (const each of [removed, other]) await h.fill(each, h.now - 600_000, 10)
  expect(await exported(removed)).toContain(removed)
  await h.series.remove(removed)
  expect(await h.ask(removed, { fromMs: h.now - hourMs, toMs: h.now })).toEqual([])
  h.now += 180_000
  await h.series.maintain(never)
  expect(await exported(removed)).toBe('')
  expect(await exported(other)).toContain(other)
  // Tables of slots are dropped after some hours.
  h.now += 5 * hourMs
  await h.series.maintain(never)
  expect(await h.tables('series_slots_')).toEqual([])
})

test('credentials and a path are used, and a wrong password is an error that names the refusal', async () => {
  const basic = `Basic ${Buffer.from('pone:secret').toString('base64')}`
  const own = await startTestVictoriaMetrics(
    ['-httpAuth.username=pone', '-httpAuth.password=secret', '-http.pathPrefix=/team'],
    { authorization: basic, path: '/team' },
  )
  try {
    const right = new VictoriaClient(victoriaSettings(own.url.replace('//', '//pone:secret@')))
    await right.write('{"metric":{"__name__":"one"},"values":[5],"timestamps":[1767225600000]}\n')
    await own.flush()
    expect(String(await right.export('{__name__="one"}', start, start + 1))).toContain('"values":[5]')
    right.close()
    const wrong = new VictoriaClient(victoriaSettings(own.url.replace('//', '//pone:wrong@')))
    await expect(wrong.write('')).rejects.toMatchObject({
      code: 'SeriesStorageUnavailable',
      params: { detail: expect.stringContaining('401') as string },
    })
    wrong.close()
  } finally {
    await own.close()
  }
})
