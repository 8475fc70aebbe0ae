/** What the controller sees of the agents: who is online, how to command them, and what they report, in order and only once acknowledged when stored. */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'

type Message<K extends AgentMessage['kind']> = Extract<AgentMessage, { kind: K }>
export type Hello = Message<'hello'>
export type BatchesMessage = Message<'batches'>
export type WorkerLostMessage = Message<'workerLost'>
export type RunEndedMessage = Message<'runEnded'>
export type RunPreparedMessage = Message<'runPrepared'>
export type RunStartedMessage = Message<'runStarted'>
export type CoordinationMessage = Message<'coordination'>
export type ShareTakenMessage = Message<'shareTaken'>
export type LoadHeldMessage = Message<'loadHeld'>
export type ToolProgressMessage = Message<'toolProgress'>
export type ToolEndedMessage = Message<'toolEnded'>
export type MachineAnswerMessage = Message<'machineAnswer'>
export type UpgradeProgressMessage = Message<'upgradeProgress'>
export type AgentStatus = Message<'status'>['status']

/**
 * Commands. Those with an id are kept in memory until the agent says that they have arrived, and sent again after each
 * reconnect; the agent carries each out once.
 */
export type AgentCommand = Exclude<
  ServerMessage,
  { kind: 'welcome' | 'refused' | 'ackBatches' | 'clockAnswer' }
>

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

/**
 * Messages of one run from one agent arrive one after the other, each after the one before has resolved. A handler that
 * rejects is called again with the same message, after a growing pause, until it resolves or the line breaks; after a
 * reconnect the agent repeats everything of its runs that has not been forgotten (runPrepared, runStarted, workerLost,
 * unacknowledged batches, runEnded), so every handler has to be idempotent.
 */
export interface LinkHandlers {
  /** Resolves when all of it is stored; only then are the batches acknowledged. */
  batches(agentId: string, message: BatchesMessage): Promise<void>
  workerLost(agentId: string, message: WorkerLostMessage): Promise<void>
  /** Every batch of the run on this agent is stored by now. Answer with the command `forgetRun` when the run is settled. */
  runEnded(agentId: string, message: RunEndedMessage): Promise<void>
  /** With an error the agent drives nothing of the run and no runEnded follows. */
  runPrepared(agentId: string, message: RunPreparedMessage): Promise<void>
  runStarted(agentId: string, message: RunStartedMessage): Promise<void>
  shareTaken(agentId: string, message: ShareTakenMessage): Promise<void>
  loadHeld(agentId: string, message: LoadHeldMessage): Promise<void>
  /** `hello.runs` names what the agent still holds; a new `hello.incarnation` tells of a restart of the agent. */
  agentOnline(agentId: string, hello: Hello): void
  agentOffline(agentId: string, since: number): void
  agentStatus(agentId: string, status: AgentStatus): void
  /** Not kept in order with the other messages of a run, and lost with a line; the agent says the whole again after `agentOnline`. */
  coordination(agentId: string, message: CoordinationMessage): void
  /** The agent has kept the key of this hash and proves itself by it from now on. */
  keyRenewed(agentId: string, keyHash: string): void
  toolProgress(agentId: string, message: ToolProgressMessage): void
  toolEnded(agentId: string, message: ToolEndedMessage): void
  machineAnswer(agentId: string, message: MachineAnswerMessage): void
  /** The command with this id has arrived. */
  received(agentId: string, commandId: string): void
  /** Repeated after each reconnect until the command `forgetUpgrade`. */
  upgradeProgress(agentId: string, message: UpgradeProgressMessage): void
  debug(agentId: string, debugId: string, events: DebugEvent[]): void
}

export interface AgentLink {
  onlineMachines(): OnlineMachine[]
  isOnline(agentId: string): boolean
  /** True when it went out at once; otherwise it waits for the agent's return (startDebug does not wait: false means refused). */
  send(agentId: string, command: AgentCommand): boolean
  /** Adds handlers; call before the server listens. Batches are acknowledged when all handlers have resolved. */
  on(handlers: Partial<LinkHandlers>): void
  /** Has the agent dial again and say everything anew; does nothing when there is no line. */
  renew(agentId: string): void
  /** Tells the agent that it is refused, and why, and ends its line; does nothing when there is none. */
  cut(agentId: string, reason: string): void
  /** Closes every line. */
  close(): void
}
