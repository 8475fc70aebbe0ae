/** Calls of standalone execution; they are a part of the component module's. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DebugService } from './debug.service.ts'

/** Standalone executions, wherever they were started. */
interface Debugs extends Pick<DebugService, 'start'> {
  stop(projectId: string, debugId: string): Promise<void>
  events(projectId: string, debugId: string, from: number): Promise<ReturnType<DebugService['events']>>
}

export function debugApi(
  service: Debugs,
): Pick<Handlers<Calls['component']>, 'startDebug' | 'stopDebug' | 'debugEvents'> {
  return {
    startDebug: async (input, caller) => {
      caller.audit.target(input.name)
      return { debugId: await service.start({ ...input, language: caller.language }) }
    },
    stopDebug: async input => {
      await service.stop(input.projectId, input.debugId)
      return {}
    },
    debugEvents: async input => service.events(input.projectId, input.debugId, input.from),
  }
}
