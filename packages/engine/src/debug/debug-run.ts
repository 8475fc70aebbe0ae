/** A standalone execution: a few users run one component with the executors of a real run, every exchange shown. */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { DebugLoad } from '@pone/plan/component/debug-load.ts'
import { createWire } from '@pone/protocols/wire/wire.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { maxDebugSeconds } from '@pone/schema/limits.ts'
import { compileComponent } from '../compile-component.ts'
import type { Environment } from '../environment.ts'
import type { Tables } from '../parameters/table.ts'
import { Redactor } from '../redactor.ts'
import { localBarriers } from '../users/local-barriers.ts'
import { VirtualUserPool } from '../users/virtual-user-pool.ts'
import { StartableClock } from '../worker/run-clock.ts'
import { DebugObserver } from './debug-observer.ts'

/** Longest standalone execution. */
export const debugTimeoutMs = maxDebugSeconds * 1_000
/** Longest think time in one. */
export const debugPauseLimitMs = 1_000
/** Time that requests under way get after a stop. */
const drainMs = 5_000

type Ending = Omit<Extract<DebugEvent, { kind: 'ended' }>, 'kind'>

/** What a standalone execution is made from. */
export interface DebugOptions
  extends Pick<DebugLoad, 'users' | 'loops'>,
    Partial<Omit<DebugLoad, 'users' | 'loops'>> {
  readonly name: string
  readonly document: ComponentDocument
  readonly filePaths: Readonly<Record<string, string>>
  readonly tables?: Tables | undefined
  /** Told when all files are open, before anything of the component runs. @throws Error when nothing may run */
  onOpen?(): void
  /** Takes all events; `ended` is the last one. */
  emit(event: DebugEvent): void
}

/** A standalone execution under way. */
export interface DebugRun {
  stop(): void
  /** Resolves after `ended` was emitted; never rejects. */
  readonly done: Promise<void>
}

/** Starts one. What goes wrong, a script that cannot be compiled for instance, is told by `ended`. */
export function startDebug(options: DebugOptions): DebugRun {
  const { name, document, users, loops, filePaths, tables } = options
  const { rampUpSeconds = 0, durationSeconds = 0, startDelaySeconds = 0 } = options
  const clock = new StartableClock()
  const redactor = new Redactor()
  const observer = new DebugObserver(clock, event => options.emit(redactor.event(event)))
  const wire = createWire({ beforeFlush: () => undefined })
  const force = new AbortController()
  let usersAtWork = users
  const barriers = localBarriers(() => usersAtWork)
  const environment: Environment = {
    observer,
    clock,
    forceSignal: force.signal,
    properties: { runId: 'standalone', worker: 'standalone' },
    sharedCounter: { value: 0 },
    pauseLimitMs: debugPauseLimitMs,
    isStopping: false,
    barriers,
    wire,
  }
  const timers: NodeJS.Timeout[] = []
  let ending: Ending = { cause: 'finished', detail: '' }
  let pool: VirtualUserPool | null = null
  const waiting = new Set<() => void>()
  /** Waits that long, or until the execution ends. */
  const wait = (ms: number) =>
    new Promise<void>(resolve => {
      waiting.add(resolve)
      timers.push(setTimeout(resolve, ms))
    })
  const end = (how: Ending) => {
    if (environment.isStopping) return
    ending = how
    environment.isStopping = true
    pool?.wakeAll()
    for (const resolve of waiting) resolve()
    timers.push(setTimeout(() => force.abort(), drainMs))
  }
  const fail = (error: unknown) => end({ cause: 'failed', detail: errorText(error) })

  const work = async () => {
    const component = compileComponent({
      name,
      document,
      share: { from01: 0, to01: 1 },
      labelOf: () => undefined,
      filePaths,
      tables,
      redactor,
      extraHeaders: [],
      log: (level, source, message) => observer.log(level, source, message),
    })
    options.onOpen?.()
    const userPool = new VirtualUserPool({
      components: [component],
      environment,
      onStopTest: detail => end({ cause: 'finished', detail }),
      onFault: fail,
    })
    pool = userPool
    timers.push(setTimeout(() => end({ cause: 'timeout', detail: '' }), debugTimeoutMs))
    const delayMs = startDelaySeconds * 1_000
    const finish = () => end({ cause: 'finished', detail: '' })
    if (durationSeconds > 0) timers.push(setTimeout(finish, delayMs + durationSeconds * 1_000))
    for (let index = 0; index < users; index++) {
      userPool.begin(async () => {
        const beginsMs = delayMs + (rampUpSeconds * 1_000 * index) / users
        if (beginsMs > 0) await wait(beginsMs)
        const user = userPool.add(index, 0)
        for (let loop = 0; loop < loops && !environment.isStopping; loop++) {
          if ((await userPool.iterate(user)) !== 'next') break
        }
        userPool.remove(user)
        usersAtWork--
        // Those who wait for all wait no longer for this one.
        barriers.reportSoon()
      })
    }
    await userPool.idle()
  }
  const done = work()
    .catch(fail)
    .then(() => {
      for (const timer of timers) clearTimeout(timer)
      wire.close()
      options.emit(redactor.event({ kind: 'ended', ...ending }))
    })
  return { stop: () => end({ cause: 'stopped', detail: '' }), done }
}
