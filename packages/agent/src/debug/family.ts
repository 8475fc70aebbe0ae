/** Family `debug`: standalone executions; they end with the agent, and the server notes them as failed when the connection is lost. */
import { join } from 'node:path'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { createDebugRegistry } from './debug-registry.ts'

export function createDebugFamily(context: FamilyContext): AgentFamily<'debug'> {
  const debugs = createDebugRegistry({
    files: context.planFiles,
    jmeters: context.jmeters,
    folder: join(context.settings.dataFolder, 'trials'),
    send: message => context.link.send(message),
    log: context.log,
  })
  return {
    handlers: {
      startDebug: command => debugs.start(command),
      startJmeterTrial: command => debugs.start(command),
      stopDebug: ({ debugId }) => debugs.stop(debugId),
    },
    stop: () => debugs.close(),
  }
}
