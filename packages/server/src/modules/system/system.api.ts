/** Calls on this installation. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { Notices } from '../notices.ts'
import type { SystemService } from './system.service.ts'

export function createSystemApi(system: SystemService, notices: Notices): Handlers<Calls['system']> {
  return {
    info: () => system.info(),
    overview: () => system.overview(),
    security: () => system.security(),
    saveSecurity: async (changes, caller) => {
      caller.audit.before(await system.security())
      const saved = await system.saveSecurity(changes)
      caller.audit.after(saved)
      return saved
    },
    notices: () => notices.list(),
  }
}
