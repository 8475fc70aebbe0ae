/** Monitors: what is watched, how often and by whom, and what was collected of it. */

import { emailSchema, idSchema, instantSchema, nameSchema, phoneSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** In one project. */
export const maxMonitors = 10_000
export const maxMonitorGroups = 500
/** Monitors that one call changes or reads. */
export const maxMonitorsAtOnce = 500
export const maxMonitorImportRows = 2_000
export const maxMonitorImportBytes = 4 * 1024 ** 2
/** Of the times between two collections or two sends, ms. */
export const monitorIntervalBounds = { min: 1_000, max: 3_600_000 } as const
/** How long a test of a connection or a discovery may take, ms. */
export const monitorTestLimitMs = 5_000
/** Gaps that one call answers. */
export const maxMonitorGaps = 1_000
/** Series that one chart draws, and instants of each. */
export const maxChartSeries = 200
export const maxChartPoints = 2_000
/** Longest range that one query covers, ms. */
export const maxChartRangeMs = 400 * 86_400_000

/** Why a section of a monitor has no value. */
const monitorCauses = [
  'refused',
  'unreachable',
  'wrongPassword',
  'wrongProduct',
  'tlsMismatch',
  'hostKeyMismatch',
  'timedOut',
  'tooLarge',
  'malformed',
  'missingRight',
  'notSetUp',
  'notAllowed',
  'overrun',
  'agentLost',
  'noAgent',
  'noData',
  'spoolFull',
  'targetClosed',
  'stopped',
  'tooManyLabels',
  'credentialLost',
  'collectorEnded',
  'setAside',
] as const
export const monitorCauseSchema = z.enum(monitorCauses)
export type MonitorCause = z.infer<typeof monitorCauseSchema>
/** Causes by which the target was not asked or its answer was lost, so that nothing is known of it. */
export const unobservedCauses: readonly MonitorCause[] = [
  'notAllowed',
  'overrun',
  'agentLost',
  'noAgent',
  'noData',
  'spoolFull',
  'stopped',
  'credentialLost',
  'collectorEnded',
  'setAside',
]

/** A cause, what fills the places of its text (`grant`: the statement that grants a missing right, `setting`: of the agent's environment), and what the target said itself. */
export const monitorProblemSchema = z.object({
  cause: monitorCauseSchema,
  params: z.record(z.string().max(40), z.string().max(2_000)),
  detail: z.string().max(2_000),
})
export type MonitorProblem = z.infer<typeof monitorProblemSchema>

/** Name of a counter: its key in the type, or the name that an exporter gave it. */
export const counterNameSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z_:][A-Za-z0-9_:.-]*$/)

/** Name of a monitor type, of one of its sections, counters, charts or tables. */
export const monitorKeySchema = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/)

/** Values of the type's parameters by key. */
export const monitorParamsSchema = z
  .record(monitorKeySchema, z.union([z.string().max(8_192), z.number(), z.boolean()]))
  .refine(params => Object.keys(params).length <= 64)
export type MonitorParams = z.infer<typeof monitorParamsSchema>

const intervalSchema = z.int().min(monitorIntervalBounds.min).max(monitorIntervalBounds.max)

/** What the form of a monitor holds. A secret parameter that is left out or '' keeps what is stored. */
export const monitorFieldsSchema = z.object({
  /** The alias; unique in the project. */
  name: nameSchema,
  groupId: idSchema.nullable().default(null),
  /** Name of a monitor type; cannot be changed later. */
  type: monitorKeySchema,
  params: monitorParamsSchema.default({}),
  /** Agent that collects; null: the nearest one. */
  agentId: idSchema.nullable().default(null),
  /** How often the agent sends what it has collected. */
  sendIntervalMs: intervalSchema.default(5_000),
  /** How often the server expects it; twice this without data counts as no data. */
  receiveIntervalMs: intervalSchema.default(5_000),
  /** Time between two collections; at most the shorter of both intervals. */
  frequencyMs: intervalSchema.default(5_000),
  /** Path or address of the target's log of slow operations; '' = none. */
  slowLogAddress: z.string().trim().max(500).default(''),
  /** Page of the target for people; '' = none. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .or(z.literal(''))
    .default(''),
  notificationEmails: z.array(emailSchema).max(20).default([]),
  notificationPhones: z.array(phoneSchema).max(20).default([]),
})
export type MonitorFields = z.infer<typeof monitorFieldsSchema>

/**
 * stopped: not started; waiting: started, nothing heard yet; up: every section answers; partly: some do not;
 * down: the section that tells availability, or every one, fails; noAgent: no agent can collect.
 */
export const monitorStates = ['stopped', 'waiting', 'up', 'partly', 'down', 'noAgent'] as const
export const monitorStateSchema = z.enum(monitorStates)
export type MonitorState = z.infer<typeof monitorStateSchema>

export const monitorSchema = monitorFieldsSchema.extend({
  id: idSchema,
  /** Of a type of one's own; null: built-in, goes with the product. */
  typeVersion: z.int().nullable(),
  projectId: idSchema,
  /** Without secret ones. */
  params: monitorParamsSchema,
  /** Secret parameters that have a stored value. */
  secretsSet: z.array(z.string()),
  isRunning: z.boolean(),
  /** When it was started or stopped last; null: never started. */
  runningSince: instantSchema.nullable(),
  state: monitorStateSchema,
  /** The worst problem of its sections now. */
  problem: monitorProblemSchema.nullable(),
  /** The agent that collects now. */
  collector: z.object({ id: idSchema, name: z.string(), isOnline: z.boolean() }).nullable(),
  /** The load test for which it is collected each second; its fields are null for callers who may not view executions. null: it has its own frequency. */
  fastRun: z.object({ id: idSchema.nullable(), number: z.int().nullable() }).nullable(),
  /** Of the newest values. */
  lastAt: instantSchema.nullable(),
  revision: z.int().min(1),
  createdBy: z.string(),
  createdAt: instantSchema,
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type Monitor = z.infer<typeof monitorSchema>

export const monitorGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  monitors: z.int(),
  running: z.int(),
})
export type MonitorGroup = z.infer<typeof monitorGroupSchema>

/** An agent that may collect for a project. */
export const monitorAgentSchema = z.object({
  id: idSchema,
  name: z.string(),
  host: z.string(),
  address: z.string(),
  isOnline: z.boolean(),
  /** Monitors of the project that it collects now. */
  monitors: z.int(),
})
export type MonitorAgent = z.infer<typeof monitorAgentSchema>

/** Numbers of a project's monitors by state. */
export const monitorCountsSchema = z.object({
  total: z.int(),
  running: z.int(),
  byState: z.record(monitorStateSchema, z.int()),
})
export type MonitorCounts = z.infer<typeof monitorCountsSchema>

/** One row of an imported file, as it was understood. */
export const monitorImportRowSchema = z.object({
  /** Line of the file, or place in its list, from 1; the heading is not counted. */
  row: z.int(),
  name: z.string(),
  type: z.string(),
  isCreated: z.boolean(),
  /** Why it is refused; empty when it is or would be created. */
  problems: z.array(z.object({ field: z.string(), text: z.string() })),
})

/** One step of a test of a connection, or one fact that it found. */
export const monitorTestStepSchema = z.object({
  /** As `reached`, `signedIn`, `version`, or the key of a section. */
  key: z.string().max(80),
  /** True: worked; false: did not, see `problem`. */
  isOk: z.boolean(),
  tookMs: z.number().min(0),
  /** As the target says it, e.g. its version; '' = nothing. */
  detail: z.string().max(2_000),
  /** Counters that this section would give. */
  counters: z.array(z.string().max(80)).max(500).default([]),
  problem: monitorProblemSchema.nullable(),
})
export type MonitorTestStep = z.infer<typeof monitorTestStepSchema>

export const monitorTestSchema = z.object({
  id: idSchema,
  agent: z.object({ id: idSchema, name: z.string() }),
  steps: z.array(monitorTestStepSchema),
  isEnded: z.boolean(),
  /** Known once it has ended. */
  isReachable: z.boolean(),
})
export type MonitorTest = z.infer<typeof monitorTestSchema>

/** A process with a listening port that a monitor type can watch. */
export const discoveredTargetSchema = z.object({
  type: z.string().max(80),
  /** Proposed alias. */
  name: z.string().max(64),
  params: monitorParamsSchema,
  /** '' where the system does not tell it. */
  process: z.string().max(200),
  pid: z.int().nullable(),
  port: z.int().min(0).max(65_535).nullable(),
})
export type DiscoveredTarget = z.infer<typeof discoveredTargetSchema>

const labelsSchema = z.record(z.string(), z.string())

/** The newest value of one series: a number, or a text for counters of kind text. */
export const latestValueSchema = z.object({
  section: z.string(),
  counter: z.string(),
  labels: labelsSchema,
  at: instantSchema,
  /** Raw counters as their rate per second; null where it is not known yet. */
  value: z.union([z.number(), z.string()]).nullable(),
})
export type LatestValue = z.infer<typeof latestValueSchema>

export const monitorLatestSchema = z.object({
  monitorId: idSchema,
  /** Of the monitor itself, so that a page that shows it learns of changes. */
  revision: z.int(),
  state: monitorStateSchema,
  problem: monitorProblemSchema.nullable(),
  lastAt: instantSchema.nullable(),
  values: z.array(latestValueSchema),
})
export type MonitorLatest = z.infer<typeof monitorLatestSchema>

/** An interval without values and why; `until` null: it lasts. */
export const monitorGapSchema = monitorProblemSchema.extend({
  section: z.string(),
  from: instantSchema,
  until: instantSchema.nullable(),
})
export type MonitorGap = z.infer<typeof monitorGapSchema>

export const monitorSeriesSchema = z.object({
  from: instantSchema,
  to: instantSchema,
  /** Time between two points. */
  stepMs: z.int().min(1),
  /** Beginnings of the steps, ascending; one per value of each series. */
  times: z.array(instantSchema),
  series: z.array(
    z.object({
      section: z.string(),
      counter: z.string(),
      labels: labelsSchema,
      /** null: unknown, see `gaps`. */
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Series that exist beyond those that are answered. */
  omitted: z.int(),
  gaps: z.array(monitorGapSchema),
})
export type MonitorSeries = z.infer<typeof monitorSeriesSchema>

export const maxFoundCounters = 2_000
/** A counter that a target has named itself. */
export const foundCounterSchema = z.object({ counter: z.string(), kind: z.enum(['gauge', 'counter']) })
export type FoundCounter = z.infer<typeof foundCounterSchema>

/** Rows of a table of a section: a row per set of labels. */
export const monitorTableSchema = z.object({
  /** null: nothing was collected. */
  at: instantSchema.nullable(),
  rows: z.array(
    z.object({
      labels: labelsSchema,
      values: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
    }),
  ),
  omitted: z.int(),
})
export type MonitorTable = z.infer<typeof monitorTableSchema>

/** From a start to a stop. */
export const monitorSessionSchema = z.object({
  id: idSchema,
  monitorId: idSchema,
  projectId: idSchema,
  projectName: z.string(),
  monitorName: z.string(),
  type: z.string(),
  startedAt: instantSchema,
  startedBy: z.string(),
  /** null: it runs. */
  stoppedAt: instantSchema.nullable(),
  stoppedBy: z.string(),
  /** Now, or when it was stopped. */
  state: monitorStateSchema,
})
export type MonitorSession = z.infer<typeof monitorSessionSchema>

export const collectorLogLevels = ['debug', 'info', 'warn', 'error'] as const
export const collectorLogLineSchema = z.object({
  seq: z.int(),
  at: instantSchema,
  level: z.enum(collectorLogLevels),
  monitorId: idSchema.nullable(),
  monitorName: z.string(),
  agentName: z.string(),
  text: z.string(),
})
export type CollectorLogLine = z.infer<typeof collectorLogLineSchema>
