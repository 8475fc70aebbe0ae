/** What is told of a run: written in the transaction that stores the change, so that none is lost or made twice. */

import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'

/** Something of a run that people may be told of. */
export interface RunNews {
  readonly runId: string
  readonly kind: 'slaBreached' | 'runFailed'
  /** Of a breach the rule; '' of a failure. A second one of the same run, kind and rule is none. */
  readonly ruleId: string
  /** Why, as a told cause; '' where nothing is known. */
  readonly detail: string
  /** Epoch ms. */
  readonly at: number
}

export interface RunNotices {
  write(transaction: Transaction<Tables>, news: RunNews): Promise<void>
}

export const noRunNotices: RunNotices = { write: async () => undefined }
