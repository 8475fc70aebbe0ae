/** Source of a parameter's rows; one per parameter and worker, shared by all its users. */
import type { Scope } from '@pone/protocols/protocol.ts'

export interface RowSource {
  /** Variable per column; an empty name leaves the column out. */
  readonly columns: readonly string[]
  readonly rowCount: number
  /** Values of a row, 0 to rowCount − 1, in column order. */
  read(row: number, scope: Scope): readonly string[]
}
