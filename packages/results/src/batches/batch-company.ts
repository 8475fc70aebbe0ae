/** What comes with a batch besides its counts, and what a worker reported over the whole run. */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'

/** What comes with a batch and is kept beside it. */
export interface BatchCompany {
  readonly samples: readonly ErrorSample[]
  readonly log: readonly LogLine[]
}

export interface ErrorSample {
  readonly label: number
  readonly code: string
  readonly message: string
  readonly sample: Exchange
}

export interface WorkerTotal {
  readonly workerId: string
  readonly sent: number
  /** Requests on the wire with a measured outcome. */
  readonly completed: number
  /** Of those sent, repetitions on a new connection. */
  readonly repeated: number
  /** Samples of requests: one may be several requests on the wire, or none. */
  readonly samples: number
  readonly lost: number
  readonly hasEnded: boolean
  /** No batch is missing. */
  readonly isWhole: boolean
}
