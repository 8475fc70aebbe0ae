/** A family of messages in the agent: its handlers, and its part in the agent's hello, status, start and end. */
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

/** Every hook but `handlers` is optional. */
export interface AgentFamily<F extends LinkFamily> {
  /** One per command of the family; each command arrives here once. Rejections are logged. */
  readonly handlers: {
    readonly [K in FamilyCommand<F>['kind']]: (command: Extract<FamilyCommand<F>, { kind: K }>) => Awaitable
  }
  /** Called before the agent first connects: resumes what an earlier agent process left. */
  start?(): Awaitable
  /** Its part of the hello, created anew for each connection. */
  greeting?(): Partial<Hello>
  /** Its part of the status, which is sent every few seconds. */
  status?(): Promise<Partial<AgentStatus>>
  /** Called for each new connection: reports again all that the server may have missed. */
  connected?(): Awaitable
  /**
   * Called when the server does not accept this agent any more (revoked), or does not know it and it joins again
   * (unknown).
   */
  shutOut?(why: 'revoked' | 'unknown'): Awaitable
  /** Whether work is running that an upgrade or a calibration would disturb. */
  isBusy?(): boolean
  /** Called before a run starts: work that would use CPU time ends. */
  runBegins?(): void
  /** Called when the agent stops: ends running work, and delivers its results while the connection is still open. */
  stop?(how: StopOptions): Awaitable
  /** Called after the connection is closed: ends immediately what is still running. */
  end?(): void
}

export interface StopOptions {
  /** How long running requests may take; 0 ends them immediately. */
  readonly drainMs: number
}

/** Questions of a family to all families together. */
export interface AllFamilies {
  isBusy(): boolean
  runBegins(): void
  status(): Promise<Partial<AgentStatus>>
}

/** The parts that the families of one agent share. */
export interface FamilyContext {
  readonly settings: Settings
  readonly version: string
  /** Folder of the bundle that this process runs from; null when it was started from a checkout. */
  readonly bundle: string | null
  /** Identity of this agent; null before it has joined. */
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
