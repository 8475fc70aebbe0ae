/** Figures of metrics that protocols declare beside their samples: messages, rows, round trips. Values are in the unit of the metric's definition. */
import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { z } from 'zod'

/** All values in a window, merged over machines. */
export const metricFiguresSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counter'), sum: z.number() }),
  /** `hits` of `count` values were 1. */
  z.object({ kind: z.literal('rate'), hits: z.number(), count: z.int() }),
  z.object({
    kind: z.literal('trend'),
    count: z.int(),
    min: z.number(),
    avg: z.number(),
    p50: z.number(),
    p90: z.number(),
    p95: z.number(),
    p99: z.number(),
    max: z.number(),
  }),
  /** `last`: recorded last on any machine. */
  z.object({ kind: z.literal('gauge'), last: z.number(), min: z.number(), max: z.number() }),
])
export type MetricFigures = z.infer<typeof metricFiguresSchema>

/** A row of a table of metrics. */
export const metricRowSchema = z.object({
  key: z.string(),
  /** null: all labels together. */
  label: runLabelSchema.nullable(),
  /** Of a counter its sum, of other kinds the number of values, per second of the window. */
  perSecond: z.number(),
  figures: metricFiguresSchema,
})
export type MetricRow = z.infer<typeof metricRowSchema>

/** What a run keeps apart is bounded; see maxRunMetrics and maxMetricRows. */
export const metricTableSchema = z.object({
  /** By metric; of each the row of all labels first. */
  rows: z.array(metricRowSchema),
  /** Values of metrics beyond the limit were not counted. */
  lacksMetrics: z.boolean(),
  /** Labels beyond the limit have no row; their values are in the row of all labels. */
  lacksLabels: z.boolean(),
})
export type MetricTable = z.infer<typeof metricTableSchema>
