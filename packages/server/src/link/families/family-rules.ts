/** What the server's end of the link has to know of a family of messages: what may wait, what an agent may report, and who handles it. */
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
   * What becomes of a command whose agent is offline. kept: it waits, and with an id goes again after each reconnect until
   * the agent has confirmed it; dropped: its sender repeats it if it still matters.
   */
  readonly offline: 'kept' | 'dropped'
  /** With `kept`: not sent later than this, ms. */
  readonly lifeMs?: number
  /** With `kept`: whether a command that waits has become pointless by this one. */
  readonly replaces?: (command: C, waiting: AgentCommand) => boolean
  /** Notes what the agent may report on from now on. */
  readonly give?: (given: GivenWork, command: C) => void
}

/**
 * Whose handlers get a report, and how surely. stored: those of the server that drives the run, one report after the other
 * per agent and run, repeated until all have resolved; runOwner: the same server, at once and without repetition; line: the
 * server that the agent is linked to; everywhere: all servers, at once and without repetition.
 */
export type Delivery = 'stored' | 'runOwner' | 'line' | 'everywhere'

export interface ReportRule<R> {
  readonly delivery: Delivery
  /**
   * Whether the agent was given what it reports on; `at` is monotonic, ms. Other reports are dropped, and an agent that
   * sends many of them loses its line. Always true when left out.
   */
  readonly isGiven?: (given: GivenWork, report: R, at: number) => boolean
  /** Whether the report names only workers of this agent; its line is closed otherwise. */
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
