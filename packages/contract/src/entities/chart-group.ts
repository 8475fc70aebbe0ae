/** Chart groups: charts of counters of several monitors on a grid, the variables that choose what they show, and what they are drawn from. */

import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { counterNameSchema, monitorGapSchema, monitorKeySchema, monitorStateSchema } from './monitor.ts'

/** In one project. */
export const maxChartGroups = 200
export const maxGroupCharts = 50
/** That one chart names; a variable may stand for several monitors. */
export const maxChartCounters = 20
/** That one chart draws. */
export const maxGroupChartSeries = 100
export const maxGroupVariables = 10
/** Monitors, or values of a label, that a variable stands for. */
export const maxVariableValues = 20
/** Counters of all charts of one request. */
export const maxAskedCounters = 1_000
export const maxGroupPoints = 500
export const maxRunMarks = 50

/** Of the grid; a row is 40 px and the space below it 8 px. */
export const gridColumns = 12
export const leastPlace = { width: 3, height: 4 } as const
const maxGridRow = 2_000
const maxPlaceHeight = 20

/** Chosen by the editor; unique among the charts, or the variables, of a group. */
const partIdSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/)

export const chartStyles = ['line', 'bar'] as const
export const chartStyleSchema = z.enum(chartStyles)

/** Where a chart is, in columns and rows of the grid. */
export const chartPlaceSchema = z
  .object({
    x: z
      .int()
      .min(0)
      .max(gridColumns - 1),
    y: z.int().min(0).max(maxGridRow),
    width: z.int().min(leastPlace.width).max(gridColumns),
    height: z.int().min(leastPlace.height).max(maxPlaceHeight),
  })
  .refine(({ x, width }) => x + width <= gridColumns)
export type ChartPlace = z.infer<typeof chartPlaceSchema>

/** Only series with these labels, each with one of the values; empty: all. */
const labelFilterSchema = z.record(z.string().min(1).max(80), z.array(z.string().max(500)).max(200))

/** Where a chart takes a counter from. */
const chartSourceSchema = z.discriminatedUnion('kind', [
  /** `name`: of the monitor when the group was saved last. */
  z.object({ kind: z.literal('monitor'), monitorId: idSchema, name: z.string().max(200) }),
  z.object({ kind: z.literal('variable'), variable: partIdSchema }),
])
export type ChartSource = z.infer<typeof chartSourceSchema>

export const chartCounterSchema = z.object({
  source: chartSourceSchema,
  /** Monitor type, which says the counter's name and unit. */
  type: monitorKeySchema,
  section: monitorKeySchema,
  counter: counterNameSchema,
  labels: labelFilterSchema,
})
export type ChartCounter = z.infer<typeof chartCounterSchema>

export const groupChartSchema = z.object({
  id: partIdSchema,
  /** '' = named by its counters. */
  title: z.string().trim().max(maxNameLength),
  /** null: as its group. */
  style: chartStyleSchema.nullable(),
  place: chartPlaceSchema,
  counters: z.array(chartCounterSchema).min(1).max(maxChartCounters),
})
export type GroupChart = z.infer<typeof groupChartSchema>

/** What may be chosen while a group is shown; the values here are those at first. */
export const groupVariableSchema = z.discriminatedUnion('kind', [
  /** Stands for monitors of one type; none chosen: the first one by name. */
  z.object({
    kind: z.literal('monitor'),
    key: partIdSchema,
    name: nameSchema,
    type: monitorKeySchema,
    values: z.array(idSchema).max(maxVariableValues),
  }),
  /** Filters all series that have this label; none chosen: all. */
  z.object({
    kind: z.literal('label'),
    key: partIdSchema,
    name: nameSchema,
    label: z.string().trim().min(1).max(80),
    values: z.array(z.string().max(500)).max(maxVariableValues),
  }),
])
export type GroupVariable = z.infer<typeof groupVariableSchema>

const areUnique = (keys: readonly string[]): boolean => new Set(keys).size === keys.length

export const chartGroupContentSchema = z
  .object({
    /** Of charts that have no style of their own. */
    style: chartStyleSchema,
    charts: z.array(groupChartSchema).max(maxGroupCharts),
    variables: z.array(groupVariableSchema).max(maxGroupVariables),
  })
  .refine(({ charts }) => areUnique(charts.map(({ id }) => id)), { path: ['charts'] })
  .refine(({ variables }) => areUnique(variables.map(({ key }) => key)), { path: ['variables'] })
  .refine(
    ({ charts, variables }) => {
      const known = new Set(variables.flatMap(({ kind, key }) => (kind === 'monitor' ? [key] : [])))
      return charts.every(({ counters }) =>
        counters.every(({ source }) => source.kind === 'monitor' || known.has(source.variable)),
      )
    },
    { path: ['charts'] },
  )
export type ChartGroupContent = z.infer<typeof chartGroupContentSchema>

export const chartGroupRowSchema = z.object({
  id: idSchema,
  /** Unique in the project. */
  name: nameSchema,
  style: chartStyleSchema,
  charts: z.int(),
  revision: z.int().min(1),
  createdBy: z.string(),
  createdAt: instantSchema,
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type ChartGroupRow = z.infer<typeof chartGroupRowSchema>

export const chartGroupSchema = chartGroupRowSchema
  .omit({ charts: true })
  .extend(chartGroupContentSchema.shape)
export type ChartGroup = z.infer<typeof chartGroupSchema>

/** A counter of a monitor, after variables were replaced by what they stand for. */
export const askedCounterSchema = z.object({
  monitorId: idSchema,
  section: monitorKeySchema,
  counter: counterNameSchema,
  labels: labelFilterSchema,
})
export type AskedCounter = z.infer<typeof askedCounterSchema>

export const askedChartSchema = z.object({
  id: partIdSchema,
  counters: z.array(askedCounterSchema).max(maxGroupChartSeries),
})
export type AskedChart = z.infer<typeof askedChartSchema>

/** What one chart draws. */
export const chartFiguresSchema = z.object({
  id: z.string(),
  /** Time between two points. */
  stepMs: z.int().min(1),
  /** Beginnings of the steps, ascending; one per value of each series. */
  times: z.array(instantSchema),
  series: z.array(
    askedCounterSchema.omit({ labels: true }).extend({
      labels: z.record(z.string(), z.string()),
      /** null: unknown. */
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Series beyond `maxGroupChartSeries`; those with the highest values are drawn. */
  omitted: z.int(),
})
export type ChartFigures = z.infer<typeof chartFiguresSchema>

export const groupFiguresSchema = z.object({
  from: instantSchema,
  to: instantSchema,
  charts: z.array(chartFiguresSchema),
  /** Those of the asked monitors that the project has; the others were deleted. */
  monitors: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      type: z.string(),
      typeVersion: z.int().nullable(),
      isRunning: z.boolean(),
      state: monitorStateSchema,
    }),
  ),
  /** Ascending by start, at most 1,000; section '' stands for all. */
  gaps: z.array(monitorGapSchema.extend({ monitorId: idSchema })),
})
export type GroupFigures = z.infer<typeof groupFiguresSchema>

/** A load test whose time overlaps the shown range. */
export const runMarkSchema = z.object({
  id: idSchema,
  number: z.int(),
  name: z.string(),
  state: z.string(),
  startedAt: instantSchema,
  /** null: it runs. */
  endedAt: instantSchema.nullable(),
})
export type RunMark = z.infer<typeof runMarkSchema>
