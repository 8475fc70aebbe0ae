/** A made-up run for tests of merging and reports: a shop under rising load, with slow and failing seconds, as its workers would have reported it. */
import { randomUUID } from 'node:crypto'
import type { Exchange, RunEvent } from '@pone/contract/entities/run.ts'
import { type Batch, type BatchMetric, batchSchema } from '@pone/contract/link/batch.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { MetricSum } from '@pone/metrics/metric-sums.ts'
import { commonPhases } from '@pone/metrics/phases.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { RunMachine, RunRecord } from './run-record.ts'

export interface SampleRun {
  readonly record: RunRecord
  readonly plan: RunPlan
  readonly machines: readonly RunMachine[]
  readonly batches: readonly Batch[]
  readonly events: readonly RunEvent[]
}

export interface SampleOptions {
  readonly seconds?: number
  readonly workers?: number
  /** Requests besides the two transactions. */
  readonly requestLabels?: number
  readonly requestsPerSecond?: number
  /** What all times are multiplied by. */
  readonly timeFactor?: number
  /** The last request is a WebSocket's: it has messages and round trips beside its samples. */
  readonly hasMetrics?: boolean
  /** Another one makes other times of the same kind. */
  readonly seed?: number
}

const names = ['打开首页', 'POST /login', '商品列表', 'GET /goods/${id}', '提交订单', 'GET /cart']
/** Positions of the transactions that the requests of these names are part of; the others stand outside. */
const transactionOf: Readonly<Record<string, number>> = { 'POST /login': 0, 提交订单: 1, 'GET /cart': 1 }
const startedAt = Date.UTC(2026, 10, 20, 6, 30)

/** Always the same run for the same options. */
export function sampleRun(options: SampleOptions = {}): SampleRun {
  const {
    seconds = 120,
    workers = 2,
    requestLabels = 4,
    requestsPerSecond = 120,
    timeFactor = 1,
    hasMetrics = false,
    seed = 7,
  } = options
  const labels: RunLabel[] = ['登录', '下单'].map((name, index) => ({
    index,
    name,
    kind: 'transaction',
    component: '商城主流程',
  }))
  for (let index = 0; index < requestLabels; index++) {
    const name = `${names[index % names.length]}${index < names.length ? '' : ` #${index}`}`
    const parent = transactionOf[names[index % names.length] ?? '']
    const within = parent === undefined ? {} : { parent }
    labels.push({ index: labels.length, name, kind: 'request', component: '商城主流程', ...within })
  }
  const random = randomFrom(seed)
  const agentId = randomUUID()
  const record = recordOf(labels, seconds)
  const batches: Batch[] = []
  for (let worker = 1; worker <= workers; worker++) {
    let sent = 0
    for (let second = 0; second < seconds; second++) {
      const share = Math.min(1, (second + 1) / 20) / workers
      const figures = countersOf(labels, {
        count: Math.round(requestsPerSecond * share),
        second,
        random,
        timeFactor,
      })
      sent += figures.requests
      const slow = second > 70 && second < 78
      batches.push(
        batchSchema.parse({
          runId: record.id,
          workerId: `${agentId}/${worker}.1`,
          seq: second + 1,
          second,
          users: Math.round(200 * share),
          targetUsers: Math.round(200 * share),
          iterations: figures.requests,
          lateStarts: 0,
          droppedStarts: 0,
          sent,
          completed: sent,
          labels: figures.labels,
          ...(hasMetrics && { metrics: metricsOf(labels.length - 1, second) }),
          errors: figures.failed === 0 ? [] : [errorOf(figures.failed, second)],
          log: [],
          health: {
            cpu01: slow ? 0.97 : 0.3 + 0.2 * random(),
            eventLoopDelayMs: slow ? 80 : 2 + random(),
            memoryBytes: 180_000_000 + second * 50_000,
            connections: Math.round(200 * share),
          },
          end: second === seconds - 1 ? { cause: 'planned', detail: '', lost: 0 } : null,
        }),
      )
    }
  }
  const machine = {
    agentId,
    name: 'load-01',
    from01: 0,
    to01: 1,
    shares: [],
    startSkewMs: 4,
    endCause: 'planned',
    endDetail: '',
  }
  return { record, plan: planOf(record), machines: [machine], batches, events: eventsOf(seconds) }
}

/** One second of one worker: log-normal times, slower and failing in the middle of the run. */
function countersOf(
  labels: readonly RunLabel[],
  {
    count,
    second,
    random,
    timeFactor,
  }: { count: number; second: number; random: () => number; timeFactor: number },
) {
  const counters = labels.map(() => new Counters())
  const requests = labels.filter(label => label.kind === 'request')
  const isBad = second > 70 && second < 78
  let failed = 0
  for (let index = 0; index < count; index++) {
    const label = requests[Math.floor(random() * requests.length)]
    if (label === undefined) continue
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const durationUs = Math.round(
      timeFactor * 1_000 * Math.exp(3.2 + 0.5 * normal + 0.15 * label.index + (isBad ? 1.6 : 0)),
    )
    const passed = !(isBad && random() < 0.12)
    if (!passed) failed += 1
    counters[label.index]?.record(durationUs, passed, 420, 5_300)
    counters[label.index]?.recordPhases(
      [null, index % 20 === 0 ? 900 : null, null, durationUs - 300, 300],
      commonPhases,
    )
    if (index % 4 === 0) counters[index % 8 === 0 ? 0 : 1]?.record(durationUs * 3, passed, 0, 0)
  }
  return {
    requests: count,
    failed,
    labels: counters.flatMap((each, label) => (each.count === 0 ? [] : [{ label, ...each.toWire() }])),
  }
}

/** One second of one worker: `second` messages, each answered after as many ms. */
function metricsOf(label: number, second: number): BatchMetric[] {
  const sent = new MetricSum('counter')
  const roundTrip = new MetricSum('trend')
  for (let message = 1; message <= second; message++) {
    sent.record(1, second * 1_000 + message)
    roundTrip.record(message * 1_000, second * 1_000 + message)
  }
  return second === 0
    ? []
    : [
        { label, ...sent.toWire('messagesSent') },
        { label, ...roundTrip.toWire('roundTrip') },
      ]
}

const errorOf = (count: number, second: number) => ({
  label: 2,
  code: 'HTTP 503',
  message: 'unexpected status 503',
  count,
  at: startedAt + second * 1_000 + 400,
  sample: sampleExchange,
})

const sampleExchange: Exchange = {
  at: startedAt + 71_400,
  label: 'POST /login',
  method: 'POST',
  url: 'http://shop.example/api/login',
  requestHeaders: [['content-type', 'application/json']],
  requestBody: '{"account":"ann","password":"<secret>"}',
  status: 503,
  responseHeaders: [['retry-after', '1']],
  responseBody: '{"message":"The shop stumbled."}',
  responseBytes: 32,
  durationMs: 184.2,
  protocol: 'http',
  phases: { firstByte: 183.9, transfer: 0.3 },
  error: { code: 'HTTP 503', message: 'unexpected status 503' },
  checkpoints: [{ id: 'c', summary: 'status < 400', passed: false, actual: '503' }],
  extracted: [],
  fromCache: null,
  resources: [],
  sections: [],
}

const eventsOf = (seconds: number): RunEvent[] => [
  { at: startedAt - 900, kind: 'stateChanged', params: { to: 'readyToRun' }, by: null },
  { at: startedAt - 500, kind: 'stateChanged', params: { to: 'running' }, by: null },
  { at: startedAt + 45_000, kind: 'loadChanged', params: { load: 220 }, by: 'tester' },
  { at: startedAt + 74_000, kind: 'slaBroken', params: { rule: 'P95 < 200 ms', ruleId: 'p95' }, by: null },
  {
    at: startedAt + 74_000,
    kind: 'generatorOverloaded',
    params: { machine: 'load-01', second: 71, reason: 'cpu,eventLoop' },
    by: null,
  },
  {
    at: startedAt + seconds * 1_000,
    kind: 'stateChanged',
    params: { to: 'complete', cause: 'planned' },
    by: null,
  },
]

function recordOf(labels: RunLabel[], seconds: number): RunRecord {
  return {
    id: randomUUID(),
    projectId: randomUUID(),
    number: 12,
    scenarioId: null,
    scenarioName: '商城主流程 · 200 用户',
    clusterId: randomUUID(),
    clusterName: 'local',
    scenario: scenarioDocumentSchema.parse({
      loadModel: { kind: 'constant', users: 200, rampUpSeconds: 20, durationSeconds: seconds },
      sla: [
        {
          id: 'p95',
          metric: 'p95',
          operator: '<',
          threshold: 200,
          window: { kind: 'for', seconds: 3 },
          action: 'warn',
        },
        { id: 'errors', metric: 'errorPercent', operator: '<', threshold: 5 },
        { id: 'rps', metric: 'rps', operator: '>', threshold: 100 },
      ],
    }),
    labels,
    startedBy: 'tester',
    createdAt: startedAt - 1_000,
    plannedDurationMs: seconds * 1_000,
    rampUpEndMs: 20_000,
    state: 'complete',
    cause: 'planned',
    causeDetail: '',
    stopCause: null,
    manualLoad: null,
    loadOrder: null,
    startedAt,
    endedAt: startedAt + seconds * 1_000,
    peakUsers: 200,
    usersBasis: 'maximum',
    requests: 0,
    failed: 0,
    requestsPerSecond: 0,
    p95Ms: null,
    sla: 'broken',
    slaResults: [],
    capacity: null,
    suspect: [[71, 77]],
    isGeneratorLimit: false,
  }
}

const planOf = ({ id, labels, scenario }: RunRecord): RunPlan => ({
  runId: id,
  components: [
    { id: randomUUID(), name: '商城主流程', percentage: 100, document: componentDocumentSchema.parse({}) },
  ],
  labels: [...labels],
  drive: scenario.drive,
  sampleLog: scenario.sampleLog,
  maxUsers: scenario.maxUsers,
  loadModel: scenario.loadModel,
  files: [],
})

/** Numbers in [0, 1), the same for the same seed (Lehmer generator). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
