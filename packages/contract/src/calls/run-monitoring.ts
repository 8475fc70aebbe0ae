/** What monitors collect during a run. */
import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { runMonitoringViewSchema } from '../entities/run-monitoring.ts'

export const runMonitoringCalls = {
  /** null: no monitoring link belongs to the run. Of an ended run what was kept at its end. */
  get: defineCall({
    path: '/runMonitoring/get',
    summary: { zh: '执行期间的监控数据', en: 'Monitoring during a run' },
    permission: inProject('run.view'),
    input: z.object({ ...projectScope, id: idSchema }),
    output: runMonitoringViewSchema.nullable(),
  }),
}
