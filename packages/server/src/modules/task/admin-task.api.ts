/** Calls of the administrators' task centre, over all projects. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ExecutionService } from './execution.service.ts'
import type { ScheduleService } from './schedule.service.ts'

export interface AdminTaskApiDeps {
  readonly executions: ExecutionService
  readonly schedules: ScheduleService
}

export function adminTaskApi({ executions, schedules }: AdminTaskApiDeps): Handlers<Calls['adminTask']> {
  return {
    list: input => executions.list({ ...input, projectId: null }),
    counts: ({ engine }) => executions.counts({ projectId: null, engine }),
    execution: ({ id }, { textOf }) => executions.get(null, id, textOf),
    schedules: input => schedules.list({ ...input, projectId: null }),
    async stop({ kind, id, isForced }, { user, audit }) {
      audit.target(await executions.stopAny({ kind, id, by: user.account, isForced }))
      return {}
    },
  }
}
