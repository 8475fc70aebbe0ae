/** Runs, figures and curves for tests of the interface, parsed by the schemas of the contract; a test gives the values it checks, the others have defaults. */
import {
  type RunDetail,
  type RunSecond,
  runDetailSchema,
  runSchema,
  runSecondSchema,
  type Statistics,
  statisticsSchema,
} from '@pone/contract/entities/run.ts'

/** The same id for the same number, up to 15. */
export const idOf = (number: number): string => `${number.toString(16).repeat(8)}-e2bb-4255-8caf-4136c566a962`

/** Start of the first run, 2020-11-22 08:00:00 UTC. */
export const startedAt = Date.UTC(2020, 10, 22, 8)
const dayMs = 86_400_000

/** A run of one minute that ended as planned; run n starts n - 1 days after the first one. */
export function runOf(number: number, over: object = {}) {
  const at = startedAt + (number - 1) * dayMs
  return runSchema.parse({
    id: idOf(number),
    number,
    engine: 'pr',
    scenarioId: idOf(0),
    scenarioName: 'Black Friday',
    clusterName: 'local',
    state: 'complete',
    cause: 'planned',
    causeDetail: '',
    startedBy: 'li',
    createdAt: at - 2_000,
    startedAt: at,
    endedAt: at + 60_000,
    plannedDurationMs: 60_000,
    peakUsers: 20,
    usersBasis: 'maximum',
    requests: 2_400,
    failed: 60,
    requestsPerSecond: 40,
    p95Ms: 55,
    sla: 'none',
    ...over,
  })
}

/** The run with all details, and a scenario that contains only the given load model. */
export function runDetailOf(number: number, over: object = {}): RunDetail {
  const run = runOf(number, over)
  return runDetailSchema.parse({
    ...run,
    scenario: {},
    labels: [],
    isStopping: false,
    manualLoad: null,
    now: run.endedAt ?? startedAt + 42_000,
    ...over,
  })
}

/** Figures with distinct values; `times` are the response times and `count` the requests in a minute. */
export function statisticsOf({ count = 2_400, failed = 60, times = 1 } = {}): Statistics {
  const percent = count === 0 ? 0 : (failed / count) * 100
  return statisticsSchema.parse({
    count,
    passed: count - failed,
    failed,
    successPercent: 100 - percent,
    errorPercent: percent,
    minMs: 2 * times,
    avgMs: 20 * times,
    maxMs: 90 * times,
    p50Ms: 18 * times,
    p90Ms: 40 * times,
    p95Ms: 55 * times,
    p99Ms: 80 * times,
    p999Ms: 89 * times,
    standardDeviationMs: 5 * times,
    perSecond: count / 60,
    sentBytesPerSecond: 1_024,
    receivedBytesPerSecond: 2_048,
  })
}

/** A second whose figures increase with its number. */
export const secondOf = (second: number, over: object = {}): RunSecond =>
  runSecondSchema.parse({
    second,
    lengthMs: 1_000,
    users: 10 + second,
    targetUsers: 20,
    requests: 40 + second,
    failed: 1,
    transactions: 4,
    avgMs: 20,
    p50Ms: 18,
    p90Ms: 40,
    p95Ms: 55 + second,
    p99Ms: 80,
    maxMs: 90,
    sentBytes: 1_024,
    receivedBytes: 2_048,
    connections: 9,
    isSuspect: false,
    ...over,
  })
