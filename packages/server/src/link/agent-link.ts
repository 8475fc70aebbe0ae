/** What the parts of the server see of the agents: who is online, how to command them, and what they report. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { AgentCommand, AgentReport, Hello } from '@pone/contract/link/messages.ts'
import type { StoredReport } from './families/registry.ts'

/** Both ends of an agent's line, as the server sees them. */
export interface LineEnds {
  readonly address: string
  readonly port: number | null
  readonly socketPort: number | null
}

export interface OnlineMachine {
  readonly agentId: string
  readonly name: string
  readonly host: string
  /** When it came online, server's clock. */
  readonly since: number
  readonly cores: number
  readonly memoryBytes: number
  /** null before its first report. */
  readonly status: AgentStatus | null
  /** Runs the agent named in its hello, kept up to date by runPrepared and runEnded. */
  readonly runIds: readonly string[]
}

type ReportHandlers = {
  [K in AgentReport['kind']]: (
    agentId: string,
    report: Extract<AgentReport, { kind: K }>,
  ) => K extends StoredReport['kind'] ? Promise<void> : void
}

/**
 * A handler per kind of report (described in contract/link/<family>.ts), and two for the line itself. Stored reports
 * of one run from one agent arrive one after the other, each after the one before has resolved. A handler that rejects is
 * called again with the same report, after a growing pause, until it resolves or the line breaks; after a reconnect the agent
 * repeats everything of its runs that has not been forgotten (runPrepared, runStarted, workerLost, unacknowledged batches,
 * runEnded), so every handler has to be idempotent. Batches are acknowledged when their handlers have resolved.
 */
export interface LinkHandlers extends ReportHandlers {
  /** `hello.runs` names what the agent still holds; a new `hello.incarnation` means that the agent has restarted. */
  agentOnline(agentId: string, hello: Hello): void
  /** `since` is when something last arrived from the agent, by the server's clock. */
  agentOffline(agentId: string, since: number): void
}

export interface AgentLink {
  onlineMachines(): OnlineMachine[]
  isOnline(agentId: string): boolean
  /** True when it was sent at once; false when it waits for the agent, or is dropped by its rule in families/. */
  send(agentId: string, command: AgentCommand): boolean
  /** Adds handlers; call before the server listens. Batches are acknowledged when all handlers have resolved. */
  on(handlers: Partial<LinkHandlers>): void
  /** Makes the agent dial again and report everything anew; does nothing when there is no line. */
  renew(agentId: string): void
  /** Refuses the agent with this reason and ends its line; does nothing when there is none. */
  cut(agentId: string, reason: string): void
  /** Closes every line. */
  close(): void
}
