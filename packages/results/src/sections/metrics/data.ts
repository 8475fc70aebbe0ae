/** Data of the section "metrics"; its curves are in the seconds of the timeline. */
import { metricTableSchema } from '@pone/contract/entities/run-metrics.ts'

export const metricsData = {
  metrics: metricTableSchema.default(() => ({ rows: [], lacksMetrics: false, lacksLabels: false })),
}
