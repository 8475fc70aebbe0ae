/** The result of a statement: a table whose rows are counted without end and kept up to a limit; what checkpoints, extractors and the debug view read. */

/** A value as text; null = NULL. Binary values are `\x` and hexadecimal digits. */
export type Cell = string | null

/** A column of a result. */
export interface Column {
  readonly name: string
  /** How the value stands in the JSON text of the result. */
  readonly kind: 'text' | 'number' | 'boolean' | 'json'
}

/** How much of a result is kept. */
export interface ResultLimits {
  readonly maxRows: number
  /** Of the texts of all cells together, in characters. */
  readonly maxLength: number
}

/** One result. Of several results that a statement gives, the first with columns is kept; rows of all are counted. */
export class ResultTable {
  columns: readonly Column[] = []
  readonly rows: (readonly Cell[])[] = []
  /** Fetched, kept or not. */
  rowCount = 0
  /** By insert, update, delete; null when the statement was none of these. */
  affectedRows: number | null = null
  /** Some fetched rows were not kept. */
  isCut = false
  /** What parameters of a procedure gave back, by `@` and their number. */
  back: ReadonlyMap<string, Cell> = new Map()
  readonly #limits: ResultLimits
  #length = 0
  #json: string | null = null

  constructor(limits: ResultLimits) {
    this.#limits = limits
  }

  /** Whether the next row is kept, so that nobody makes texts of one that is not. */
  get hasRoom(): boolean {
    return !this.isCut && this.rows.length < this.#limits.maxRows
  }

  /** Keeps a row, or only counts it when it is beyond the limits. */
  add(cells: readonly Cell[]): void {
    this.rowCount++
    let length = 0
    for (const cell of cells) length += cell?.length ?? 0
    if (!this.hasRoom || this.#length + length > this.#limits.maxLength) {
      this.isCut = true
      return
    }
    this.#length += length
    this.rows.push(cells)
  }

  /** Counts a row that is not kept. */
  skip(): void {
    this.rowCount++
    this.isCut = true
  }

  /** Takes what a procedure gave back from a row of its own; without another result that row is the result. */
  giveBack(row: ResultTable): void {
    const [cells = []] = row.rows
    this.back = new Map(row.columns.map(({ name }, at) => [name, cells[at] ?? null]))
    if (this.columns.length > 0 || cells.length === 0) return
    this.columns = row.columns
    this.add(cells)
  }

  /** Takes it from the first row of the result, whose columns are those of the parameters with these names, in order. */
  findBack(names: readonly string[]): void {
    const [cells] = this.rows
    if (cells !== undefined) this.back = new Map(names.map((name, at) => [name, cells[at] ?? null]))
  }

  /** Adds rows that a statement changed. */
  affect(rows: number): void {
    this.affectedRows = (this.affectedRows ?? 0) + rows
  }

  /** A cell: row from 1, column by name (upper and lower case alike) or by number from 1. undefined = there is none; NULL is null. */
  cell(row: number, column: string): Cell | undefined {
    const at = this.indexOf(column)
    return at < 0 ? undefined : this.rows[row - 1]?.[at]
  }

  /** Values of a column in the order of the rows, without NULL. */
  valuesOf(column: string): string[] {
    const at = this.indexOf(column)
    if (at < 0) return []
    return this.rows.map(row => row[at]).filter(cell => cell !== null && cell !== undefined)
  }

  /** Position of a column from 0, by name or number from 1; −1 = there is none. */
  indexOf(column: string): number {
    const wanted = column.trim()
    const exact = this.columns.findIndex(({ name }) => name === wanted)
    if (exact >= 0) return exact
    const lower = wanted.toLowerCase()
    const similar = this.columns.findIndex(({ name }) => name.toLowerCase() === lower)
    if (similar >= 0 || !/^\d+$/.test(wanted)) return similar
    const number = Number(wanted)
    return number >= 1 && number <= this.columns.length ? number - 1 : -1
  }

  /** The kept rows as JSON: an array of objects by column name; a name that comes twice gets a number. */
  toJson(): string {
    this.#json ??= this.#writeJson()
    return this.#json
  }

  #writeJson(): string {
    const keys = uniqueNames(this.columns.map(({ name }) => name)).map(name => JSON.stringify(name))
    const lines = this.rows.map(row => {
      const fields = row.map((cell, at) => `${keys[at] ?? '""'}:${jsonOf(cell, this.columns[at])}`)
      return `{${fields.join(',')}}`
    })
    return `[${lines.join(',\n')}]`
  }
}

function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map(name => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  })
}

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A number stays a number only where a reader of JSON gets the same digits. */
function jsonOf(cell: Cell, column: Column | undefined): string {
  if (cell === null) return 'null'
  switch (column?.kind) {
    case 'number':
      return number.test(cell) && isExact(cell) ? cell : JSON.stringify(cell)
    case 'boolean':
      return /^(t|true|1)$/.test(cell) ? 'true' : 'false'
    case 'json':
      return isJson(cell) ? cell : JSON.stringify(cell)
    default:
      return JSON.stringify(cell)
  }
}

const isExact = (text: string) => text.replace(/\D/g, '').length <= 15

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
