/** What a transport is: how a target is reached and asked. Every transport ends in records, so that all else exists once. */
import type { ExecutionPlan, SampleStatement } from '../plans/plan.ts'
import type { Records } from '../reading/records.ts'
import type { CauseParams, TargetFault } from '../target-fault.ts'
import type { ParamValues } from '../type.ts'

/** What a request of a section brought; `fault` beside records says why they are not complete. */
export interface SectionAnswer {
  readonly records: Records
  readonly fault?: TargetFault
}

/** A right that the account lacks, and the statement that grants it. */
export interface MissingRight {
  /** What cannot be read without it, e.g. a view. */
  readonly right: string
  readonly grant: string
}

/** What the test of a connection learns beside the answers of the sections. */
export interface ProbeResult {
  /** Product as it names itself, e.g. `nginx`; '' when it does not. */
  readonly product: string
  readonly version: string
  readonly missingRights: readonly MissingRight[]
}

/**
 * An open way to one target. All functions reject with a `TargetFault`; a signal that fires ends them with its reason.
 * After a fault of code `targetClosed`, or a time-out, a connection is closed and opened anew.
 */
export interface TargetConnection {
  /** Whether several requests may run at once; else they are asked one after another. */
  readonly isParallel?: boolean
  /** Whether several requests may be sent before the first is answered; behind one that hangs all others hang. */
  readonly isPipelined?: boolean
  /** One request of a section, as its schema in `requests.ts` says. */
  ask(request: unknown, signal: AbortSignal): Promise<SectionAnswer>
  /** Which product and version answers, and which rights the account lacks. */
  probe(signal: AbortSignal): Promise<ProbeResult>
  /** A statement of a slow operation with its literals; undefined where the target keeps none. Rejects with `NoPlan` or a fault. */
  sample?(
    request: unknown,
    labels: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SampleStatement | undefined>
  /** How the target would execute a statement, without executing it. Rejects with `NoPlan` or a fault. */
  explain?(statement: SampleStatement, signal: AbortSignal): Promise<ExecutionPlan>
  /** Never throws; ends what still runs, with that fault where one is given. */
  close(because?: TargetFault): void
}

export interface Transport {
  /** Reaches and signs in; rejects with a `TargetFault`. */
  open(params: ParamValues, signal: AbortSignal): Promise<TargetConnection>
}

/** Code of a state, and what fills its text. */
export interface SectionCause {
  readonly code: TargetFault['code']
  readonly params: CauseParams
  readonly details: string
}
