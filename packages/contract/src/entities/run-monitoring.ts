/** What monitors collected during a run: the links that belonged to it, their monitors, and series on the run's time axis. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { monitorCauseSchema } from './monitor.ts'

/** Series that are kept of a run, and of one monitor. */
export const maxRunSeries = 150
export const maxRunSeriesPerMonitor = 40
/** Values that are kept of one series. */
export const maxRunSeriesPoints = 600

const namesSchema = z.object({ zh: z.string(), en: z.string() })
/** ms since the run's start; negative: before it. */
export const sinceStartSchema = z.number()

const runLinkSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** False: it ran already, and was not stopped by the run. */
  isStartedByRun: z.boolean(),
  fromMs: sinceStartSchema,
  /** null: to the end of the run. */
  untilMs: sinceStartSchema.nullable(),
})
export type RunLink = z.infer<typeof runLinkSchema>

const runMonitorSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  typeNames: namesSchema,
  category: z.string(),
  /** Names of the nodes that stand for it, the first one of each link. */
  nodes: z.array(z.string()),
  /** Names of those sections that `gaps` has, by key; of former versions none. */
  sections: z.record(z.string(), namesSchema).default({}),
  isDeleted: z.boolean(),
  /** Who collects it, and by how much the clock of that machine differs from the server's, ms; null: not measured. */
  collector: z.string(),
  clockOffsetMs: z.number().nullable(),
  /** Name or address of the machine that its target runs on, and agents on it; left out where they are not known. */
  machine: z.string().optional(),
  agents: z.array(idSchema).optional(),
})
export type RunMonitor = z.infer<typeof runMonitorSchema>

/** How a resource bears load, see `ObservedResource` of the verdict. */
export const resourceNatures = ['busy', 'held', 'space', 'waiting'] as const

const runSeriesSchema = z.object({
  monitorId: idSchema,
  section: z.string(),
  counter: z.string(),
  /** Tell it apart from others of the counter; '' for the only one. */
  labels: z.record(z.string(), z.string()),
  names: namesSchema,
  unit: z.string(),
  role: z.enum(['work', 'utilisation', 'saturation', 'error']).nullable(),
  /** Chosen on a node or connection of a link; left out otherwise, and by versions before 0.9. */
  isChosen: z.literal(true).optional(),
  /** Of what can be the limit of the system; null of all others. */
  nature: z.enum(resourceNatures).nullable(),
  /** Left out where it belongs to the tier of its monitor. */
  tier: z.literal('network').optional(),
  /** Set of statements at work, or the time spent on them: the database's part of response times. */
  timeOf: z.literal('database').optional(),
  /** What its values can at most be, from these instants on; empty: not known. */
  capacity: z.array(z.tuple([sinceStartSchema, z.number()])),
  /** Index of the series of requests that wait for it; null: none is known. */
  queue: z.int().nullable(),
  /** Instant of the first value, and time between two. */
  fromMs: sinceStartSchema,
  stepMs: z.number().min(1),
  /** Time between two collections; a value of several is their mean. */
  cadenceMs: z.number().min(1),
  /** null: unknown, see `gaps`. */
  values: z.array(z.number().nullable()),
})
export type RunSeries = z.infer<typeof runSeriesSchema>

const runChartSchema = z.object({
  monitorId: idSchema,
  names: namesSchema,
  unit: z.string(),
  style: z.enum(['line', 'area', 'bar']),
  /** Indexes of series, all of one section. */
  series: z.array(z.int()),
})
export type RunChart = z.infer<typeof runChartSchema>

const runGapSchema = z.object({
  monitorId: idSchema,
  /** '' = all. */
  section: z.string(),
  cause: monitorCauseSchema,
  /** Fill the places of the cause's text. */
  params: z.record(z.string(), z.string()),
  fromMs: sinceStartSchema,
  /** null: it lasts. */
  untilMs: sinceStartSchema.nullable(),
})
export type RunGap = z.infer<typeof runGapSchema>

export const runMonitoringSchema = z.object({
  links: z.array(runLinkSchema),
  monitors: z.array(runMonitorSchema),
  series: z.array(runSeriesSchema),
  charts: z.array(runChartSchema),
  gaps: z.array(runGapSchema),
  /** Series that exist beyond those that are kept. */
  omitted: z.int(),
  /** Calls between nodes, by their names. */
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type RunMonitoring = z.infer<typeof runMonitoringSchema>

/** What is to be said besides the charts. */
export const monitoringNoteSchema = z.object({
  /** Of a link or monitor; '' = of all. */
  name: z.string(),
  text: namesSchema,
  isProblem: z.boolean(),
})
export type MonitoringNote = z.infer<typeof monitoringNoteSchema>

export const runMonitoringViewSchema = runMonitoringSchema.extend({ notes: z.array(monitoringNoteSchema) })
export type RunMonitoringView = z.infer<typeof runMonitoringViewSchema>
