/** The calls as the client needs them; build/call-table.ts makes the table from the contract's registry, so that no schema is loaded to send a call. */
import type { FormFields } from '@pone/contract/form-fields.ts'

export interface CallEntry {
  readonly path: string
  readonly fields: FormFields
}
/** By module and name. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, CallEntry>>>>
