/** The data of calls that the client needs; build/call-table.ts generates the table from the contract's registry, so that no schema has to be loaded to send a call. */
import type { FormFields } from '@pone/contract/form-fields.ts'

export interface CallEntry {
  readonly path: string
  readonly fields: FormFields
}
/** By module and name of the call. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, CallEntry>>>>
