/** Calls of standalone execution; they are a part of the component module's. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DebugService } from './debug.service.ts'

export function debugApi(
  service: DebugService,
): Pick<Handlers<Calls['component']>, 'startDebug' | 'stopDebug' | 'debugEvents'> {
  return {
    startDebug: async (input, caller) => {
      caller.audit.target(input.name)
      return { debugId: await service.start({ ...input, language: caller.language }) }
    },
    stopDebug: async input => {
      service.stop(input.projectId, input.debugId)
      return {}
    },
    debugEvents: async input => service.events(input.projectId, input.debugId, input.from),
  }
}
