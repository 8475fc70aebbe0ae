/** Hands out a parameter's rows to the users of a worker, as selection, update and exhaustion say. */
import type { RowParameter } from '@pone/contract/entities/component/parameters.ts'
import type { Share } from '@pone/contract/link/messages.ts'
import type { Scope } from '../scope.ts'
import type { RowSource } from './row-source.ts'

/** How users take a parameter's rows. */
export type TakingRules = Pick<RowParameter, 'selection' | 'update' | 'exhaustion'>

/** A user's place in one parameter. */
export interface Cursor {
  /** −1 before the first row. */
  row: number
  /** The row's values once something asked for them. */
  fields: readonly string[] | null
  /** Columns read from the row, as bits, for update `occurrence`; columns beyond the 31st share the last bit. */
  seen: number
}

/** A fresh place. */
export const newCursor = (): Cursor => ({ row: -1, fields: null, seen: 0 })

/**
 * One parameter's rows in one worker.
 * sequential: in file order, shared by all users of the worker; each worker begins at its share of the rows.
 * unique: only the rows of the worker's share, and a row that a user holds is not given to another one.
 */
export class ParameterPool {
  readonly parameter: TakingRules
  readonly source: RowSource
  readonly #first: number
  readonly #size: number
  /** Rows that users hold, where one must not be given twice. */
  readonly #held: Set<number> | null
  #given = 0

  constructor(parameter: TakingRules, source: RowSource, share: Share) {
    this.parameter = parameter
    this.source = source
    const isUnique = parameter.selection === 'unique'
    const from = Math.round(source.rowCount * share.from01)
    this.#first = isUnique ? from : from % Math.max(1, source.rowCount)
    this.#size = isUnique ? Math.round(source.rowCount * share.to01) - from : source.rowCount
    this.#held = isUnique && parameter.exhaustion === 'cycle' ? new Set() : null
  }

  /** Moves a user to its next row; false when there is none and the user has to stop. */
  advance(cursor: Cursor): boolean {
    const row = this.#nextRow(cursor.row)
    if (row < 0) return false
    if (row !== cursor.row) {
      this.release(cursor)
      this.#held?.add(row)
    }
    cursor.row = row
    cursor.fields = null
    cursor.seen = 0
    return true
  }

  /** Gives a user's row back when it ends. */
  release(cursor: Cursor): void {
    this.#held?.delete(cursor.row)
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

  #nextRow(current: number): number {
    if (this.#size === 0) return -1
    if (this.parameter.selection === 'random') return Math.floor(Math.random() * this.#size)
    if (this.#given >= this.#size && this.parameter.exhaustion !== 'cycle') {
      if (this.parameter.exhaustion === 'stopUser') return -1
      if (current >= 0) return current
      return this.parameter.selection === 'unique' ? -1 : this.#rowAt(this.#size - 1)
    }
    if (this.#held === null) return this.#rowAt(this.#given++)
    // One more than are held is free, if any is.
    for (let tries = Math.min(this.#size, this.#held.size + 1); tries > 0; tries--) {
      const row = this.#rowAt(this.#given++)
      if (!this.#held.has(row)) return row
    }
    return current
  }

  #rowAt(position: number): number {
    return this.parameter.selection === 'unique'
      ? this.#first + (position % this.#size)
      : (this.#first + position) % this.#size
  }
}
