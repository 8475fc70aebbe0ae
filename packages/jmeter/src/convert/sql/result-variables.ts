/**
 * Values of a result in variables. JMeter names columns by their position: `a,,c` gives a_1, a_2 … one for each row,
 * and a_# with their number. A component has an extractor for each variable that is used.
 */
import type { Extractor } from '@pone/plan/answers/answer-rules.ts'

type Taken = Omit<Extractor, 'id'>

/** Columns by number, with the row or all rows: `2[1]`, `2`. */
const place = /^(\d+)(?:\[(\d+)\])?$/

/** The names of the columns that the extractors use; columns that JMeter cannot name are reported by the comparison. */
export function columnNames(extractors: readonly Extractor[]): string {
  const names: string[] = []
  for (const { source, expression, variable, match } of extractors) {
    const [, column, row] = source === 'cell' ? (place.exec(expression.trim()) ?? []) : []
    if (column === undefined) continue
    const isAll = row === undefined && match === -1
    const base = isAll ? variable : row === undefined ? null : baseOf(variable, row)
    const at = Number(column) - 1
    if (base !== null && at >= 0 && at < 1_000) names[at] ??= base
  }
  return Array.from(names, name => name ?? '').join(',')
}

/** `id` of `id_3` and row 3; null where the name does not follow JMeter's. */
const baseOf = (variable: string, row: string): string | null =>
  variable.endsWith(`_${row}`) && variable.length > row.length + 1 ? variable.slice(0, -row.length - 1) : null

/** JMeter's variables that a plan uses. */
export interface UsedVariables {
  /** Rows that the plan names of a variable, e.g. 1 for `${id_1}`. */
  readonly rowsOf: (name: string) => readonly string[]
  /** Whether the number of rows is used: `${id_#}`. */
  readonly isCounted: (name: string) => boolean
  /** Whether a ForEach controller goes through all rows. */
  readonly isWalked: (name: string) => boolean
}

/** Extractors for the names of columns; `nameOf` makes a name that is allowed for variables here. */
export function extractorsOf(
  names: string,
  used: UsedVariables,
  nameOf: (name: string) => string,
): readonly Taken[] {
  const all = names.split(',').map(name => name.trim())
  return all.flatMap((name, at): Taken[] => {
    if (name === '') return []
    const cell = (variable: string, expression: string, match: number) =>
      taken({ source: 'cell', variable: nameOf(variable), expression, match })
    const rows = used.rowsOf(name)
    const isAlone = rows.length === 0 && !used.isWalked(name)
    return [
      ...(used.isWalked(name) ? [cell(name, String(at + 1), -1)] : []),
      ...(isAlone ? ['1'] : rows).map(row => cell(`${name}_${row}`, `${at + 1}[${row}]`, 1)),
      ...(used.isCounted(name)
        ? [taken({ source: 'count', variable: nameOf(`${name}_#`), expression: '', match: 1 })]
        : []),
    ]
  })
}

/** JMeter does not set a variable where there is no such row. */
const taken = (part: Pick<Taken, 'source' | 'variable' | 'expression' | 'match'>): Taken => ({
  rightBoundary: '',
  attribute: '',
  group: 1,
  defaultValue: '',
  ...part,
})
