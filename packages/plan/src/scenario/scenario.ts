/** A scenario: which components run, under which load, on which cluster, judged by which SLA. */

import type { Language } from '@pone/schema/bilingual.ts'
import { idSchema } from '@pone/schema/common.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { defaultEngine, engines } from '../engines/registry.ts'
import { engineSchema } from '../engines/schema.ts'
import { engineSettingsShape } from '../engines/settings.ts'
import { rateUnits } from './rate-units.ts'

const users = z.int().min(1).max(maxUsersPerScenario)
/** Users, or arrivals per second: `problemsOf` demands whole numbers of users. */
const load = z.number().gt(0).max(maxUsersPerScenario)
const loadFrom0 = z.number().min(0).max(maxUsersPerScenario)
const seconds = z.number().min(0).max(604_800)

/** What drives one component: its thread group when the run starts. Times and threads as in the component. */
export const drivenGroupSchema = z.object({
  /** Name of the component, and of the thread group where a component has several. */
  name: z.string(),
  threads: users,
  rampUpSeconds: seconds,
  /** 0 = until the duration is over. */
  loops: z.int().min(0),
  /** Counted from the end of the start delay; 0 = until all loops are done. */
  durationSeconds: seconds,
  startDelaySeconds: seconds,
})
export type DrivenGroup = z.infer<typeof drivenGroupSchema>

/** The load models; each gives a target V(t): users, or arrivals per second when the scenario drives arrivals. */
export const loadModelSchema = z.discriminatedUnion('kind', [
  /** V = N·min(1, t/r) until T; with loops, users end after that many iterations (loops 0 = until T). */
  z.object({
    kind: z.literal('constant'),
    users: load,
    rampUpSeconds: seconds,
    durationSeconds: seconds,
    loops: z.int().min(0).max(1_000_000_000).default(0),
  }),
  /** V = min(M, s + d·⌊t/i⌋), held h seconds at M, then ramped down. */
  z.object({
    kind: z.literal('incremental'),
    start: loadFrom0,
    step: load,
    intervalSeconds: seconds.min(1),
    max: load,
    holdSeconds: seconds,
    rampDownSeconds: seconds.default(0),
  }),
  /** All users start an iteration together; the next round starts when all have finished or the time-out has passed. */
  z.object({
    kind: z.literal('concurrency'),
    users,
    /** 0 = by duration. */ rounds: z.int().min(0).max(1_000_000),
    durationSeconds: seconds,
    gatherTimeoutSeconds: z.number().min(1).max(3_600).default(60),
  }),
  /** V = sum of the rows' trapezoids. */
  z.object({
    kind: z.literal('userDefined'),
    rows: z
      .array(
        z.object({
          users: load,
          startDelaySeconds: seconds,
          rampUpSeconds: seconds,
          holdSeconds: seconds,
          rampDownSeconds: seconds,
        }),
      )
      .min(1)
      .max(100),
  }),
  /** k cycles of T/k: low for T/k − p, then high for p. */
  z.object({
    kind: z.literal('surge'),
    min: loadFrom0,
    max: load,
    peakSeconds: seconds.min(1),
    count: z.int().min(1).max(1_000),
    durationSeconds: seconds.min(1),
  }),
  /** Each bound component is driven by its own thread group; V = sum of the groups, each N·min(1, t/r) after its start delay. */
  z.object({
    kind: z.literal('threadGroups'),
    /** Filled in when a run starts, in the order of the components; a scenario has none. */
    groups: z.array(drivenGroupSchema).max(1_000).default([]),
    /** A task's percentage of the threads, and its length of the run; null = as the groups say. */
    loadPercent: z.number().min(0).max(100_000).default(100),
    durationSeconds: seconds.nullable().default(null),
  }),
])
export type LoadModel = z.infer<typeof loadModelSchema>
export type LoadModelKind = LoadModel['kind']

/** off, our CSV, or a CSV results file (JTL). */
export const sampleLogFormats = ['off', 'csv', 'jtl'] as const
export type SampleLogFormat = (typeof sampleLogFormats)[number]

export const slaMetrics = [
  'avg',
  'p50',
  'p90',
  'p95',
  'p99',
  'p999',
  'max',
  'tps',
  'rps',
  'errorPercent',
  'successPercent',
] as const
const bilingualSchema = z.object({ zh: z.string().max(400), en: z.string().max(400) })
/** Rules of one scenario that judge counters of monitors. */
export const maxCounterRules = 20

/** How several series of a counter, such as one per disk, become the value that is judged. */
export const slaCounterOvers = ['highest', 'lowest', 'sum'] as const

/** A counter of a monitor; the monitor belongs to a link that is bound to the scenario. */
export const slaCounterSchema = z.object({
  /** null: not chosen yet. */
  monitorId: idSchema.nullable(),
  /** Name of the monitor when the rule was saved last. */
  monitorName: z.string().max(200),
  section: z.string().max(80),
  counter: z.string().max(200),
  /** Labels of the one series that is judged; null: all of the counter. */
  labels: z.record(z.string().max(200), z.string().max(1_000)).nullable().default(null),
  over: z.enum(slaCounterOvers).default('highest'),
  /** Of the counter as its type told when the rule was saved last; a counter that only grows is judged by its rate. */
  names: bilingualSchema,
  /** Of values and threshold, as monitor types spell it, such as `%`, `bytes`, `count/s`. */
  unit: z.string().max(30),
})
export type SlaCounter = z.infer<typeof slaCounterSchema>

/** Of a rule whose step never ran. */
export const slaWhenNotRun = ['fail', 'ignore'] as const

export const slaRuleSchema = z
  .object({
    id: z.string(),
    /** Label the rule looks at (a request or transaction name); empty = the whole scenario, or a monitor's counter. */
    label: z.string().max(128).default(''),
    /** `counter`: what `counter` names. */
    metric: z.enum([...slaMetrics, 'counter']),
    counter: slaCounterSchema.optional(),
    operator: z.enum(['<', '<=', '>', '>=']),
    /** Response times in ms, rates per second, percentages 0 to 100, counters in their unit. The rule holds while `metric operator threshold`. */
    threshold: z.number(),
    /** wholeRun: judged on everything after the ramp-up; for: broken when violated in every one of the last n seconds; within: over the merged last n seconds. */
    window: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('wholeRun') }),
        z.object({ kind: z.literal('for'), seconds: z.int().min(1).max(3_600) }),
        z.object({ kind: z.literal('within'), seconds: z.int().min(1).max(3_600) }),
      ])
      .default({ kind: 'wholeRun' }),
    action: z.enum(['record', 'warn', 'stop']).default('record'),
    /** What becomes of a rule on a label of which nothing ended in the whole run: broken, or not evaluated. */
    whenNotRun: z.enum(slaWhenNotRun).default('fail'),
  })
  .refine(({ metric, counter }) => (metric === 'counter') === (counter !== undefined), { path: ['counter'] })
  .refine(({ metric, threshold }) => metric === 'counter' || threshold >= 0, { path: ['threshold'] })
export type SlaRule = z.infer<typeof slaRuleSchema>

/** A rule on what the run itself measures. */
export type MetricRule = SlaRule & { readonly metric: (typeof slaMetrics)[number] }
/** A rule on a counter of a monitor. */
export type CounterRule = SlaRule & { readonly metric: 'counter'; readonly counter: SlaCounter }
export const isMetricRule = (rule: SlaRule): rule is MetricRule => rule.metric !== 'counter'
export const isCounterRule = (rule: SlaRule): rule is CounterRule => rule.counter !== undefined

/** Unit of a metric's values and thresholds. */
export const slaUnitOf = (metric: MetricRule['metric']): '/s' | '%' | 'ms' =>
  metric === 'tps' || metric === 'rps' ? '/s' : metric.endsWith('Percent') ? '%' : 'ms'

/** The monitor and its counter, with the labels of one series, such as `db-1: Used (/data)`. */
export function counterName({ monitorName, names, labels }: SlaCounter, language: Language): string {
  const values = Object.values(labels ?? {}).filter(value => value !== '')
  const which =
    values.length === 0 ? '' : language === 'zh' ? `（${values.join('，')}）` : ` (${values.join(', ')})`
  return `${monitorName}${language === 'zh' ? '：' : ': '}${names[language]}${which}`
}

/** The operators as people write them. */
export const slaSigns = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' } as const

export const scenarioDocumentSchema = z.object({
  /** Every bound component is one of it. */
  engine: engineSchema.default(defaultEngine),
  ...engineSettingsShape,
  /** Percentages add up to 100; users are shared out by largest remainder. */
  bindings: z
    .array(z.object({ componentId: idSchema, percentage: z.number().min(0).max(100) }))
    .max(50)
    .default([]),
  drive: z.enum(['users', 'arrivals']).default('users'),
  /** With arrivals: the unit in which people give and read the rates; stored rates are per second. */
  rateUnit: z.enum(rateUnits).default('second'),
  /** With arrivals: users may grow to this many. */
  maxUsers: users.default(1_000),
  loadModel: loadModelSchema.default({
    kind: 'constant',
    users: 10,
    rampUpSeconds: 5,
    durationSeconds: 60,
    loops: 0,
  }),
  clusterId: idSchema.nullable().default(null),
  /** Writes a line per request and transaction on the load machines, to be downloaded after the run. */
  sampleLog: z.enum(sampleLogFormats).default('off'),
  /** Requests over HTTP carry a `traceparent` of W3C Trace Context, where the engine can do that. */
  traces: z.boolean().default(false),
  /** That its runs are compared with, and where in it they begin, s; null: with none. */
  productionMix: z
    .object({ id: idSchema, fromSeconds: z.int().min(0).max(1_000_000_000) })
    .nullable()
    .default(null),
  sla: z
    .array(slaRuleSchema)
    .max(50)
    .refine(rules => rules.filter(isCounterRule).length <= maxCounterRules)
    .default([]),
})
export type ScenarioDocument = z.infer<typeof scenarioDocumentSchema>

/** The format in which the sample logs of its runs are written: what the scenario chooses, if its engine leaves the choice. */
export const sampleLogOf = ({
  engine,
  sampleLog,
}: Pick<ScenarioDocument, 'engine' | 'sampleLog'>): ScenarioDocument['sampleLog'] =>
  engines[engine].sampleLog ?? sampleLog
