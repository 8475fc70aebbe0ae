/** By how much the clocks of agents differ from the server's, as their links measure it. */
import type { AgentLink } from '../../link/agent-link.ts'

/** Of an agent, ms; null: not known. */
export const clockOffsets =
  (link: Pick<AgentLink, 'onlineMachines'>) =>
  (agentId: string): number | null =>
    link.onlineMachines().find(machine => machine.agentId === agentId)?.status?.clockOffsetMs ?? null
