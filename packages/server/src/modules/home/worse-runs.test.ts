import { type HomeRun, homeRunSchema } from '@pone/contract/entities/home.ts'
import { expect, test } from 'vitest'
import { isAlike, toHomeRun, worseReasonsOf } from './worse-runs.ts'

const run = (over: Partial<HomeRun> = {}): HomeRun =>
  homeRunSchema.parse({
    id: '11111111-e2bb-4255-8caf-4136c566a962',
    number: 1,
    state: 'complete',
    sla: 'passed',
    createdAt: 1,
    startedAt: 2,
    peakUsers: 100,
    requests: 1_000,
    requestsPerSecond: 50,
    p95Ms: 100,
    errorPercent: 2,
    ...over,
  })

test.each<[string, Partial<HomeRun>, Partial<HomeRun>, string[]]>([
  ['nothing changed', {}, {}, []],
  ['it failed', { state: 'failed' }, {}, ['failed']],
  [
    'it failed: figures of a part are not compared',
    { state: 'failed', p95Ms: 999, errorPercent: 90 },
    {},
    ['failed'],
  ],
  ['it failed with its SLA broken', { state: 'failed', sla: 'broken' }, {}, ['failed', 'sla']],
  ['the SLA turned', { sla: 'broken' }, {}, ['sla']],
  ['the SLA was broken before', { sla: 'broken' }, { sla: 'broken' }, []],
  ['the SLA has rules for the first time', { sla: 'broken' }, { sla: 'none' }, []],
  ['its load machines were its limit', { sla: 'notReliable', p95Ms: 999, requestsPerSecond: 1 }, {}, []],
  ['those of the run before were', { p95Ms: 999, errorPercent: 90 }, { sla: 'notReliable' }, []],
  ['P95 is 20 % longer', { p95Ms: 120 }, {}, ['p95']],
  ['P95 is less than 20 % longer', { p95Ms: 119.9 }, {}, []],
  ['P95 is 10 ms longer', { p95Ms: 20 }, { p95Ms: 10 }, ['p95']],
  ['P95 is less than 10 ms longer', { p95Ms: 19.9 }, { p95Ms: 10 }, []],
  ['P95 is shorter', { p95Ms: 50 }, {}, []],
  ['there is no P95 now', { p95Ms: null }, {}, []],
  ['there was no P95', {}, { p95Ms: null }, []],
  ['errors are one point more', { errorPercent: 3 }, {}, ['errors']],
  ['errors are less than one point more', { errorPercent: 2.9 }, {}, []],
  ['errors came where nothing was requested', { errorPercent: 1 }, { errorPercent: null }, ['errors']],
  ['nothing was requested now', { errorPercent: null }, { errorPercent: 0 }, []],
  ['throughput is 10 % lower', { requestsPerSecond: 45 }, {}, ['rate']],
  ['throughput is less than 10 % lower', { requestsPerSecond: 45.1 }, {}, []],
  ['throughput was 0', { requestsPerSecond: 0 }, { requestsPerSecond: 0 }, []],
  [
    'the load was another',
    { peakUsers: 111, p95Ms: 500, requestsPerSecond: 1, errorPercent: 9, sla: 'broken' },
    {},
    ['sla', 'errors'],
  ],
  [
    'everything',
    { sla: 'broken', p95Ms: 500, errorPercent: 9, requestsPerSecond: 1 },
    {},
    ['sla', 'p95', 'errors', 'rate'],
  ],
])('a run is worse when %s', (_when, latest, previous, reasons) => {
  expect(worseReasonsOf(run(latest), run(previous))).toEqual(reasons)
})

test.each([
  [110, 100, true],
  [111, 100, false],
  [90, 100, true],
  [89, 100, false],
  [0, 0, true],
  [1, 0, false],
])('%d users now and %d before are alike: %s', (now, before, isLoadAlike) => {
  expect(isAlike(run({ peakUsers: now }), run({ peakUsers: before }))).toBe(isLoadAlike)
})

test('the share of failed requests is unknown without requests', () => {
  const stored = { ...run(), failed: 5, endedAt: null }
  expect(toHomeRun({ ...stored, requests: 20 }).errorPercent).toBe(25)
  expect(toHomeRun({ ...stored, requests: 0 }).errorPercent).toBeNull()
})
