/** An execution of a scenario: its record, its live figures and what is counted per second. */

import { engineSchema } from '@pone/plan/engines/schema.ts'
import { loadOrderSchema } from '@pone/plan/load-models/load-order.ts'
import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { scenarioDocumentSchema, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { embeddedResourceSchema, exchangeSectionSchema } from '@pone/schema/exchange-content.ts'
import { z } from 'zod'
import { runStateSchema } from '../state-schemas.ts'
import { runVerdicts, slaStates } from '../states.ts'
import { capacitySchema } from './capacity.ts'
import { resultImportSchema } from './jtl.ts'
import { metricFiguresSchema, metricTableSchema } from './run-metrics.ts'

/** Why a run ended as it did. */
export const runCauses = [
  'planned',
  'rowsUsedUp',
  'stoppedByUser',
  'forceStopped',
  'slaStop',
  'stopTest',
  'agentLost',
  'workerLost',
  'diskFull',
  'databaseLost',
  'serverRestart',
  'startFailed',
  'timeout',
  'scriptFault',
  'importFailed',
] as const
export const runCauseSchema = z.enum(runCauses)
export type RunCause = z.infer<typeof runCauseSchema>

/** none: no rules are defined; notJudged: there are rules, and nothing that they could be judged on; pending: nothing judged yet. */
export const slaStateSchema = z.enum(slaStates)
export const runVerdictSchema = z.enum(runVerdicts)
/** rampUp: all of it is ramp-up, which is left out; noSamples: nothing of the rule's label ended; noFullSecond: a rate needs a whole second under load; noData: the monitor gave no value; notRun: nothing of the rule's label ended in the whole run, which breaks the rule. */
export const slaReasons = ['rampUp', 'noSamples', 'noFullSecond', 'noData', 'notRun'] as const
export const slaResultSchema = z.object({
  rule: slaRuleSchema,
  state: slaStateSchema,
  /** Why it is not evaluated, or broken without a value; null otherwise, and in what versions before 0.6 stored. */
  reason: z.enum(slaReasons).nullable().default(null),
  /** Latest (while running) or final value, in the metric's unit; null while there is nothing to judge. */
  value: z.number().nullable(),
  firstBrokenAt: instantSchema.nullable(),
  /** Seconds in which the rule was violated. */
  violatedSeconds: z.int(),
  /**
   * The value that broke the rule and the interval that it was measured on, ms since the run's start; for a rule over
   * several seconds in a row the value is that of the last one. null while the rule holds; left out by versions before 0.9.
   */
  violation: z.object({ value: z.number(), fromMs: z.int(), toMs: z.int() }).nullish(),
  /** Of a rule on a counter: how much of the judged time has no value, ms, and whether there is none at present; null: nothing is missing. */
  noData: z.object({ ms: z.int(), isNow: z.boolean() }).nullish(),
})
export type SlaResult = z.infer<typeof slaResultSchema>

/** Figures over some window, for one label or for all requests. Times in ms, rates per second, percentages 0 to 100. */
export const statisticsSchema = z.object({
  count: z.int(),
  passed: z.int(),
  failed: z.int(),
  successPercent: z.number(),
  errorPercent: z.number(),
  minMs: z.number(),
  avgMs: z.number(),
  maxMs: z.number(),
  p50Ms: z.number(),
  p90Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  p999Ms: z.number(),
  standardDeviationMs: z.number(),
  perSecond: z.number(),
  sentBytesPerSecond: z.number(),
  receivedBytesPerSecond: z.number(),
})
export type Statistics = z.infer<typeof statisticsSchema>

/** Average phases of the response times, ms, by `<key of the phase>Ms`; null where none was measured. */
export const phaseAveragesSchema = z.record(z.string(), z.number().nullable())
export type PhaseAverages = z.infer<typeof phaseAveragesSchema>

export const labelStatisticsSchema = statisticsSchema.extend({
  label: runLabelSchema,
  /** null for what is no request. */
  phases: phaseAveragesSchema.nullable().default(null),
  /** The same over all requests of the label, 0 where a phase did not happen, so that they add up; absent in reports of versions before 0.9. */
  phasesPerRequest: z.record(z.string(), z.number()).optional(),
})
export type LabelStatistics = z.infer<typeof labelStatisticsSchema>

/** Characters of a body that an exchange keeps; longer ones are cut. */
export const keptBodyLength = 262_144

/** One request and its answer in full, as kept for an error group or a standalone execution. */
export const exchangeSchema = z.object({
  at: instantSchema,
  label: z.string(),
  method: z.string(),
  url: z.string(),
  requestHeaders: z.array(z.tuple([z.string(), z.string()])),
  requestBody: z.string(),
  status: z.int().nullable(),
  responseHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** Cut to 256 KiB; `responseBytes` tells the whole size. */
  responseBody: z.string(),
  responseBytes: z.int(),
  durationMs: z.number(),
  /** Its protocol; versions before 0.7 knew HTTP only. */
  protocol: z.string().default('http'),
  /** Phases of the duration, ms, by their key; null where one did not happen (e.g. connect on a kept connection). */
  phases: z.record(z.string(), z.number().nullable()).default({}),
  /** The phases as versions before 0.7 stored them; see phasesOf. */
  timing: z
    .object({
      dnsMs: z.number().nullable(),
      connectMs: z.number().nullable(),
      tlsMs: z.number().nullable(),
      firstByteMs: z.number().nullable(),
      transferMs: z.number().nullable(),
    })
    .optional(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  checkpoints: z.array(
    z.object({ id: z.string(), summary: z.string(), passed: z.boolean(), actual: z.string() }),
  ),
  extracted: z.array(z.object({ variable: z.string(), value: z.string(), matched: z.boolean() })),
  /** Of the trace that the request began; left out where it began none. */
  traceId: z.string().max(64).optional(),
  /** fresh: answered from the user's cache, without a request; revalidated: the server said that the kept answer still holds. */
  fromCache: z.enum(['fresh', 'revalidated']).nullable().default(null),
  /** What a page embeds, in the order of arrival; bytes and times of the whole are above. */
  resources: z.array(embeddedResourceSchema).default([]),
  /** What only its protocol shows. */
  sections: z.array(exchangeSectionSchema).default([]),
})
export type Exchange = z.infer<typeof exchangeSchema>

/** The phases of an exchange, ms, by their key, also of one that an earlier version stored. */
export function phasesOf({ phases, timing }: Exchange): Readonly<Record<string, number | null>> {
  if (timing === undefined) return phases
  const { dnsMs, connectMs, tlsMs, firstByteMs, transferMs } = timing
  return { dns: dnsMs, connect: connectMs, tls: tlsMs, firstByte: firstByteMs, transfer: transferMs }
}

export const errorGroupSchema = z.object({
  label: z.string(),
  /** `HTTP 503`, `checkpoint`, `ECONNREFUSED`, `timeout`, `extractor`, `workerLost` … */
  code: z.string(),
  message: z.string(),
  count: z.int(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  sample: exchangeSchema.nullable(),
})
export type ErrorGroup = z.infer<typeof errorGroupSchema>

export const logLineSchema = z.object({
  at: instantSchema,
  level: z.enum(['debug', 'info', 'warn', 'error']),
  source: z.string(),
  message: z.string(),
  /** Name of the machine that wrote it; left out where it is not known. */
  machine: z.string().optional(),
})
export type LogLine = z.infer<typeof logLineSchema>

/** A slow request that began a trace. */
export const slowTraceSchema = z.object({
  label: z.int().min(0),
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  /** When it ended, epoch ms. */
  at: z.int(),
  durationMs: z.number().min(0),
  passed: z.boolean(),
})
export type SlowTrace = z.infer<typeof slowTraceSchema>
/** Of one worker in one second. */
export const maxSlowTraces = 20

/** Something that happened during the run and belongs on its time axis. Texts are built from kind and params by the reader. */
export const runEventSchema = z.object({
  at: instantSchema,
  kind: z.enum([
    'stateChanged',
    'loadChanged',
    'levelHeld',
    'levelBroken',
    'slaBroken',
    'machineLost',
    'machineBack',
    'shareMoved',
    'shareNotMoved',
    'shareEndedEarly',
    'loadHeld',
    'workerLost',
    'generatorOverloaded',
    'rowsRepeated',
    'roundsEnded',
    'machinesAwaited',
    'stopRequested',
    'resultsAwaited',
    'resultsLate',
    'machinePrepared',
    'machineStarted',
    'machineReturned',
    'reportMade',
    'monitoringStarted',
    'monitoringFailed',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  by: z.string().nullable(),
})
export type RunEvent = z.infer<typeof runEventSchema>

/** Events that belong to every run: they stand in its log, not among what is remarkable of it. */
const routineEvents: readonly RunEvent['kind'][] = [
  'machinePrepared',
  'machineStarted',
  'machineReturned',
  'reportMade',
  'monitoringStarted',
]
export const isRoutine = (event: Pick<RunEvent, 'kind'>): boolean => routineEvents.includes(event.kind)

/**
 * What numbers of users are taken from. maximum: each second tells the largest number within it, exact for one engine process
 * and to a tenth of a second for several. sampled: numbers at the ends of seconds (versions before 0.6) or with samples
 * (imported results), so that the true maximum may be higher.
 */
export const usersBasisSchema = z.enum(['maximum', 'sampled'])
export type UsersBasis = z.infer<typeof usersBasisSchema>

/** One second of a run, all machines merged. Response times of requests, in ms; null where nothing was measured. */
export const runSecondSchema = z.object({
  /** Whole seconds since the run's start. */
  second: z.int().min(0),
  /** What of the point was run, ms: all of it but at the end of a run. Left out by versions before 0.6. */
  lengthMs: z.int().min(0).optional(),
  /** The most at a time within it, see usersBasisSchema. */
  users: z.int(),
  targetUsers: z.number(),
  requests: z.int(),
  failed: z.int(),
  transactions: z.int(),
  avgMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p90Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  maxMs: z.number().nullable(),
  sentBytes: z.int(),
  receivedBytes: z.int(),
  connections: z.int(),
  /** Arrivals begun more than 10 ms after their time, and those that found no free user; 0 unless arrivals drive the run. */
  lateStarts: z.int().default(0),
  droppedStarts: z.int().default(0),
  /** A machine or worker was lost here, or the generator was overloaded: do not trust this second. */
  isSuspect: z.boolean(),
  /** Metrics by key, all labels together; left out where none had a value. */
  metrics: z.record(z.string(), metricFiguresSchema).optional(),
})
export type RunSecond = z.infer<typeof runSecondSchema>

/** A row of the execution records. */
export const runSchema = z.object({
  id: idSchema,
  /** Running number within the project, for people. */
  number: z.int(),
  engine: engineSchema,
  /** import: measured elsewhere, its results were uploaded. */
  source: z.enum(['run', 'import']).default('run'),
  /** How far its import is; null for what ran here. */
  importing: resultImportSchema.nullable().default(null),
  scenarioId: idSchema.nullable(),
  scenarioName: z.string(),
  clusterName: z.string(),
  state: runStateSchema,
  cause: runCauseSchema.nullable(),
  causeDetail: z.string(),
  startedBy: z.string(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  plannedDurationMs: z.int().nullable(),
  /** The most users at a time. */
  peakUsers: z.int(),
  usersBasis: usersBasisSchema.default('sampled'),
  requests: z.int(),
  failed: z.int(),
  requestsPerSecond: z.number(),
  p95Ms: z.number().nullable(),
  sla: runVerdictSchema,
  /** The load machines were overloaded for so long that the figures are not those of the target. */
  isGeneratorLimit: z.boolean().default(false),
})
export type Run = z.infer<typeof runSchema>

export const runDetailSchema = runSchema.extend({
  scenario: scenarioDocumentSchema,
  labels: z.array(runLabelSchema),
  isStopping: z.boolean(),
  /** Load set by hand; null while the model rules. */
  manualLoad: z.int().nullable(),
  /** Its ramp and its parts by component; null while the model rules, and in runs of versions before 0.9. */
  loadOrder: loadOrderSchema.nullable().default(null),
  /** The search that drives its load; null or left out: it searches nothing. */
  capacity: capacitySchema.nullish(),
  /** Server time at the answer, to show elapsed time without trusting the browser's clock. */
  now: instantSchema,
})
export type RunDetail = z.infer<typeof runDetailSchema>

/** Everything a live page needs to draw the present state of a run; increments come over the live stream. */
export const runLiveSchema = z.object({
  run: runDetailSchema,
  /** Width of a point of `seconds`: 1, or more where a long run was condensed by merging; counts of a point are then sums, users and connections maxima. */
  secondsPerPoint: z.int().min(1),
  seconds: z.array(runSecondSchema),
  total: statisticsSchema,
  labels: z.array(labelStatisticsSchema),
  errors: z.array(errorGroupSchema),
  events: z.array(runEventSchema),
  sla: z.array(slaResultSchema),
  metrics: metricTableSchema.default(() => ({ rows: [], lacksMetrics: false, lacksLabels: false })),
  machines: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      isOnline: z.boolean(),
      users: z.int(),
      /** Of the busiest engine process, share of the `cpuCores` that it can use. */
      cpu01: z.number().nullable(),
      cpuCores: z.int().nullable().default(null),
      /** Of all processes of the machine, share of its `hostCores`. */
      hostCpu01: z.number().nullable().default(null),
      hostCores: z.int().nullable().default(null),
      eventLoopDelayMs: z.number().nullable(),
      memoryBytes: z.int().nullable(),
      /** How much later than the common start it began, ms. */
      startSkewMs: z.number().nullable().default(null),
    }),
  ),
})
export type RunLive = z.infer<typeof runLiveSchema>
