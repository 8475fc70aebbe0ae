/** What the HTTP layer passes to the audit for a call. */
import type { OperationOutcome } from '@pone/contract/entities/operation-record.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'

/** One change, or a refused or failed attempt. */
export interface OperationEntry {
  readonly action: string
  readonly account: string
  /** Name of the API token that was used. */
  readonly apiToken: string | null
  readonly asAdministrator: boolean
  readonly from: string
  readonly project: { readonly id: string; readonly name: string } | undefined
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  readonly outcome: OperationOutcome
  /** Why it was refused or failed; null when it was done. */
  readonly error: { readonly code: string; readonly params: ErrorParams } | null
}
