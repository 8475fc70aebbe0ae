/** Data of the section "figures". */
import { labelStatisticsSchema, statisticsSchema, usersBasisSchema } from '@pone/contract/entities/run.ts'
import { emptyStatistics } from '@pone/metrics/statistics.ts'
import { z } from 'zod'

export const figuresData = {
  total: statisticsSchema.default(() => ({ ...emptyStatistics })),
  labels: z.array(labelStatisticsSchema).default(() => []),
  /** The most users at a time in this part; null in what versions before 0.6 stored. */
  peakUsers: z.int().nullable().default(null),
  usersBasis: usersBasisSchema.default('sampled'),
}
