/** Assigns a parameter's rows to the users of a worker, by selection, update and exhaustion. */

import type { Share } from '@pone/contract/link/plan.ts'
import type { RowParameter } from '@pone/plan/parameters/parameters.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import type { Keeping, LeasedRows } from './leased-rows.ts'
import type { RowSource } from './row-source.ts'

/** How users take a parameter's rows. */
export type TakingRules = Pick<RowParameter, 'selection' | 'update' | 'exhaustion'>

/** A user's position in one parameter. */
export interface Cursor extends Keeping {
  /** −1 before the first row. */
  row: number
  /** The row's values once something has read them. */
  fields: readonly string[] | null
  /** Columns read from the row, as bits, for update `occurrence`; columns beyond the 31st share the last bit. */
  seen: number
  /** Rows taken since the iteration began. */
  taken: number
}

/** A new position. */
export const newCursor = (): Cursor => ({ row: -1, fields: null, seen: 0, taken: 0, reserved: 0 })

/** Additional options of a pool of unique rows. */
export interface UniqueRows {
  /** The worker's own rows. */
  readonly leased: LeasedRows
  /** Rows that an iteration takes as far as the component's text shows, for update `occurrence`. */
  readonly perIteration: number
  /** Called when a user needs a row that has not arrived yet, and continues with the one it has. */
  readonly onRepeat: () => void
}

/**
 * One parameter's rows in one worker.
 * sequential: in file order, shared by all users of the worker; each worker begins at its share of the rows.
 * unique: only the rows that the worker was given, and a row that a user holds is not given to another one.
 */
export class ParameterPool {
  readonly parameter: TakingRules
  readonly source: RowSource
  /** null except for unique rows. */
  readonly leased: LeasedRows | null
  readonly #first: number
  readonly #onRepeat: () => void
  /** Rows that users hold, where one must not be given twice. */
  readonly #held: Set<number> | null
  /** Rows an iteration takes: the maximum so far. */
  #needed: number
  #given = 0

  /** Unique selection needs `unique`; for other selections it is not used. */
  constructor(parameter: TakingRules, source: RowSource, share: Share, unique?: UniqueRows) {
    this.parameter = parameter
    this.source = source
    const isUnique = parameter.selection === 'unique'
    if (isUnique && unique === undefined) throw new Error('unique rows come from somewhere')
    this.leased = isUnique ? (unique?.leased ?? null) : null
    this.#onRepeat = unique?.onRepeat ?? (() => undefined)
    this.#needed = parameter.update === 'occurrence' ? Math.max(1, unique?.perIteration ?? 1) : 1
    this.#first = Math.round(source.rowCount * share.from01) % Math.max(1, source.rowCount)
    this.#held = isUnique && parameter.exhaustion === 'cycle' ? new Set() : null
  }

  /** The parameter's displayed name: its columns. */
  get title(): string {
    return this.source.columns.filter(column => column !== '').join(', ')
  }

  /** Whether it is permanent that `advance` finds no row. */
  get isUsedUp(): boolean {
    return this.leased === null || this.leased.isExhausted
  }

  /** Reserves the rows that the user's next iteration is likely to take; false while it must wait for them. */
  secure(cursor: Cursor): boolean {
    if (this.leased === null) return true
    this.#needed = Math.max(this.#needed, cursor.taken)
    cursor.taken = 0
    return this.leased.reserve(cursor, this.#needed)
  }

  /** Moves a user to its next row; false when there is none and the user must stop. */
  advance(cursor: Cursor): boolean {
    const row = this.#nextRow(cursor)
    if (row < 0) return false
    if (this.#held !== null && row !== cursor.row) {
      this.#held.delete(cursor.row)
      this.#held.add(row)
    }
    cursor.row = row
    cursor.fields = null
    cursor.seen = 0
    return true
  }

  /** Releases a user's row and its reservation when it ends. */
  release(cursor: Cursor): void {
    this.#held?.delete(cursor.row)
    this.leased?.unreserve(cursor)
    cursor.row = -1
    cursor.fields = null
  }

  /** Value of a column of the user's row; with update `occurrence`, reading a column again takes the next row first. */
  valueOf(cursor: Cursor, column: number, scope: Scope): string | undefined {
    if (this.parameter.update === 'occurrence') {
      const bit = 1 << Math.min(column, 30)
      if ((cursor.row < 0 || (cursor.seen & bit) !== 0) && !this.advance(cursor)) return undefined
      cursor.seen |= bit
    }
    if (cursor.row < 0) return undefined
    cursor.fields ??= this.source.read(cursor.row, scope)
    return cursor.fields[column] ?? ''
  }

  #nextRow(cursor: Cursor): number {
    if (this.leased !== null) return this.#nextUnique(cursor, this.leased)
    const { rowCount } = this.source
    const { selection, exhaustion } = this.parameter
    if (rowCount === 0) return -1
    if (selection === 'random') return Math.floor(Math.random() * rowCount)
    if (this.#given < rowCount || exhaustion === 'cycle') return (this.#first + this.#given++) % rowCount
    if (exhaustion === 'stopUser') return -1
    return cursor.row >= 0 ? cursor.row : (this.#first + rowCount - 1) % rowCount
  }

  #nextUnique(cursor: Cursor, leased: LeasedRows): number {
    const fresh = leased.take(cursor)
    if (fresh >= 0) {
      cursor.taken++
      return fresh
    }
    if (!leased.isExhausted) {
      // A user cannot wait in the middle of an iteration; it repeats a row of its own.
      cursor.taken++
      if (cursor.row >= 0) this.#onRepeat()
      return cursor.row
    }
    if (this.#held === null) return this.parameter.exhaustion === 'keepLast' ? cursor.row : -1
    // Of one more than are held one is free, if any is.
    for (let tries = Math.min(leased.size, this.#held.size + 1); tries > 0; tries--) {
      const row = leased.rowAt(this.#given++ % leased.size)
      if (!this.#held.has(row)) return row
    }
    return cursor.row
  }
}
