/** Data of the section "monitoring". */
import { runMonitoringViewSchema } from '@pone/contract/entities/run-monitoring.ts'

export const monitoringData = {
  /** null: no monitoring link belonged to the run. */
  monitoring: runMonitoringViewSchema.nullable().default(null),
}
