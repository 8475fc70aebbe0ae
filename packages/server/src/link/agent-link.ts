/** The link as the rest of the server uses it: which agents are online, commands to them, and their reports. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { AgentCommand, AgentReport, Hello } from '@pone/contract/link/messages.ts'
import type { StoredReport } from './families/registry.ts'

/** Both addresses of an agent's connection, as the server sees them. */
export interface LineEnds {
  readonly address: string
  readonly port: number | null
  readonly socketPort: number | null
}

export interface OnlineMachine {
  readonly agentId: string
  readonly name: string
  readonly host: string
  /** When the agent connected, server's clock, epoch ms. */
  readonly since: number
  readonly cores: number
  readonly memoryBytes: number
  /** null before its first report. */
  readonly status: AgentStatus | null
  /** Runs in the agent's hello, kept up to date by runPrepared and runEnded. */
  readonly runIds: readonly string[]
}

type ReportHandlers = {
  [K in AgentReport['kind']]: (
    agentId: string,
    report: Extract<AgentReport, { kind: K }>,
  ) => K extends StoredReport['kind'] ? Promise<void> : void
}

/**
 * A handler per kind of report (described in contract/link/<family>.ts), and two for the connection itself. Stored reports
 * of one run from one agent arrive one after the other, each after the one before has resolved. A handler that rejects is
 * called again with the same report, with increasing pauses, until it resolves or the connection breaks; after a reconnect the agent
 * repeats all reports of its runs that were not forgotten (runPrepared, runStarted, workerLost, unacknowledged batches,
 * runEnded), so every handler must be idempotent. Batches are acknowledged when their handlers have resolved.
 */
export interface LinkHandlers extends ReportHandlers {
  /** `hello.runs` lists the runs that the agent still holds; a new `hello.incarnation` means that the agent has restarted. */
  agentOnline(agentId: string, hello: Hello): void
  /** `since` is when the last data arrived from the agent, by the server's clock. */
  agentOffline(agentId: string, since: number): void
}

export interface AgentLink {
  onlineMachines(): OnlineMachine[]
  isOnline(agentId: string): boolean
  /** True when it was sent at once; false when it is queued for the agent, or dropped by its rule in families/. */
  send(agentId: string, command: AgentCommand): boolean
  /** Adds handlers; call before the server listens. Batches are acknowledged when all handlers have resolved. */
  on(handlers: Partial<LinkHandlers>): void
  /** Makes the agent reconnect and report everything again; does nothing when it is not connected. */
  renew(agentId: string): void
  /** Refuses the agent with this reason and closes its connection; does nothing when it is not connected. */
  cut(agentId: string, reason: string): void
  /** Closes all connections. */
  close(): void
}
