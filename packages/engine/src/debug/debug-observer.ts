/** Reports everything that happens in a standalone execution, event by event. */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import type { DebugEvent, FaultPlace } from '@pone/contract/link/debug.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { RunClock } from '../environment.ts'
import type { Failure, LabelledStep, ObservedUser, Observer } from '../observer.ts'

export class DebugObserver implements Observer {
  readonly wantsEveryExchange = true
  readonly #clock: RunClock
  readonly #emit: (event: DebugEvent) => void

  constructor(clock: RunClock, emit: (event: DebugEvent) => void) {
    this.#clock = clock
    this.#emit = emit
  }

  request(
    user: ObservedUser,
    step: LabelledStep,
    _outcome: Outcome,
    _failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void {
    if (makeExchange === null) return
    this.#emit({ kind: 'exchange', stepId: step.id, ...placeOf(user), exchange: makeExchange() })
  }

  /** An execution shows single exchanges, which contain more detail than sums. */
  metric(): void {}

  transaction(user: ObservedUser, step: LabelledStep, durationUs: number, passed: boolean): void {
    this.#emit({
      kind: 'transaction',
      stepId: step.id,
      ...placeOf(user),
      name: step.name,
      durationMs: durationUs / 1_000,
      passed,
    })
  }

  fault(_user: ObservedUser, step: LabelledStep, { message, place }: Failure): void {
    this.#log({ level: 'error', source: step.name, message }, place)
  }

  iterationEnded(user: ObservedUser): void {
    this.#emit({ kind: 'variables', ...placeOf(user), values: user.snapshot() })
  }

  log(level: LogLine['level'], source: string, message: string): void {
    this.#log({ level, source, message })
  }

  #log(line: Omit<LogLine, 'at'>, fault?: FaultPlace): void {
    const event = { kind: 'log', line: { at: this.#clock.epochMs(), ...line } } as const
    this.#emit(fault === undefined ? event : { ...event, fault })
  }
}

const placeOf = (user: ObservedUser) => ({ user: user.index + 1, iteration: user.iteration })
