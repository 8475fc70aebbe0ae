/**
 * Events of the executors while users run: a load worker counts them (recording/), a standalone execution reports them
 * (debug/).
 */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import type { FaultPlace } from '@pone/contract/link/debug.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { MetricDefinition, ProtocolDefinition } from '@pone/schema/protocol.ts'
import type { Redactor } from './redactor.ts'

/** A user as observers receive it. */
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
  /** Every variable with its present value; does not take new parameter values. */
  snapshot(): Record<string, string>
}

/** Why a request or step counts as failed. */
export interface Failure {
  readonly code: string
  /** Same for all failures of one kind; details of the single case are in the exchange. */
  readonly message: string
  /** Where it failed, if not in a request. */
  readonly place?: FaultPlace
}

/** A request or transaction as observers receive it. */
export interface LabelledStep {
  readonly id: string
  /** Index in the run's label table; −1 = without a label. */
  readonly label: number
  readonly name: string
}

/** A request as observers receive it: with the protocol, whose phases and metrics its outcomes contain by index. */
export interface LabelledRequest extends LabelledStep {
  readonly protocol: ProtocolDefinition
  /** Keys of the protocol's phases, in order. */
  readonly phaseKeys: readonly string[]
}

export interface Observer {
  /** On: exchanges are created for every request, else only for failed ones on demand. */
  readonly wantsEveryExchange: boolean
  /**
   * A request has its outcome; called exactly once per started request. `makeExchange` is null only where neither a
   * failure nor the setting needs it.
   */
  request(
    user: ObservedUser,
    step: LabelledRequest,
    outcome: Outcome,
    failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void
  /** A metric of the protocol has got a value besides those in outcomes. */
  metric(step: LabelledStep, metric: MetricDefinition, value: number): void
  /** A transaction has ended; the duration leaves think time out. */
  transaction(user: ObservedUser, step: LabelledStep, durationUs: number, passed: boolean): void
  /** Something other than a request failed; `step` is the transaction around it. */
  fault(user: ObservedUser, step: LabelledStep, failure: Failure): void
  iterationEnded(user: ObservedUser): void
  log(level: LogLine['level'], source: string, message: string): void
}
