/** What the executors tell while users run: a load worker counts it (recording/), a standalone execution shows it (debug/). */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { MetricDefinition, ProtocolDefinition } from '@pone/schema/protocol.ts'
import type { VirtualUser } from './virtual-user.ts'

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
    user: VirtualUser,
    step: LabelledRequest,
    outcome: Outcome,
    failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void
  /** A metric of the protocol has got a value besides those that outcomes carry. */
  metric(step: LabelledStep, metric: MetricDefinition, value: number): void
  /** A transaction has ended; the duration leaves think time out. */
  transaction(user: VirtualUser, step: LabelledStep, durationUs: number, passed: boolean): void
  /** Something other than a request failed; `step` is the transaction around it. */
  fault(user: VirtualUser, step: LabelledStep, failure: Failure): void
  iterationEnded(user: VirtualUser): void
  log(level: LogLine['level'], source: string, message: string): void
}
