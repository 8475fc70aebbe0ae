/** Plans are stored with sealed secrets, which are unsealed only when a plan is sent to a load machine. */

import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { AgentLink } from './agent-link.ts'

/** The link, with plans unsealed by `open` as they are sent. */
export function openingSecrets(
  link: AgentLink,
  open: (document: ComponentDocument) => ComponentDocument,
): AgentLink {
  const opened = (command: AgentCommand): AgentCommand =>
    command.kind === 'prepareRun' || command.kind === 'addShare'
      ? {
          ...command,
          plan: {
            ...command.plan,
            components: command.plan.components.map(part => ({ ...part, document: open(part.document) })),
          },
        }
      : command
  return {
    onlineMachines: () => link.onlineMachines(),
    isOnline: agentId => link.isOnline(agentId),
    send: (agentId, command) => link.send(agentId, opened(command)),
    on: handlers => link.on(handlers),
    renew: agentId => link.renew(agentId),
    cut: (agentId, reason) => link.cut(agentId, reason),
    close: () => link.close(),
  }
}
