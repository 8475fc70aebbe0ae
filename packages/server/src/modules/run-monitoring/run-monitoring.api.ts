/** The call of what monitors collect during a run. */
import type { runMonitoringCalls } from '@pone/contract/calls/run-monitoring.ts'
import { withNotes } from '@pone/results/monitoring/notes.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { StoredRuns } from '../run/stored-run.ts'
import type { RunMonitoringService } from './run-monitoring.service.ts'

export const runMonitoringApi = (
  monitoring: RunMonitoringService,
  runs: Pick<StoredRuns, 'record'>,
): Handlers<typeof runMonitoringCalls> => ({
  get: async ({ projectId, id }) => {
    const read = await monitoring.read(await runs.record(projectId, id))
    return read === null ? null : withNotes(read)
  },
})
