import type { RunSecond } from '@pone/contract/entities/run.ts'
import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { counterFigures, intervalLine, intervalsFrom, namedSeries, timelineOf } from './server-monitoring.ts'

const second = (at: number, changes: Partial<RunSecond> = {}): RunSecond => ({
  second: at,
  lengthMs: 1_000,
  users: 4,
  targetUsers: 4,
  requests: 10,
  failed: 0,
  transactions: 0,
  avgMs: 20,
  p50Ms: null,
  p90Ms: null,
  p95Ms: null,
  p99Ms: null,
  maxMs: null,
  sentBytes: 0,
  receivedBytes: 0,
  connections: 1,
  lateStarts: 0,
  droppedStarts: 0,
  isSuspect: false,
  ...changes,
})

const series = (counter: string, changes: Partial<RunSeries> = {}): RunSeries => ({
  monitorId: 'm',
  section: 's',
  counter,
  labels: {},
  names: { zh: counter, en: counter },
  unit: '%',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 500,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values: [],
  ...changes,
})

const collected = (all: readonly RunSeries[]): Pick<RunMonitoring, 'series' | 'monitors'> => ({
  series: [...all],
  monitors: [
    {
      id: 'm',
      name: 'Host',
      type: 'host',
      typeNames: { zh: '主机', en: 'Host' },
      category: 'host',
      nodes: [],
      sections: {},
      isDeleted: false,
      collector: '',
      clockOffsetMs: null,
    },
  ],
})

const shownOf = (...all: readonly RunSeries[]) => namedSeries(collected(all), [])

test('counters are those that were asked for, else the chosen ones, else the first that can be a limit', () => {
  const all = [
    series('Memory', { nature: 'space' }),
    series('CPU', { isChosen: true }),
    series('Disk use', { nature: 'busy', labels: { disk: 'sda' } }),
  ]
  const names = (wanted: string[], given = all) =>
    namedSeries(collected(given), wanted).map(({ name }) => name)
  expect(names([])).toEqual(['Host: CPU'])
  expect(names(['DISK', 'memory'])).toEqual(['Host: Memory', 'Host: Disk use (sda)'])
  expect(names(['none of it'])).toEqual([])
  expect(
    names([], [series('a'), ...Array.from({ length: 9 }, () => series('b', { nature: 'busy' }))]),
  ).toHaveLength(6)
})

test('an interval has the load and the mean of the values of the same time', () => {
  const seconds = [0, 1, 2, 3, 4, 5].map(at =>
    second(at, at === 2 ? { users: 9, failed: 1, requests: 20, avgMs: 50 } : {}),
  )
  const shown = shownOf(series('CPU', { isChosen: true, values: [10, 20, null, 30, 40, 99] }))
  const [one, ...further] = intervalsFrom(0, { seconds, secondsPerPoint: 1 }, { shown, nowMs: 8_000 })
  expect(further).toEqual([])
  expect(one).toEqual({
    fromMs: 0,
    toMs: 5_000,
    users: 9,
    requests: 60,
    failed: 1,
    rps: 12,
    avgMs: 30,
    counters: [25],
  })
  expect(one && intervalLine(one, shown)).toBe(
    '0:05  users 9  12.0/s  failed 1  avg 30.0 ms  | Host: CPU 25 %',
  )
})

test('an interval waits for its values, and no longer than 20 s', () => {
  const seconds = Array.from({ length: 5 }, (_, at) => second(at))
  const live = { seconds, secondsPerPoint: 1 }
  const shown = shownOf(series('CPU', { isChosen: true, values: [1, 2, 3, null, null] }))
  expect(intervalsFrom(0, live, { shown, nowMs: 24_000 })).toEqual([])
  const late = intervalsFrom(0, live, { shown, nowMs: 25_000 })
  expect(late.map(({ counters }) => counters)).toEqual([[2]])
  expect(intervalsFrom(0, live, { shown: [], nowMs: 6_000 })).toEqual([])
  expect(intervalsFrom(0, live, { shown: [], nowMs: 7_000 })).toHaveLength(1)
  expect(intervalsFrom(5_000, live, { shown, nowMs: 99_000 })).toEqual([])
})

test('without a value and without a request nothing is invented', () => {
  const seconds = Array.from({ length: 5 }, (_, at) => second(at, { requests: 0, avgMs: null }))
  const shown = shownOf(series('CPU', { isChosen: true, values: [null, null] }))
  const [one] = intervalsFrom(0, { seconds, secondsPerPoint: 1 }, { shown, nowMs: 99_000 })
  expect(one && intervalLine(one, shown)).toBe('0:05  users 4  0.0/s  failed 0  avg –  | Host: CPU –')
  expect(counterFigures(shown)).toEqual([])
})

test('means of several collections belong to an interval that holds all of them', () => {
  const seconds = Array.from({ length: 40 }, (_, at) => second(at))
  const shown = shownOf(
    series('CPU', { isChosen: true, fromMs: 2_000, stepMs: 8_000, values: [1, 2, 3, 4, 5] }),
  )
  const timeline = timelineOf({ seconds, secondsPerPoint: 1 }, shown)
  expect(timeline.map(({ fromMs, toMs, counters }) => [fromMs, toMs, counters[0]])).toEqual([
    [0, 16_000, 1],
    [16_000, 32_000, 3],
    [32_000, 40_000, null],
  ])
})

test('the timeline of a run ends with it and has at most 240 points', () => {
  const short = timelineOf(
    {
      seconds: [0, 1, 2, 3, 4, 5].map(at => second(at, at === 5 ? { lengthMs: 400 } : {})),
      secondsPerPoint: 1,
    },
    [],
  )
  expect(short.map(({ fromMs, toMs, rps }) => [fromMs, toMs, Math.round(rps)])).toEqual([
    [0, 5_000, 10],
    [5_000, 5_400, 25],
  ])
  const seconds = Array.from({ length: 720 }, (_, at) => second(at * 10, { lengthMs: 10_000 }))
  expect(timelineOf({ seconds, secondsPerPoint: 10 }, []).length).toBeLessThanOrEqual(240)
  expect(timelineOf({ seconds: [], secondsPerPoint: 1 }, [])).toEqual([])
})

test('figures of a counter are over its values, and say when these are means', () => {
  const [each, mean] = counterFigures(
    shownOf(
      series('CPU', { isChosen: true, values: [10, null, 50] }),
      series('Memory', { isChosen: true, stepMs: 4_000, values: [7] }),
    ),
  )
  expect(each).toEqual({
    counter: 'Host: CPU',
    unit: '%',
    min: 10,
    avg: 30,
    max: 50,
    values: 2,
    meanOverMs: null,
  })
  expect(mean?.meanOverMs).toBe(4_000)
})
