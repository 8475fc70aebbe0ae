/** The batches of a run by JMeter: at least one per second, with the counts, the users, and the state of the machine. */
import type { CappedLog } from '@pone/engine/recording/capped-log.ts'
import { JournalWriter } from '@pone/engine/spool/journal.ts'
import type { WorkerEndCause } from '@pone/engine/worker/protocol.ts'
import type { PrepareCommand, RunOutlet } from '@pone/engine/worker/serve.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import type { ComponentFigures } from './component-rows.ts'
import type { ComponentRun } from './component-run.ts'
import { UserCounts } from './user-counts.ts'
import { Vitals } from './vitals.ts'

type Parts = readonly ComponentRun[]
interface End {
  readonly cause: WorkerEndCause
  readonly detail: string
}

export class RunBatches {
  readonly #command: PrepareCommand
  readonly #outlet: RunOutlet
  readonly #log: CappedLog
  readonly #journal: JournalWriter
  readonly #vitals = new Vitals()
  readonly #userCounts = new UserCounts()
  #seq = 0
  #counted = 0
  /** The first second that no batch has been sent for. */
  #nextSecond = 0
  /**
   * The load was active until then, ms since the run's start; the time that JMeter takes to end afterwards is not part
   * of the run.
   */
  #workedUntilMs = 0

  constructor(sources: {
    readonly command: PrepareCommand
    readonly outlet: RunOutlet
    readonly log: CappedLog
  }) {
    this.#command = sources.command
    this.#outlet = sources.outlet
    this.#log = sources.log
    this.#journal = new JournalWriter(sources.command.journalPath)
  }

  /** Records the users; `elapsedMs` since the run's start, here and below. */
  follow(parts: Parts, elapsedMs: number): void {
    const users = parts.reduce((sum, part) => sum + part.threads, 0)
    const most = parts.reduce((sum, part) => sum + part.takeMostThreads(), 0)
    // What has ended since the last call was active until about now.
    if (most > 0) this.#workedUntilMs = Math.max(this.#workedUntilMs, elapsedMs)
    this.#userCounts.follow(elapsedMs, {
      users,
      most: Math.max(users, most),
      targetUsers: this.#target(users, elapsedMs),
    })
  }

  /** At least one batch for each second before this one, so that users are reported where no sample ends. */
  emitBefore(second: number, parts: Parts, elapsedMs: number): void {
    const taken: Partial<ComponentFigures>[] = parts.flatMap(part => part.takeBefore(second))
    const knownSeconds = new Set(taken.map(figures => figures.second))
    for (; this.#nextSecond < second && Number.isFinite(second); this.#nextSecond++) {
      if (!knownSeconds.has(this.#nextSecond)) taken.push({ second: this.#nextSecond })
    }
    for (const figures of taken.toSorted((a, b) => (a.second ?? 0) - (b.second ?? 0)))
      this.#emit(figures, { end: null, parts, elapsedMs })
    this.#userCounts.forgetBefore(this.#nextSecond)
  }

  /** The batch with the end of the run; none can follow it. */
  emitLast(end: End, parts: Parts, elapsedMs: number): void {
    this.#emit({ second: Math.floor(this.#workedUntilMs / 1_000) }, { end, parts, elapsedMs })
    this.#vitals.close()
    this.#journal.close()
  }

  #emit(
    { second = 0, labels = [], errors = [], names = [], requests = 0 }: Partial<ComponentFigures>,
    { end, parts, elapsedMs }: { end: End | null; parts: Parts; elapsedMs: number },
  ): void {
    this.#counted += requests
    this.#journal.write(this.#counted, second)
    if (labels.length > 0)
      this.#workedUntilMs = Math.max(this.#workedUntilMs, Math.min(elapsedMs, (second + 1) * 1_000))
    this.#outlet.onBatch({
      runId: this.#command.plan.runId,
      workerId: this.#command.workerId,
      seq: ++this.#seq,
      second,
      labels,
      errors,
      names,
      ...(end === null ? this.#userCounts.at(second) : this.#userCounts.last(second)),
      untilMs: Math.max(0, Math.min((second + 1) * 1_000, Math.round(this.#workedUntilMs))),
      iterations: 0,
      lateStarts: 0,
      droppedStarts: 0,
      sent: this.#counted,
      completed: this.#counted,
      log: this.#log.take(Date.now()),
      health: this.#vitals.read(parts.flatMap(part => part.process.pid() ?? [])),
      end: end === null ? null : { ...end, lost: 0 },
    })
  }

  #target(users: number, elapsedMs: number): number {
    const { plan, share } = this.#command
    if (plan.jmeter?.load === 'plan') return users
    const whole = targetAt(plan.loadModel, Math.max(0, elapsedMs))
    if (plan.drive === 'arrivals' && !Number.isInteger(whole)) return whole * (share.to01 - share.from01)
    // Difference of rounded bounds, so that the machines' parts add up.
    return Math.round(whole * share.to01) - Math.round(whole * share.from01)
  }
}
