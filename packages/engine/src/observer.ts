/** What the executors tell while users run: a load worker counts it (recording/), a standalone execution shows it (debug/). */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { MetricDefinition, ProtocolDefinition } from '@pone/schema/protocol.ts'
import type { Redactor } from './redactor.ts'

/** A user as observers know it. */
export interface ObservedUser {
  /** Position in the whole run, from 0. */
  readonly index: number
  /** From 1. */
  readonly iteration: number
  readonly component: {
    readonly name: string
    readonly document: ComponentDocument
    readonly redactor: Redactor
  }
  /** Every variable with its present value; takes no new parameter values. */
  snapshot(): Record<string, string>
}

/** Why a request or step counts as failed. */
export interface Failure {
  readonly code: string
  /** Same for all failures of one kind; what differs from case to case is in the exchange. */
  readonly message: string
}

/** A request or transaction as observers know it. */
export interface LabelledStep {
  readonly id: string
  /** Index in the run's label table; −1 = outside of every label. */
  readonly label: number
  readonly name: string
}

/** A request as observers know it: with the protocol, whose phases and metrics its outcomes carry by index. */
export interface LabelledRequest extends LabelledStep {
  readonly protocol: ProtocolDefinition
  /** Keys of the protocol's phases, in order. */
  readonly phaseKeys: readonly string[]
}

export interface Observer {
  /** On: exchanges are made for every request, else only for failed ones on demand. */
  readonly wantsEveryExchange: boolean
  /** A request has its outcome; called exactly once per request begun. `makeExchange` is null only where neither failure nor wish asks for it. */
  request(
    user: ObservedUser,
    step: LabelledRequest,
    outcome: Outcome,
    failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void
  /** A metric of the protocol has got a value besides those that outcomes carry. */
  metric(step: LabelledStep, metric: MetricDefinition, value: number): void
  /** A transaction has ended; the duration leaves think time out. */
  transaction(user: ObservedUser, step: LabelledStep, durationUs: number, passed: boolean): void
  /** Something other than a request failed; `step` is the transaction around it. */
  fault(user: ObservedUser, step: LabelledStep, failure: Failure): void
  iterationEnded(user: ObservedUser): void
  log(level: LogLine['level'], source: string, message: string): void
}
