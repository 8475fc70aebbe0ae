/** Family `debug`: standalone executions; they end with the agent, and the server marks them as failed when the connection is lost. */
import { join } from 'node:path'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { startComponent } from './component-start.ts'
import { createDebugRegistry } from './debug-registry.ts'
import { createTrialStarter } from './jmeter-trial.ts'

export function createDebugFamily(context: FamilyContext): AgentFamily<'debug'> {
  const trial = createTrialStarter({
    findTools: context.findTools,
    folder: join(context.settings.dataFolder, 'trials'),
  })
  const debugs = createDebugRegistry({
    files: context.planFiles,
    send: message => context.link.send(message),
    log: context.log,
  })
  return {
    handlers: {
      startDebug: command => debugs.start(command, startComponent),
      startJmeterTrial: command => debugs.start(command, trial),
      stopDebug: ({ debugId }) => debugs.stop(debugId),
    },
    stop: () => debugs.close(),
  }
}
