/** What an agent may speak of: what this server has given to it on its line, and the runs that it said it still holds. Everything else is dropped before anybody looks for it. */
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'
import type { AgentCommand, Hello } from './agent-link.ts'

/** Runs that an agent may bring along; the rest it offers again when these are forgotten. */
export const maxHeldRuns = 1_000
const maxKept = 5_000
/** Operations and upgrades outlive the server that gave them, so their ids are looked up, but only so often. */
const lookUpsPerSecond = 20
const lookUpsAtOnce = 500

export class GivenWork {
  readonly #runs: RecentIds
  readonly #debugs = new RecentIds()
  readonly #queries = new RecentIds()
  readonly #commands = new RecentIds()
  readonly #lookUps = new TokenBucket(lookUpsPerSecond, lookUpsAtOnce)

  constructor(hello: Hello) {
    this.#runs = new RecentIds(hello.runs.map(run => run.runId))
  }

  get runIds(): readonly string[] {
    return this.#runs.all
  }

  /** The command goes out over the line. */
  note(command: AgentCommand): void {
    if ('id' in command) this.#commands.add(command.id)
    switch (command.kind) {
      case 'prepareRun':
      case 'addShare':
        this.#runs.add(command.plan.runId)
        break
      case 'forgetRun':
        this.#runs.delete(command.runId)
        break
      case 'startDebug':
      case 'startJmeterTrial':
        this.#debugs.add(command.debugId)
        break
      case 'machineQuery':
        this.#queries.add(command.queryId)
        break
    }
  }

  /** Whether the message is about something that was given; `at` is monotonic, ms. */
  covers(message: AgentMessage, at: number): boolean {
    switch (message.kind) {
      case 'received':
        return this.#commands.delete(message.id)
      case 'debug':
        return this.#debugs.has(message.debugId)
      case 'machineAnswer':
        return this.#queries.delete(message.queryId)
      case 'toolProgress':
      case 'toolEnded':
      case 'upgradeProgress':
      case 'keyRenewed':
        return this.#lookUps.tryTake(at)
      case 'hello':
      case 'status':
      case 'clockProbe':
        return true
      default:
        return this.#runs.has(message.runId)
    }
  }
}

/** The latest ids; the oldest of too many are left out. */
class RecentIds {
  readonly #ids: Set<string>

  constructor(ids: Iterable<string> = []) {
    this.#ids = new Set(ids)
  }

  get all(): readonly string[] {
    return [...this.#ids]
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  add(id: string): void {
    this.#ids.delete(id)
    this.#ids.add(id)
    for (const oldest of this.#ids) {
      if (this.#ids.size <= maxKept) break
      this.#ids.delete(oldest)
    }
  }

  delete(id: string): boolean {
    return this.#ids.delete(id)
  }
}
