/** The server's rules for a family of messages: which commands are queued, what an agent may report, and which server handles it. */
import type {
  AgentCommand,
  FamilyCommand,
  FamilyReport,
  LinkFamily,
  ServerMessage,
} from '@pone/contract/link/messages.ts'
import type { GivenWork } from '../given-work.ts'

export interface CommandRule<C> {
  /**
   * What happens to a command while its agent is offline. kept: it is queued, and if it has an id it is sent again after each
   * reconnect until the agent has confirmed it; dropped: its sender repeats it if it is still needed.
   */
  readonly offline: 'kept' | 'dropped'
  /** With `kept`: maximum time in the queue, ms. */
  readonly lifeMs?: number
  /** With `kept`: whether this command makes a queued one obsolete. */
  readonly replaces?: (command: C, waiting: AgentCommand) => boolean
  /** Records what the agent may report on from now on. */
  readonly give?: (given: GivenWork, command: C) => void
}

/**
 * Which server handles a report, and with which guarantee. stored: those of the server that drives the run, one report after the other
 * per agent and run, repeated until all have resolved; runOwner: the same server, at once and without repetition; line: the
 * server that the agent is connected to; everywhere: all servers, at once and without repetition.
 */
export type Delivery = 'stored' | 'runOwner' | 'line' | 'everywhere'

export interface ReportRule<R> {
  readonly delivery: Delivery
  /**
   * Whether the agent was given what it reports on; `at` is monotonic, ms. Other reports are dropped, and an agent that
   * sends many of them is disconnected. Omitted: always true.
   */
  readonly isGiven?: (given: GivenWork, report: R, at: number) => boolean
  /** Whether the report names only workers of this agent; otherwise its connection is closed. */
  readonly isOwn?: (agentId: string, report: R) => boolean
  /** With `stored`: what is sent back once all handlers have resolved. */
  readonly acknowledge?: (report: R) => ServerMessage[]
}

type OfKind<M, K> = Extract<M, { readonly kind: K }>

export interface FamilyRules<F extends LinkFamily> {
  readonly commands: {
    readonly [K in FamilyCommand<F>['kind']]: CommandRule<OfKind<FamilyCommand<F>, K>>
  }
  readonly reports: {
    readonly [K in FamilyReport<F>['kind']]: ReportRule<OfKind<FamilyReport<F>, K>>
  }
}
