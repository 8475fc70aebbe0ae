/**
 * Runs a worker's compiled steps against answers of the process itself until they cost the same twice, so that the
 * compiler has done its work before the first user starts. These are runs of their own, with users, rows, counters,
 * variables and connections of their own; nothing of the run that follows is read or changed.
 */
import { devNull } from 'node:os'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { Wire } from '@pone/protocols/wire/wire.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { SpoolWriter } from '../../spool/spool.ts'
import { journalledWire } from '../journalled-wire.ts'
import { LoadRun } from '../load-run.ts'
import { StartableClock } from '../run-clock.ts'
import { AnsweringServer } from './answering-server.ts'
import { CostWatch } from './cost-watch.ts'
import { type WarmUpPlan, warmUpPlanOf } from './warm-up-plan.ts'

/** What is known of a warm-up when it is over. */
export interface WarmUpReport {
  /** `steady`: batches cost the same twice; `bounded`: a bound was reached before; `nothing`: no step can be warmed up. */
  readonly end: 'steady' | 'bounded' | 'nothing' | 'cancelled' | 'failed'
  readonly iterations: number
  readonly requests: number
  /** Of the requests, those whose answer did not satisfy their step. */
  readonly failed: number
  readonly durationMs: number
  /** Labels of the requests that cannot be answered within the process, each once. */
  readonly leftOut: readonly string[]
  /** Why it failed; empty otherwise. */
  readonly reason: string
}

/** Bounds of a warm-up. Its requests still under way are given `drainMs` more. */
const bounds = {
  durationMs: 2_500,
  drainMs: 100,
  requests: 200_000,
  /** Each takes a local port for a while. */
  connections: 5_000,
} as const

/**
 * The compiler first takes the objects that it has seen for the only ones, and compiles again when others come: without
 * a second run, with objects of its own, that would be in the first second of the real one.
 */
const runs = 2
const lookEveryMs = 20
/** How far into a second the clock of a run begins, so that batches are made early, and more than once. */
const firstSecondMs = 800

export class WarmUp {
  readonly #plan: WarmUpPlan
  readonly #server: AnsweringServer
  readonly #runs: readonly WarmUpRun[]
  #isCancelled = false

  /** Compiles the components of the run anew, while the process may still open files. @throws Error as the run itself does */
  constructor(run: RunPlan) {
    this.#plan = warmUpPlanOf(run)
    const { plan, answers } = this.#plan
    this.#server = new AnsweringServer(answers)
    const length = answers.length === 0 ? 0 : runs
    this.#runs = Array.from({ length }, () => new WarmUpRun(plan, this.#server))
  }

  /** Drives the steps until they are warm or a bound is reached; never rejects. */
  async run(): Promise<WarmUpReport> {
    const beganMs = performance.now()
    let end: WarmUpReport['end'] = 'nothing'
    let reason = ''
    try {
      await this.#server.listen()
      for (const [index, run] of this.#runs.entries()) {
        if (this.#isCancelled) break
        end = await run.drive(beganMs + (bounds.durationMs * (index + 1)) / runs)
      }
    } catch (error) {
      end = 'failed'
      reason = errorText(error)
    } finally {
      this.#server.close()
    }
    return {
      end: this.#isCancelled ? 'cancelled' : end,
      iterations: sumOf(this.#runs, run => run.iterations),
      requests: sumOf(this.#runs, run => run.requests),
      failed: sumOf(this.#runs, run => run.failed),
      durationMs: performance.now() - beganMs,
      leftOut: this.#plan.leftOut,
      reason,
    }
  }

  /** Ends it at the next opportunity. */
  cancel(): void {
    this.#isCancelled = true
    for (const run of this.#runs) run.stop()
  }
}

/** One of the runs of a warm-up. */
class WarmUpRun {
  iterations = 0
  requests = 0
  failed = 0
  readonly #server: AnsweringServer
  readonly #wire: Wire
  readonly #run: LoadRun
  readonly #ended = Promise.withResolvers<void>()

  constructor(plan: RunPlan, server: AnsweringServer) {
    this.#server = server
    const clock = new StartableClock()
    const spool = new SpoolWriter(devNull)
    this.#wire = journalledWire({ path: devNull, clock, connectTo: () => server.endpoint })
    this.#run = new LoadRun({
      plan,
      share: { from01: 0, to01: 1 },
      workerId: 'warm-up',
      filePaths: {},
      wire: this.#wire,
      clock,
      pauseLimitMs: 0,
      onCoordination: () => undefined,
      onBatch: batch => {
        spool.append(batch)
        this.iterations += batch.iterations
        this.requests = batch.sent
        for (const { label, failed } of batch.labels) {
          if (plan.labels[label]?.kind === 'request') this.failed += failed
        }
        if (batch.end?.cause === 'fault') this.#ended.reject(new Error(batch.end.detail))
        else if (batch.end !== null) this.#ended.resolve()
      },
    })
  }

  /** Drives it until its requests cost the same twice, or until that instant. @throws (rejects) when the engine fails */
  async drive(untilMs: number): Promise<'steady' | 'bounded'> {
    const cost = new CostWatch(threadCpuUs())
    let end: 'steady' | 'bounded' = 'bounded'
    const timer = setInterval(() => {
      if (cost.add(this.#wire.sent, threadCpuUs())) end = 'steady'
      if (end === 'steady' || performance.now() >= untilMs || this.#isAtBound) this.stop()
    }, lookEveryMs)
    this.#run.start(Date.now() - firstSecondMs)
    await this.#ended.promise.finally(() => clearInterval(timer))
    return end
  }

  stop(): void {
    this.#run.stop({ cause: 'stopped', detail: '', force: false, drainMs: bounds.drainMs })
  }

  get #isAtBound(): boolean {
    return this.#wire.sent >= bounds.requests || this.#server.accepted >= bounds.connections
  }
}

function threadCpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const sumOf = <T>(items: readonly T[], pick: (item: T) => number): number =>
  items.reduce((all, item) => all + pick(item), 0)
