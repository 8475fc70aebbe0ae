/** What a family of messages is within the agent: its handlers, and its part in the agent's greeting, status, start and end. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { FamilyCommand, Hello, LinkFamily } from '@pone/contract/link/messages.ts'
import type { PackageSource } from './downloads/fetch-package.ts'
import type { PlanFiles } from './downloads/plan-files.ts'
import type { FindTools } from './engines/registry.ts'
import type { Identity, IdentityStore } from './identity.ts'
import type { Link } from './link/link.ts'
import type { Log } from './log.ts'
import type { EngineProcesses } from './processes/engine-processes.ts'
import type { Settings } from './settings.ts'

type Awaitable = void | Promise<void>

/** Every hook but `handlers` may be left out. */
export interface AgentFamily<F extends LinkFamily> {
  /** One per command of the family; each command arrives here once. What rejects is logged. */
  readonly handlers: {
    readonly [K in FamilyCommand<F>['kind']]: (command: Extract<FamilyCommand<F>, { kind: K }>) => Awaitable
  }
  /** Before the agent first connects: takes up what an agent process before this one left. */
  start?(): Awaitable
  /** Its part of the hello, made anew for each connection. */
  greeting?(): Partial<Hello>
  /** Its part of the status, which is sent every few seconds. */
  status?(): Promise<Partial<AgentStatus>>
  /** There is a new connection: reports again all that the server may have missed. */
  connected?(): Awaitable
  /** The server does not take this agent any more (revoked), or has never seen it and it joins anew (unknown). */
  shutOut?(why: 'revoked' | 'unknown'): Awaitable
  /** Whether something is under way that an upgrade or a calibration would disturb. */
  isBusy?(): boolean
  /** A run is about to begin: whatever would take processor time from it ends. */
  runBegins?(): void
  /** The agent leaves: ends what is under way, and delivers it while the connection is still open. */
  stop?(how: StopOptions): Awaitable
  /** The connection is closed: ends at once what has not ended by now. */
  end?(): void
}

export interface StopOptions {
  /** How long requests under way may take; 0 ends them at once. */
  readonly drainMs: number
}

/** What a family may ask all families together. */
export interface AllFamilies {
  isBusy(): boolean
  runBegins(): void
  status(): Promise<Partial<AgentStatus>>
}

/** What the families of one agent share. */
export interface FamilyContext {
  readonly settings: Settings
  readonly version: string
  /** Folder of the bundle that this process runs from; null when it was started from a checkout. */
  readonly bundle: string | null
  /** Of this agent; null before it has joined. */
  readonly own: { identity: Identity | null }
  readonly identities: IdentityStore
  /** Where files and packages are fetched from. */
  readonly source: PackageSource
  readonly planFiles: PlanFiles
  readonly engines: EngineProcesses
  readonly findTools: FindTools
  readonly link: Pick<Link, 'isOpen' | 'send' | 'clock' | 'lease'>
  readonly all: AllFamilies
  /** Ends the agent in order, with this exit code. */
  readonly leave: (exitCode: number) => void
  readonly log: Log
}
