/** For how long data of monitors are kept: by the installation, and by projects that have periods of their own. */
import { noInput, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall, inProject } from '../call.ts'
import { retentionSchema, retentionStateSchema } from '../entities/monitor-retention.ts'

export const monitorRetentionCalls = {
  retention: defineCall({
    path: '/monitor/retention',
    summary: { zh: '监控数据保留时间', en: 'Retention of monitoring data' },
    permission: inProject('monitor.view'),
    input: z.object(projectScope),
    output: retentionStateSchema,
  }),
  /** `retention` null: the periods of the installation apply. Shorter ones delete data, so this is for those who may edit the project. */
  saveRetention: defineCall({
    path: '/monitor/saveRetention',
    summary: { zh: '保存监控数据保留时间', en: 'Save the retention of monitoring data' },
    permission: inProject('project.edit'),
    input: z.object({ ...projectScope, retention: retentionSchema.nullable() }),
    output: retentionStateSchema,
    audit: 'monitor.saveRetention',
  }),
}

export const adminMonitorRetentionCalls = {
  /** `own` is null, and rate and use are those of all projects. */
  retention: defineCall({
    path: '/adminMonitor/retention',
    summary: { zh: '监控数据默认保留时间', en: 'Default retention of monitoring data' },
    permission: administrator,
    input: noInput,
    output: retentionStateSchema,
  }),
  saveRetention: defineCall({
    path: '/adminMonitor/saveRetention',
    summary: { zh: '保存监控数据默认保留时间', en: 'Save the default retention of monitoring data' },
    permission: administrator,
    input: z.object({ retention: retentionSchema }),
    output: retentionStateSchema,
    audit: 'adminMonitor.saveRetention',
  }),
}
