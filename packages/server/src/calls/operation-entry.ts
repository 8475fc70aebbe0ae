/** What the HTTP layer passes to the audit for a call. */
import type { OperationOutcome } from '@pone/contract/entities/operation-record.ts'

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
  readonly errorCode: string | null
}
