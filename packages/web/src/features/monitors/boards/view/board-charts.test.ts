/** The CSV of a whole chart group. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import type { ChartAnswer } from '../charts/chart-lines.ts'
import { boardCsv, exportedCharts, maxCsvValues } from './board-charts.ts'

const chart = (id: string, title: string, variable?: string) => ({
  id,
  title,
  style: null,
  place: { x: 0, y: 0, width: 6, height: 6 },
  counters: [
    {
      source:
        variable === undefined
          ? { kind: 'monitor' as const, monitorId: 'a', name: 'cache-a' }
          : { kind: 'variable' as const, variable },
      type: 'redis',
      section: 'server',
      counter: 'used_memory',
      labels: {},
    },
  ],
})
const resolving = { variables: [], choice: {}, typeOf: monitorTypeOf, firstOf: new Map<string, string>() }
const answerOf = (times: number[], curves: number): ChartAnswer => ({
  from: 0,
  to: 3_000,
  figures: {
    id: 'c',
    stepMs: 1_000,
    times,
    series: Array.from({ length: curves }, (_, of) => ({
      monitorId: 'a',
      section: 'server',
      counter: 'used_memory',
      labels: of === 0 ? {} : { of: String(of) },
      values: times.map((__, at) => (at === 1 ? null : -at)),
    })),
    omitted: 0,
  },
  monitors: [],
  gaps: [],
})
const read = (charts: ReturnType<typeof chart>[], times: number[], curves = 1) =>
  exportedCharts(
    charts,
    { resolving, answers: { ask: async () => answerOf(times, curves), key: [], refetch: () => undefined } },
    'en',
  )
const texts = { time: 'Time', omitted: (count: number) => `${count} left out`, unitOf: () => 'B' }

test('every chart has a table with its unit, and a title is no formula', async () => {
  const charts = await read([chart('1', '=Memory'), chart('2', 'Of no monitor', 'host')], [0, 1_000, 2_000])
  const lines = boardCsv(charts, texts).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe("'=Memory (B)")
  expect(lines[1]).toBe('Time,Memory used')
  expect(lines.slice(2, 5).map(line => line.split(',')[1])).toEqual(['0', '', '-2'])
  expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00,/)
  expect(lines.slice(5, 8)).toEqual(['', 'Of no monitor', 'Time'])
})

test('charts beyond the limit of values are left out and counted', async () => {
  const times = Array.from({ length: 500 }, (_, at) => at * 1_000)
  const charts = await read([chart('1', 'A'), chart('2', 'B'), chart('3', 'C')], times, maxCsvValues / 1_000)
  const csv = boardCsv(charts, texts)
  expect(csv.trimEnd().endsWith('1 left out')).toBe(true)
  expect(csv.split('\r\n').filter(line => line.startsWith('Time'))).toHaveLength(2)
})
