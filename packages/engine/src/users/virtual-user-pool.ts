/** The active users of a worker: creates them, tracks them until they end, and wakes them for the stop. */
import type { CompiledComponent } from '../compile-component.ts'
import type { Flow } from '../compiled-component.ts'
import type { Environment } from '../environment.ts'
import { runIteration } from '../iteration.ts'
import { VirtualUser } from '../virtual-user.ts'

/** The parts of the run that a pool of users needs. */
export interface VirtualUserPoolOptions {
  readonly components: readonly CompiledComponent[]
  readonly environment: Environment
  /** A checkpoint requested the end of the test; the reason names it. */
  onStopTest(reason: string): void
  /** An unexpected exception was thrown. */
  onFault(error: unknown): void
  /** One active user more (1), or one less (-1). */
  onUsers?(by: 1 | -1): void
}

export class VirtualUserPool {
  readonly environment: Environment
  readonly #options: VirtualUserPoolOptions
  readonly #users = new Set<VirtualUser>()
  /** For iterations that a driver runs itself. */
  readonly onStopTest = (reason: string): void => this.#options.onStopTest(reason)
  /** A parameter that has no row left, so that users have ended; null while there is none. */
  usedUp: { readonly component: string; readonly parameter: string } | null = null
  #tasks = 0
  #onIdle: (() => void) | null = null

  constructor(options: VirtualUserPoolOptions) {
    this.#options = options
    this.environment = options.environment
  }

  /** Creates a user of the component at that position. */
  add(index: number, component: number): VirtualUser {
    const compiled = this.#options.components[component]
    if (compiled === undefined) throw new RangeError(`no component ${component}`)
    const user = new VirtualUser(index, compiled, this.environment)
    this.#users.add(user)
    return user
  }

  /** Removes a user for good. */
  remove(user: VirtualUser): void {
    if (user.usedUp !== null) {
      this.usedUp ??= { component: user.component.name, parameter: user.usedUp.title }
    }
    user.end()
    this.#users.delete(user)
  }

  /** Runs one iteration; a step's request to end the test is passed on. */
  iterate(user: VirtualUser): Promise<Flow> {
    return runIteration(user, this.onStopTest)
  }

  /** Runs work that belongs to a user; the pool is idle when nothing runs any more. */
  begin(work: () => Promise<void>): void {
    this.#tasks++
    this.#options.onUsers?.(1)
    void work()
      .catch(error => this.#options.onFault(error))
      .finally(() => {
        this.#tasks--
        this.#options.onUsers?.(-1)
        if (this.#tasks === 0) this.#onIdle?.()
      })
  }

  /** Ends all pauses. */
  wakeAll(): void {
    for (const user of this.#users) user.wake()
  }

  /** Resolves when nothing runs any more. */
  idle(): Promise<void> {
    if (this.#tasks === 0) return Promise.resolve()
    return new Promise(resolve => {
      this.#onIdle = resolve
    })
  }
}
