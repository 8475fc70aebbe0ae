/** Statistics of a session that is longer than one question for samples holds. */
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import type { EvenSeries } from '../monitor/monitor-figures.service.ts'
import { sessionStatistics } from './session-statistics.ts'

const startedAt = 1_000_000
const seconds = 4_500
const monitorId = '00000000-0000-4000-8000-000000000001'
/** As it is kept: means of 8 s from the first slot on. */
const kept: RunSeries = {
  monitorId,
  section: 'cpu',
  counter: 'busy',
  labels: {},
  names: { zh: 'b', en: 'b' },
  unit: '%',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 300,
  stepMs: 8_000,
  cadenceMs: 1_000,
  values: [1, 2, 3, null],
}

/** Second n since the start has the value n; what is older than `rawFrom` is stored in summaries of a minute. */
function stored(rawFrom: number) {
  const asked: [number, number][] = []
  const evenSeries = (input: { from: number; to: number; points: number }): Promise<EvenSeries> => {
    const { from, to, points } = input
    asked.push([from - startedAt, to - startedAt])
    expect(to - from).toBeLessThanOrEqual(points * 1_000)
    const stepMs = from < rawFrom ? 60_000 : 1_000
    const times = Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, at) => from + at * stepMs)
    const values = times.map(at => Math.round((at - startedAt - 300) / 1_000) + 1)
    const own = { section: 'cpu', counter: 'busy', labels: {}, values }
    return Promise.resolve({ from, to, stepMs, cadenceMs: 1_000, times, series: [own], omitted: 0, gaps: [] })
  }
  return { asked, deps: { figures: { evenSeries } } }
}
const session = (maxQuestions: number) => ({
  projectId: monitorId,
  startedAt,
  until: startedAt + 300 + seconds * 1_000,
  maxQuestions,
})

test('every sample counts once, whatever number of questions it takes', async () => {
  const { asked, deps } = stored(0)
  const [found] = await sessionStatistics(deps, { series: [kept] }, session(3))
  expect(asked).toEqual([
    [300, 2_000_300],
    [2_000_300, 4_000_300],
    [4_000_300, 4_500_300],
  ])
  expect(found).toEqual({ n: 4_500, min: 1, mean: 2_250.5, max: 4_500, p95: 4_275, basisMs: 0 })
})

test('where only summaries are left it says so', async () => {
  const { deps } = stored(startedAt + 1_000_000)
  const [found] = await sessionStatistics(deps, { series: [kept] }, session(3))
  expect(found).toMatchObject({ n: 34 + 2_500, basisMs: 60_000, max: 4_500 })
})

test('a session that takes too many questions is computed from the means that are kept', async () => {
  const { asked, deps } = stored(0)
  const [found] = await sessionStatistics(deps, { series: [kept] }, session(2))
  expect(asked).toEqual([])
  expect(found).toEqual({ n: 3, min: 1, mean: 2, max: 3, p95: 3, basisMs: 8_000 })
})

test('the kept values of a short session are its samples', async () => {
  const { asked, deps } = stored(0)
  const short = { ...kept, stepMs: 1_000 }
  const [found] = await sessionStatistics(deps, { series: [short] }, session(2))
  expect(asked).toEqual([])
  expect(found).toMatchObject({ n: 3, basisMs: 0 })
})
