/** Data-flow reports: what a monitoring link collected from a start to its stop. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { runStates } from '../states.ts'
import { monitorStateSchema } from './monitor.ts'
import { linkTopologySchema, monitorLinkSessionSchema } from './monitor-link.ts'
import { monitoringNoteSchema, runMonitoringSchema, sinceStartSchema } from './run-monitoring.ts'

/** Gaps that are kept of one monitor, the newest ones, and changes of its state. */
export const maxFlowGaps = 200
export const maxHealthChanges = 500
/** Load tests that are kept of one session. */
export const maxFlowRuns = 100
export const maxFlowEvents = 1_000

const namesSchema = z.object({ zh: z.string(), en: z.string() })
const figureSchema = z.number().nullable()

/** State of a monitor from each instant to the next one, ascending, the first one at 0. */
export const flowHealthSchema = z.object({
  monitorId: idSchema,
  changes: z.array(z.tuple([sinceStartSchema, monitorStateSchema])).max(maxHealthChanges),
})
export type FlowHealth = z.infer<typeof flowHealthSchema>

/** Of the values of one series; null where there is none. */
const flowStatisticsSchema = z.object({
  /** Number of values. */
  n: z.int().min(0),
  min: figureSchema,
  mean: figureSchema,
  max: figureSchema,
  /** The smallest value that at least 95 % of the values do not exceed. */
  p95: figureSchema,
  /** 0: the values are samples as they were collected; else they are means over up to this many ms. */
  basisMs: z.number().min(0),
})
export type FlowStatistics = z.infer<typeof flowStatisticsSchema>

/** A load test that the link belonged to. */
const flowRunSchema = z.object({
  id: idSchema,
  number: z.int(),
  scenarioName: z.string(),
  state: z.enum(runStates),
  fromMs: sinceStartSchema,
  /** null: it went on when the session ended, or goes on. */
  untilMs: sinceStartSchema.nullable(),
})
export type FlowRun = z.infer<typeof flowRunSchema>

/** What is kept of a session; its instants are ms since the start of the session. */
export const flowContentSchema = z.object({
  monitoring: runMonitoringSchema,
  health: z.array(flowHealthSchema),
  /** One of each series of `monitoring`, in their order. */
  statistics: z.array(flowStatisticsSchema),
  runs: z.array(flowRunSchema).max(maxFlowRuns),
})
export type FlowContent = z.infer<typeof flowContentSchema>

const flowEventSchema = z.object({
  atMs: sinceStartSchema,
  /** End of what lasts; null of instants and of what lasts to the end. */
  untilMs: sinceStartSchema.nullable(),
  kind: z.enum(['link', 'state', 'gap', 'run']),
  tone: z.enum(['neutral', 'good', 'warning', 'bad']),
  /** Of a monitor, or of the scenario of a run; '' of the link. */
  name: z.string(),
  text: namesSchema,
  monitorId: idSchema.nullable(),
  /** Of a load test that was not deleted since. */
  runId: idSchema.nullable(),
})
export type FlowEvent = z.infer<typeof flowEventSchema>

export const flowReportSchema = flowContentSchema.extend({
  session: monitorLinkSessionSchema,
  topology: linkTopologySchema,
  /** ms since the start: to the stop, or to now. */
  lengthMs: z.number().min(0),
  /** False while it runs, and for some seconds after its stop. */
  isKept: z.boolean(),
  /** Ascending. */
  events: z.array(flowEventSchema).max(maxFlowEvents),
  /** Events beyond those. */
  omittedEvents: z.int().min(0),
  notes: z.array(monitoringNoteSchema),
})
export type FlowReport = z.infer<typeof flowReportSchema>

/** One counter in both sessions; null: it has no series there. */
const comparedCounterSchema = z.object({
  monitorId: idSchema,
  monitorName: z.string(),
  section: z.string(),
  counter: z.string(),
  labels: z.record(z.string(), z.string()),
  names: namesSchema,
  unit: z.string(),
  base: flowStatisticsSchema.nullable(),
  other: flowStatisticsSchema.nullable(),
})
export type ComparedCounter = z.infer<typeof comparedCounterSchema>

export const flowComparisonSchema = z.object({
  base: monitorLinkSessionSchema,
  other: monitorLinkSessionSchema,
  counters: z.array(comparedCounterSchema),
})
export type FlowComparison = z.infer<typeof flowComparisonSchema>
