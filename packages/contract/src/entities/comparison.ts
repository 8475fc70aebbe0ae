/** Runs beside each other: what changed against a baseline, how sure that is, and how it went over many runs. */

import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { maxComparedRuns } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { runSchema, runSecondSchema, statisticsSchema, usersBasisSchema } from './run.ts'

/** A run, or a part of it in ms since its start; null = from the start, to the end. */
export const comparedPartSchema = z.object({
  runId: idSchema,
  fromMs: z.int().min(0).nullable().default(null),
  toMs: z.int().min(0).nullable().default(null),
})
export type ComparedPart = z.infer<typeof comparedPartSchema>

/** The first one is the baseline; no run twice. */
export const comparedPartsSchema = z
  .array(comparedPartSchema)
  .min(2)
  .max(maxComparedRuns)
  .refine(parts => new Set(parts.map(part => part.runId)).size === parts.length, { error: 'duplicate' })

/** Figures that are compared, in the order they are shown. Percentages 0 to 100, times in ms, rates per second. */
export const comparisonMetrics = [
  'avgMs',
  'p50Ms',
  'p90Ms',
  'p95Ms',
  'p99Ms',
  'p999Ms',
  'minMs',
  'maxMs',
  'standardDeviationMs',
  'perSecond',
  'errorPercent',
  'count',
  'sentBytesPerSecond',
  'receivedBytesPerSecond',
] as const
export const comparisonMetricSchema = z.enum(comparisonMetrics)
export type ComparisonMetric = z.infer<typeof comparisonMetricSchema>

/** Which way is good; null where neither is. */
export const goodDirections: Readonly<Record<ComparisonMetric, 'lower' | 'higher' | null>> = {
  avgMs: 'lower',
  p50Ms: 'lower',
  p90Ms: 'lower',
  p95Ms: 'lower',
  p99Ms: 'lower',
  p999Ms: 'lower',
  minMs: 'lower',
  maxMs: 'lower',
  standardDeviationMs: 'lower',
  perSecond: 'higher',
  errorPercent: 'lower',
  count: null,
  sentBytesPerSecond: null,
  receivedBytesPerSecond: null,
}

/** How a figure changed against the baseline. */
export const changeSchema = z.object({
  /** Figure minus baseline, in the metric's unit. */
  delta: z.number(),
  /** In percent of the baseline; null where that is 0. */
  deltaPercent: z.number().nullable(),
  /**
   * different: the windows of the two runs differ by more than they differ among themselves; notShown: that could not be shown, which
   * does not mean that they are equal (see smallestDelta);
   * unknown: too few windows or requests to tell; untested: the metric says nothing per window (extremes, counts).
   */
  significance: z.enum(['different', 'notShown', 'unknown', 'untested']),
  /** Of the test, corrected for the number of tests; null unless tested. */
  pValue: z.number().nullable(),
  /** Where the change lies with 95 % confidence, in the metric's unit; null unless tested. */
  lowDelta: z.number().nullable(),
  highDelta: z.number().nullable(),
  /** Length of the windows that were tested, s; null unless tested. Few requests need long windows. */
  windowSeconds: z.number().nullable(),
  /** The smallest change that the test finds in 8 of 10 cases, in the metric's unit, positive; null unless tested, and where it is not known. */
  smallestDelta: z.number().nullable(),
  /** The same in percent of the baseline; null where that is 0. */
  smallestPercent: z.number().nullable(),
})
export type Change = z.infer<typeof changeSchema>

/** One label (or all requests together) in one run. */
export const comparedCellSchema = z.object({
  statistics: statisticsSchema,
  /** null for the baseline, and where the baseline lacks the label. */
  changes: z.record(comparisonMetricSchema, changeSchema).nullable(),
})
export type ComparedCell = z.infer<typeof comparedCellSchema>

export const comparedLabelSchema = z.object({
  /** Stands for the label in `curves` and `trend`; the same in every comparison that holds it. */
  key: z.string().max(600),
  label: runLabelSchema.omit({ index: true }),
  /** In the order of the runs; null where the run lacks it. */
  cells: z.array(comparedCellSchema.nullable()),
})
export type ComparedLabel = z.infer<typeof comparedLabelSchema>

/** What speaks against trusting a run's figures in a comparison. */
export const comparisonWarnings = [
  'notEnded',
  'endedEarly',
  'suspectSeconds',
  'overloaded',
  'lostRequests',
  'short',
] as const

export const comparedRunSchema = z.object({
  run: runSchema,
  fromMs: z.int(),
  toMs: z.int(),
  warnings: z.array(z.enum(comparisonWarnings)),
  /** When its windows are compared with those of the baseline at equal elapsed times: their load was level and alike, or changed alike. */
  pairing: z.enum(['never', 'whereSurer', 'always']),
  /** The part in which its load held one level, ms since its start: tests judge this part alone, figures are of all; null: tests judge all. */
  steady: z.object({ fromMs: z.int(), toMs: z.int() }).nullable(),
})
export type ComparedRun = z.infer<typeof comparedRunSchema>

/**
 * Something of scenario, machines or versions that is not equal in all runs; a value per run, null = none.
 * Names as people gave them; drive and sampleLog as the scenario has them; duration in s; componentContent stands for scripts and files;
 * loadModel is its kind and its fields, e.g. `constant users=200 rampUpSeconds=20`, rows as `users/startDelay/rampUp/hold/rampDown`.
 */
export const comparedDifferenceSchema = z.object({
  field: z.enum([
    'scenario',
    'components',
    'componentContent',
    'loadModel',
    'drive',
    'peakUsers',
    'duration',
    'cluster',
    'machines',
    'sampleLog',
  ]),
  values: z.array(z.union([z.string(), z.number()]).nullable()),
})
export type ComparedDifference = z.infer<typeof comparedDifferenceSchema>

export const comparisonSchema = z.object({
  /** The first one is the baseline. */
  runs: z.array(comparedRunSchema),
  /** All requests together, a cell per run. */
  total: z.array(comparedCellSchema),
  /** Labels of any of the runs, in the baseline's order, then the others'. */
  labels: z.array(comparedLabelSchema),
  differences: z.array(comparedDifferenceSchema),
  /** Length of the shortest windows of all requests that were tested against each other, s; null when nothing could be tested. */
  windowSeconds: z.number().nullable(),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** Over elapsed time, all runs on one axis. Counts of a point are sums over its width, users the most of its seconds. */
export const comparisonCurveSchema = z.object({
  runId: idSchema,
  /** Only what a label has of its own; users and targets are the run's. `second` counts from the beginning of the part. */
  points: z.array(
    runSecondSchema.pick({
      second: true,
      lengthMs: true,
      users: true,
      requests: true,
      failed: true,
      avgMs: true,
      p50Ms: true,
      p90Ms: true,
      p95Ms: true,
      p99Ms: true,
      isSuspect: true,
    }),
  ),
})
export type ComparisonCurve = z.infer<typeof comparisonCurveSchema>

/** A past run of the same scenario with its figures of one label, or of all requests. */
export const trendPointSchema = z.object({
  runId: idSchema,
  number: z.int(),
  startedAt: instantSchema,
  state: runSchema.shape.state,
  sla: runSchema.shape.sla,
  peakUsers: z.int(),
  usersBasis: usersBasisSchema.default('sampled'),
  /** null where the run lacks the label, or its report. */
  statistics: statisticsSchema.nullable(),
})
export type TrendPoint = z.infer<typeof trendPointSchema>
