/** For how long data of monitors are kept, what they take on disk, and what they will take. */
import { z } from 'zod'

export const maxRetentionDays = 3_660
const days = z.int().min(1).max(maxRetentionDays)

/** Each period is at least as long as the one before it, days. */
export const retentionSchema = z.object({
  /** Samples as collected. */
  samplesDays: days,
  /** Minimum, maximum, mean and increase of each minute. */
  minutesDays: days,
  /** The same of each hour; also changes of states and texts. */
  hoursDays: days,
})
export type Retention = z.infer<typeof retentionSchema>

/** The first period that is shorter than the one before it; null if there is none. */
export function shorterThanBefore({
  samplesDays,
  minutesDays,
  hoursDays,
}: Retention): 'minutesDays' | 'hoursDays' | null {
  if (minutesDays < samplesDays) return 'minutesDays'
  return hoursDays < minutesDays ? 'hoursDays' : null
}

/** Of a project, or of the whole installation. */
export const seriesRateSchema = z.object({
  /** Series that had samples within the last day. */
  series: z.int(),
  /** Samples that they get per day at their present frequency. */
  samplesPerDay: z.number(),
})
export type SeriesRate = z.infer<typeof seriesRateSchema>

/** Bytes on disk, of all projects. */
export const seriesUseSchema = z.object({
  /** Samples of the last hour or two, which are not compressed yet. */
  recentBytes: z.int(),
  samplesBytes: z.int(),
  minutesBytes: z.int(),
  hoursBytes: z.int(),
  /** Which series there are, newest values, states and texts. */
  catalogueBytes: z.int(),
  /** Samples in VictoriaMetrics; null: they are in the database. */
  outside: z
    .object({
      /** null: VictoriaMetrics did not answer, or is a cluster. */
      bytes: z.int().nullable(),
      /** Days that VictoriaMetrics keeps samples (`-retentionPeriod`); null: not known. */
      keptDays: z.number().nullable(),
    })
    .nullable(),
})
export type SeriesUse = z.infer<typeof seriesUseSchema>

export const retentionStateSchema = z.object({
  /** Of the project; null: those of the installation apply. */
  own: retentionSchema.nullable(),
  byDefault: retentionSchema,
  rate: seriesRateSchema,
  use: seriesUseSchema,
})
export type RetentionState = z.infer<typeof retentionStateSchema>

/** Measured by `npm run bench:monitors` with samples every 5 s; in VictoriaMetrics as its makers tell it. */
const bytes = { recent: 10, sample: 1.2, outsideSample: 1, minute: 9.5, hour: 15 } as const
/** Samples are compressed about this long after they came. */
const recentDays = 1.2 / 24
const minutesPerDay = 1_440
const hoursPerDay = 24

/** Bytes that the periods lead to at this rate, once the longest has passed; an estimate. */
export function expectedBytes(
  { series, samplesPerDay }: SeriesRate,
  { samplesDays, minutesDays, hoursDays }: Retention,
  outside: SeriesUse['outside'],
): number {
  if (outside !== null)
    return samplesPerDay * bytes.outsideSample * Math.min(hoursDays, outside.keptDays ?? hoursDays)
  const minutes = series * minutesPerDay
  // A summary of one sample takes as much as the sample.
  const minuteBytes = minutes === 0 ? 0 : Math.min(bytes.minute, (bytes.sample * samplesPerDay) / minutes)
  return (
    samplesPerDay * (bytes.recent * recentDays + bytes.sample * samplesDays) +
    minutes * minuteBytes * minutesDays +
    series * hoursPerDay * bytes.hour * hoursDays
  )
}
