/** Calls of orders for flame diagrams. */
import type { profilingCalls } from '@pone/contract/calls/profiling.ts'
import type { Profiling } from '@pone/contract/entities/profiling.ts'
import type { Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { ProfilingService } from './profiling.service.ts'

export function profilingApi(service: ProfilingService): Handlers<typeof profilingCalls> {
  return {
    list: async ({ projectId }, { project }) =>
      (await service.list(projectId)).map(order => seenBy(project, order)),
    takes: ({ projectId, id }) => service.takes(projectId, id),
    create: async (input, { user, project, audit }) => {
      audit.target(input.name)
      const made = await service.create(input, user.account)
      audit.after(recorded(made))
      return seenBy(project, made)
    },
    cancel: async ({ projectId, id }, { project, audit }) => {
      const cancelled = await service.cancel(projectId, id)
      audit.target(cancelled.name)
      return seenBy(project, cancelled)
    },
    delete: async ({ projectId, id }, { audit }) => {
      audit.target((await service.delete(projectId, id)).name)
      return {}
    },
  }
}

/** For callers who may not view scenarios, without the name of the scenario. */
const seenBy = ({ functions }: ProjectCaller['project'], order: Profiling): Profiling =>
  functions.has('scenario.view') ? order : { ...order, scenarioName: '' }

/** What an operation record shows of an order. */
const recorded = ({
  monitorName,
  target,
  address,
  kinds,
  mode,
  triggers,
  scenarioName,
  linkName,
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
  ...(scenarioName !== '' && { scenario: scenarioName }),
  ...(linkName !== '' && { link: linkName }),
  bufferMib,
  included,
  excluded,
})
