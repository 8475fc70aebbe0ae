/** Calls of orders for flame diagrams. */
import type { profilingCalls } from '@pone/contract/calls/profiling.ts'
import type { Profiling } from '@pone/contract/entities/profiling.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ProfilingService } from './profiling.service.ts'

export function profilingApi(service: ProfilingService): Handlers<typeof profilingCalls> {
  return {
    list: ({ projectId }) => service.list(projectId),
    takes: ({ projectId, id }) => service.takes(projectId, id),
    create: async (input, { user, audit }) => {
      audit.target(input.name)
      const made = await service.create(input, user.account)
      audit.after(recorded(made))
      return made
    },
    cancel: async ({ projectId, id }, { audit }) => {
      const cancelled = await service.cancel(projectId, id)
      audit.target(cancelled.name)
      return cancelled
    },
    delete: async ({ projectId, id }, { audit }) => {
      audit.target((await service.delete(projectId, id)).name)
      return {}
    },
  }
}

/** What an operation record shows of an order. */
const recorded = ({
  monitorName,
  target,
  address,
  kinds,
  mode,
  triggers,
  seconds,
  cycleMinutes,
  times,
  bufferMib,
  included,
  excluded,
}: Profiling) => ({
  monitor: monitorName,
  target,
  ...(address !== '' && { address }),
  kinds: kinds.join(', '),
  mode,
  seconds,
  ...(mode !== 'single' && { cycleMinutes, times }),
  ...(mode === 'triggered' && { triggers: triggers.join(', ') }),
  bufferMib,
  included,
  excluded,
})
