/**
 * A standalone execution: a few users run one component with the executors of a real run, with every exchange reported.
 */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { DebugLoad } from '@pone/plan/component/debug-load.ts'
import { createWire } from '@pone/protocols/wire/wire.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { maxDebugSeconds } from '@pone/schema/limits.ts'
import { type CompiledComponent, compileComponent } from '../compile-component.ts'
import type { Environment } from '../environment.ts'
import type { Tables } from '../parameters/table.ts'
import { Redactor } from '../redactor.ts'
import { ScriptStepError } from '../steps/script.ts'
import { localBarriers } from '../users/local-barriers.ts'
import { VirtualUserPool } from '../users/virtual-user-pool.ts'
import { StartableClock } from '../worker/run-clock.ts'
import { DebugObserver } from './debug-observer.ts'

/** Longest standalone execution. */
export const debugTimeoutMs = maxDebugSeconds * 1_000
/** Maximum think time in a standalone execution. */
export const debugPauseLimitMs = 1_000
/** Time limit of running requests after a stop. */
const drainMs = 5_000

type Ending = Omit<Extract<DebugEvent, { kind: 'ended' }>, 'kind' | 'elapsedMs'>

/** Options of a standalone execution. */
export interface DebugOptions
  extends Pick<DebugLoad, 'users' | 'loops'>,
    Partial<Omit<DebugLoad, 'users' | 'loops'>> {
  readonly name: string
  readonly document: ComponentDocument
  readonly filePaths: Readonly<Record<string, string>>
  readonly tables?: Tables | undefined
  /** Called when all files are open, before anything of the component runs. @throws Error when nothing may run */
  onOpen?(): void
  /** Called with all events; `ended` is the last one. */
  emit(event: DebugEvent): void
}

/** A running standalone execution. */
export interface DebugRun {
  stop(): void
  /** Resolves after `ended` was emitted; never rejects. */
  readonly done: Promise<void>
}

/** Starts one. Errors, e.g. a script that cannot be compiled, are reported by `ended`. */
export function startDebug(options: DebugOptions): DebugRun {
  return new StandaloneRun(options)
}

class StandaloneRun implements DebugRun {
  readonly done: Promise<void>
  readonly #options: DebugOptions
  readonly #redactor = new Redactor()
  readonly #observer: DebugObserver
  readonly #environment: Environment
  readonly #wire = createWire({ beforeFlush: () => undefined })
  readonly #force = new AbortController()
  readonly #barriers = localBarriers(() => this.#usersAtWork)
  readonly #timers: NodeJS.Timeout[] = []
  /** Ends the waiting of users that have not started. */
  readonly #waiting = new Set<() => void>()
  #usersAtWork: number
  /** On the clock of the execution; null before users start. */
  #beganMs: number | null = null
  #pool: VirtualUserPool | null = null
  #ending: Ending = { cause: 'finished', detail: '' }

  constructor(options: DebugOptions) {
    const clock = new StartableClock()
    this.#options = options
    this.#usersAtWork = options.users
    this.#observer = new DebugObserver(clock, event => this.#emit(event))
    this.#environment = {
      observer: this.#observer,
      clock,
      forceSignal: this.#force.signal,
      properties: { runId: 'standalone', worker: 'standalone' },
      sharedCounter: { value: 0 },
      pauseLimitMs: debugPauseLimitMs,
      isStopping: false,
      barriers: this.#barriers,
      wire: this.#wire,
    }
    this.done = this.#work()
      .catch((error: unknown) => this.#fail(error))
      .then(() => this.#close())
  }

  stop(): void {
    this.#end({ cause: 'stopped', detail: '' })
  }

  async #work(): Promise<void> {
    const { users, durationSeconds = 0, startDelaySeconds = 0 } = this.#options
    const component = this.#compile()
    this.#options.onOpen?.()
    const pool = new VirtualUserPool({
      components: [component],
      environment: this.#environment,
      onStopTest: detail => this.#end({ cause: 'finished', detail }),
      onFault: error => this.#fail(error),
    })
    this.#pool = pool
    this.#beganMs = this.#environment.clock.elapsedMs()
    this.#endAfter(debugTimeoutMs, 'timeout')
    if (durationSeconds > 0) this.#endAfter((startDelaySeconds + durationSeconds) * 1_000, 'finished')
    for (let index = 0; index < users; index++) pool.begin(() => this.#runUser(pool, index))
    await pool.idle()
  }

  #compile(): CompiledComponent {
    const { name, document, filePaths, tables } = this.#options
    return compileComponent({
      name,
      document,
      share: { from01: 0, to01: 1 },
      labelOf: () => undefined,
      filePaths,
      tables,
      redactor: this.#redactor,
      extraHeaders: [],
      log: (level, source, message) => this.#observer.log(level, source, message),
    })
  }

  async #runUser(pool: VirtualUserPool, index: number): Promise<void> {
    const { users, loops, rampUpSeconds = 0, startDelaySeconds = 0 } = this.#options
    const beginsMs = startDelaySeconds * 1_000 + (rampUpSeconds * 1_000 * index) / users
    if (beginsMs > 0) await this.#wait(beginsMs)
    const user = pool.add(index, 0)
    for (let loop = 0; loop < loops && !this.#environment.isStopping; loop++) {
      if ((await pool.iterate(user)) !== 'next') break
    }
    pool.remove(user)
    this.#usersAtWork--
    // Users that wait for all do not wait for this one any more.
    this.#barriers.reportSoon()
  }

  /** Waits that long, or until the execution ends. */
  #wait(ms: number): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.add(resolve)
      this.#timers.push(setTimeout(resolve, ms))
    })
  }

  #endAfter(ms: number, cause: Ending['cause']): void {
    this.#timers.push(setTimeout(() => this.#end({ cause, detail: '' }), ms))
  }

  #fail(error: unknown): void {
    const place = error instanceof ScriptStepError ? { fault: error.place } : {}
    this.#end({ cause: 'failed', detail: errorText(error), ...place })
  }

  #end(how: Ending): void {
    if (this.#environment.isStopping) return
    this.#ending = how
    this.#environment.isStopping = true
    this.#pool?.wakeAll()
    for (const resolve of this.#waiting) resolve()
    this.#timers.push(setTimeout(() => this.#force.abort(), drainMs))
  }

  #close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#wire.close()
    const began = this.#beganMs
    const time = began === null ? {} : { elapsedMs: this.#environment.clock.elapsedMs() - began }
    this.#emit({ kind: 'ended', ...this.#ending, ...time })
  }

  #emit(event: DebugEvent): void {
    this.#options.emit(this.#redactor.event(event))
  }
}
