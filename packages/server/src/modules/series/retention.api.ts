/** Calls of the retention of monitored series, and the check of periods against each other. */
import type {
  adminMonitorRetentionCalls,
  monitorRetentionCalls,
} from '@pone/contract/calls/monitor-retention.ts'
import {
  type Retention,
  type RetentionState,
  shorterThanBefore,
} from '@pone/contract/entities/monitor-retention.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { Handlers } from '../../calls/handler.ts'

type Series = Pick<TimeSeries, 'retention' | 'retain' | 'retainByDefault' | 'rate' | 'use'>

async function stateOf(series: Series, projectId: string | null): Promise<RetentionState> {
  const [{ own, byDefault }, rate, use] = await Promise.all([
    series.retention(projectId),
    series.rate(projectId),
    series.use(),
  ])
  return { own, byDefault, rate, use }
}

/** @throws AppError `MonitorRetentionOrder` */
function requireOrder(retention: Retention): void {
  if (shorterThanBefore(retention) !== null) throw new AppError('MonitorRetentionOrder')
}

export const retentionApi = (series: Series): Handlers<typeof monitorRetentionCalls> => ({
  retention: ({ projectId }) => stateOf(series, projectId),
  saveRetention: async ({ projectId, retention }, { audit }) => {
    if (retention !== null) requireOrder(retention)
    audit.before((await series.retention(projectId)).own)
    await series.retain(projectId, retention)
    audit.after(retention)
    return await stateOf(series, projectId)
  },
})

export const adminRetentionApi = (series: Series): Handlers<typeof adminMonitorRetentionCalls> => ({
  retention: () => stateOf(series, null),
  saveRetention: async ({ retention }, { audit }) => {
    requireOrder(retention)
    audit.before((await series.retention(null)).byDefault)
    await series.retainByDefault(retention)
    audit.after(retention)
    return await stateOf(series, null)
  },
})
