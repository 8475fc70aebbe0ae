/** Queries to agents: one message each way, with a time-out. */
import { randomUUID } from 'node:crypto'
import type { MachineAnswer, MachineQuery } from '@pone/contract/link/queries.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { HostFailure } from './host-contact.ts'

type Answer<A extends MachineAnswer['about']> = Extract<MachineAnswer, { about: A }>

export interface MachineLine {
  /** @throws HostFailure agentOffline, timeout, or `unexpected` with the agent's reason */
  ask<Q extends MachineQuery>(agentId: string, query: Q): Promise<Answer<Q['about']>>
}

/** Error code of an agent that cannot answer. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
  readonly reason: string
  constructor(reason: string, detail: string) {
    super(detail)
    this.reason = reason
  }
}

const patienceMs = 20_000
/** Longer than the agent's own time limit. */
const calibrationPatienceMs = 60_000

interface Waiting {
  readonly agentId: string
  readonly resolve: (answer: MachineAnswer) => void
  readonly reject: (cause: Error) => void
}

export function createMachineLine(link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>): MachineLine {
  const waiting = new Map<string, Waiting>()
  link.on({
    machineAnswer: (agentId, { queryId, answer }) => {
      const asked = waiting.get(queryId)
      if (asked?.agentId === agentId) asked.resolve(answer)
    },
    agentOffline: agentId => {
      for (const asked of waiting.values())
        if (asked.agentId === agentId) asked.reject(new HostFailure('agentOffline', ''))
    },
  })
  return {
    ask: async <Q extends MachineQuery>(agentId: string, query: Q) => {
      const queryId = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<MachineAnswer>()
      const limitMs = query.about === 'calibrate' ? calibrationPatienceMs : patienceMs
      const timer = setTimeout(() => reject(new HostFailure('timeout', '')), limitMs)
      waiting.set(queryId, { agentId, resolve, reject })
      try {
        if (!link.isOnline(agentId) || !link.send(agentId, { kind: 'machineQuery', queryId, query }))
          throw new HostFailure('agentOffline', '')
        const answer = await promise
        if (answer.about === 'refused') throw new QueryRefused(answer.reason, answer.detail)
        if (answer.about !== query.about)
          throw new HostFailure('unexpected', `${query.about}: ${answer.about}`)
        // The response has the kind of the query, as checked above.
        return answer as Answer<Q['about']>
      } finally {
        clearTimeout(timer)
        waiting.delete(queryId)
      }
    },
  }
}
