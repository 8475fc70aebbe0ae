/** Family `tools`: operations on the tools of this machine; ends are reported until the server has stored them. */
import type { AgentFamily, FamilyContext } from '../family.ts'
import { createToolStore } from '../installed/tool-store.ts'
import { createToolRegistry } from './tool-registry.ts'

export function createToolsFamily(context: FamilyContext): AgentFamily<'tools'> {
  const { settings, source, version, link, log } = context
  const { dataFolder } = settings
  const registry = createToolRegistry({
    context: { dataFolder, store: createToolStore(dataFolder), source, version, now: Date.now },
    send: message => link.send(message),
    log,
  })
  return {
    handlers: {
      toolOperation: ({ task }) => registry.take(task),
      cancelToolOperation: ({ operationId }) => registry.cancel(operationId),
      forgetToolOperation: ({ operationId }) => registry.forget(operationId),
    },
    connected: () => registry.announce(),
    isBusy: () => registry.isBusy(),
    stop: () => registry.close(),
  }
}
