/** The report of a JMeter run: what JMeter's HTML dashboard shows, computed from the run's sample logs; and the lines of JMeter's log. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { reportStateSchema } from '../state-schemas.ts'
import { logLineSchema } from './run.ts'

const maxThresholdMs = 3_600_000
const maxFilterLength = 500

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

/** What may be chosen; the defaults are those of JMeter. */
export const jmeterReportSettingsSchema = z
  .object({
    /** Response times up to which users are satisfied, or tolerate it. */
    satisfiedMs: z.int().min(1).max(maxThresholdMs).default(500),
    toleratedMs: z.int().min(1).max(maxThresholdMs).default(1_500),
    /** Width of an interval of the charts over time; null = by the length of the run. */
    granularityMs: z.int().min(1_000).max(3_600_000).nullable().default(null),
    /** A regular expression that the whole name of a sample has to match; empty = all. */
    labelFilter: z.string().max(maxFilterLength).refine(isPattern, 'notRegularExpression').default(''),
    /** Exact ones, or also the estimate that JMeter prints. */
    percentiles: z.enum(['exact', 'legacy']).default('exact'),
    /** Samples that began and ended within this part of the run, ms since its start; null = all. */
    fromMs: z.int().min(0).nullable().default(null),
    toMs: z.int().min(0).nullable().default(null),
    /** How dates without a zone, and dates like 03/04/2024, are read; given when results are imported. */
    utcOffsetMinutes: z.int().min(-840).max(840).default(0),
    dateOrder: z.enum(['dayFirst', 'monthFirst']).nullable().default(null),
  })
  .refine(({ satisfiedMs, toleratedMs }) => satisfiedMs <= toleratedMs, {
    path: ['toleratedMs'],
    message: 'toleratedBelowSatisfied',
  })
export type JmeterReportSettings = z.infer<typeof jmeterReportSettingsSchema>

/** Charts by the names of JMeter's configuration, and what their x axis is: seconds, percentages, response times, threads, requests per second, or nothing. */
export const jmeterCharts = {
  responseTimesOverTime: 'time',
  responseTimePercentilesOverTime: 'time',
  activeThreadsOverTime: 'time',
  bytesThroughputOverTime: 'time',
  latenciesOverTime: 'time',
  connectTimeOverTime: 'time',
  hitsPerSecond: 'time',
  codesPerSecond: 'time',
  transactionsPerSecond: 'time',
  totalTPS: 'time',
  responseTimeVsRequest: 'rate',
  latencyVsRequest: 'rate',
  responseTimePercentiles: 'percent',
  syntheticResponseTimeDistribution: 'none',
  timeVsThreads: 'threads',
  timeVsThreadsAggregated: 'threads',
  responseTimeDistribution: 'ms',
} as const
export type JmeterChartName = keyof typeof jmeterCharts

export const jmeterChartSchema = z.object({
  /** Width of an interval in the unit of x; 0 = x is no interval. */
  step: z.number(),
  /** Ascending; over time, seconds since `originMs`. */
  x: z.array(z.number()),
  /** One value per x; null where there is none. */
  series: z.array(
    z.object({
      name: z.string(),
      isTransaction: z.boolean(),
      status: z.enum(['success', 'failure']).nullable(),
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Those with the fewest samples, left out because a chart cannot show them all. */
  omittedSeries: z.int(),
})
export type JmeterChart = z.infer<typeof jmeterChartSchema>

const percentilesSchema = z.object({
  medianMs: z.number(),
  p90Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
})
/** null = the total. */
const labelSchema = z.string().nullable()

export const jmeterReportContentSchema = z.object({
  /** Of which it was made; `granularityMs` as it was in the end. */
  settings: jmeterReportSettingsSchema,
  /** First start and last end of the samples. */
  startMs: instantSchema,
  endMs: instantSchema,
  /** What the seconds of charts over time count from. */
  originMs: instantSchema,
  /** Requests without transactions. */
  requests: z.object({ count: z.int(), failed: z.int() }),
  apdex: z.array(
    z.object({
      label: labelSchema,
      isTransaction: z.boolean(),
      count: z.int(),
      apdex: z.number(),
      satisfiedMs: z.number(),
      toleratedMs: z.number(),
    }),
  ),
  statistics: z.array(
    percentilesSchema.extend({
      label: labelSchema,
      isTransaction: z.boolean(),
      count: z.int(),
      failed: z.int(),
      errorPercent: z.number(),
      meanMs: z.number(),
      minMs: z.number(),
      maxMs: z.number(),
      legacy: percentilesSchema.nullable(),
      /** null where all samples began and ended in the same instant. */
      perSecond: z.number().nullable(),
      receivedKibPerSecond: z.number().nullable(),
      sentKibPerSecond: z.number().nullable(),
    }),
  ),
  errors: z.array(
    z.object({
      error: z.string(),
      count: z.int(),
      percentOfErrors: z.number(),
      percentOfSamples: z.number(),
    }),
  ),
  /** Further kinds of errors that the table leaves out. */
  omittedErrors: z.int(),
  topErrors: z.array(
    z.object({
      label: labelSchema,
      count: z.int(),
      failed: z.int(),
      errors: z.array(z.object({ error: z.string(), count: z.int() })),
    }),
  ),
  charts: z.object(
    Object.fromEntries(Object.keys(jmeterCharts).map(name => [name, jmeterChartSchema])) as Record<
      JmeterChartName,
      typeof jmeterChartSchema
    >,
  ),
  /** Sample logs that were read, one per machine. */
  sources: z.array(
    z.object({
      machine: z.string(),
      rows: z.int(),
      skipped: z.array(z.object({ reason: z.string(), count: z.int(), firstLines: z.array(z.int()) })),
      isCutOff: z.boolean(),
      /** Why nothing (more) could be read. */
      fault: z.string().nullable(),
    }),
  ),
  /** Machines whose sample logs had not come. */
  missingLogs: z.int(),
  /** Whether samples of too many names stand together under `other`. */
  hasOtherLabels: z.boolean(),
})
export type JmeterReportContent = z.infer<typeof jmeterReportContentSchema>

export const jmeterReportFailureSchema = z.object({
  /** `noRows`: no sample passes the filter; `unreadable`: no log could be read; `fault`: of ours. */
  code: z.enum(['noRows', 'unreadable', 'logMissing', 'timeout', 'fault']),
  detail: z.string(),
})
export type JmeterReportFailure = z.infer<typeof jmeterReportFailureSchema>

export const jmeterReportSchema = z.object({
  runId: idSchema,
  state: reportStateSchema,
  failure: jmeterReportFailureSchema.nullable(),
  settings: jmeterReportSettingsSchema,
  createdAt: instantSchema,
  createdBy: z.string(),
})
export type JmeterReport = z.infer<typeof jmeterReportSchema>

/** The sample log of one worker of the run. */
export const jmeterSampleLogSchema = z.object({
  agentId: idSchema,
  worker: z.string(),
  machine: z.string(),
  /** Compressed. */
  sizeBytes: z.int(),
})
export type JmeterSampleLog = z.infer<typeof jmeterSampleLogSchema>

/** A line of a run's log; `machine` is empty for what the server itself said. */
export const jmeterLogLineSchema = logLineSchema.extend({ machine: z.string() })
export type JmeterLogLine = z.infer<typeof jmeterLogLineSchema>
