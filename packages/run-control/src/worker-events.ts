/**
 * Reports of workers besides their figures, as events of the run: a loss, an overload, a pause. Each is stored once,
 * however often it is reported.
 */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { LoadHeldMessage, WorkerLostMessage } from '@pone/contract/link/run-messages.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunNotes } from './run-notes.ts'

export class WorkerEvents {
  readonly #live: LiveRun
  readonly #notes: RunNotes
  readonly #nameOf: (agentId: string) => string

  #rounds: { driven: number; skipped: number } | null = null

  /** `nameOf` returns a machine's displayed name. */
  constructor(live: LiveRun, notes: RunNotes, nameOf: (agentId: string) => string) {
    this.#live = live
    this.#notes = notes
    this.#nameOf = nameOf
  }

  lost(agentId: string, { workerId, second, detail, isReplaced }: WorkerLostMessage): void {
    if (this.#isTold('workerLost', { worker: workerId })) return
    this.#live.markSuspect(Math.max(0, second - 1), second + 1)
    const machine = this.#nameOf(agentId)
    const params = { machine, worker: workerId, second, detail, isReplaced: isReplaced ? 1 : 0 }
    this.#notes.tell('workerLost', params)
  }

  held(agentId: string, { workerId, fromSecond, toSecond }: LoadHeldMessage): void {
    if (this.#isTold('loadHeld', { worker: workerId, second: fromSecond })) return
    this.#live.markSuspect(fromSecond, toSecond)
    const machine = this.#nameOf(agentId)
    this.#notes.tell('loadHeld', { machine, worker: workerId, second: fromSecond, toSecond })
  }

  overloaded(overload: NonNullable<ReturnType<LiveRun['add']>>): void {
    if (!overload.isNew) return
    const { workerId, fromSecond: second, reasons, cpu01, eventLoopDelayMs } = overload
    const machine = this.#nameOf(workerId.slice(0, workerId.indexOf('/')))
    const reason = reasons.join(',')
    this.#notes.tell('generatorOverloaded', { machine, second, reason, cpu01, eventLoopDelayMs })
  }

  /** Reads from a worker's last batch the rounds of the whole run. */
  countRounds({ end }: Pick<Batch, 'end'>): void {
    const rounds = end?.rounds
    if (rounds === undefined) return
    const { driven, skipped } = this.#rounds ?? rounds
    this.#rounds = { driven: Math.max(driven, rounds.driven), skipped: Math.max(skipped, rounds.skipped) }
  }

  /** Reports the number of rounds, when the run has ended. */
  roundsEnded(): void {
    if (this.#rounds !== null) this.#notes.tell('roundsEnded', this.#rounds)
  }

  #isTold(kind: RunEvent['kind'], params: RunEvent['params']): boolean {
    return this.#live.events.some(
      event =>
        event.kind === kind && Object.entries(params).every(([name, value]) => event.params[name] === value),
    )
  }
}
