/** Bound parameters of a statement in JMeter's syntax: two lists with commas, of values and of types, and `?` in the text. */
import type { ParameterDirection, SqlDriver, SqlOperation } from '@pone/protocols/sql/definition/operation.ts'
import { quotedField } from '@pone/schema/csv-field.ts'

/** Only those of a procedure have a direction; the default is in. */
export type Parameter = Extract<SqlOperation, { kind: 'query' }>['parameters'][number] & {
  readonly direction?: ParameterDirection
}

/** Prefix of the type of a procedure's parameter. */
const directionWords = { in: '', inOut: 'INOUT ', out: 'OUT ' } as const

/** What JMeter binds as NULL. */
const nullValue = ']NULL['

const numberTypes: ReadonlySet<string> = new Set([
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'REAL',
  'DOUBLE',
  'NUMERIC',
  'DECIMAL',
])
const textTypes: ReadonlySet<string> = new Set(['VARCHAR', 'CHAR', 'LONGVARCHAR', 'NVARCHAR', 'NCHAR'])

/** The two lists; values are JMeter's texts. */
export function writeParameters(parameters: readonly Parameter[]): { values: string; types: string } {
  return {
    values: parameters.map(({ type, value }) => (type === 'null' ? nullValue : quoted(value))).join(','),
    types: parameters.map(typeOf).join(','),
  }
}

const typeOf = ({ type, direction = 'in' }: Parameter): string =>
  directionWords[direction] + (type === 'number' ? 'NUMERIC' : 'VARCHAR')

/** A comma separates values; JMeter replaces variables before it splits the list, so they are quoted as well. */
const quoted = (value: string): string => (/[",]|\$\{/.test(value) ? quotedField(value) : value)

const directions = { OUT: 'out', INOUT: 'inOut' } as const

export interface ReadParameters {
  readonly parameters: readonly Parameter[]
  /** Types that are bound as text here. */
  readonly otherTypes: readonly string[]
}

export function readParameters(values: string, types: string): ReadParameters {
  const typeList = types.split(',').map(type => type.trim().toUpperCase())
  const otherTypes = new Set<string>()
  const parameters = parted(values).map((value, at): Parameter => {
    const [, word = '', type = ''] = /^(?:(INOUT|OUT|IN)\s+)?(.*)$/s.exec(typeList[at] ?? '') ?? []
    const way = word === 'OUT' || word === 'INOUT' ? { direction: directions[word] } : {}
    if (value === nullValue) return { type: 'null', value: '', ...way }
    if (numberTypes.has(type)) return { type: 'number', value, ...way }
    if (!textTypes.has(type) && type !== '') otherTypes.add(type)
    return { type: 'text', value, ...way }
  })
  return { parameters, otherTypes: [...otherTypes] }
}

/**
 * The values of a list: quotes contain commas, and a doubled quote inside is a literal one. Commas of expressions split
 * as in JMeter.
 */
function parted(list: string): string[] {
  if (list.trim() === '') return []
  const values: string[] = []
  let rest = list
  for (;;) {
    const [whole = '', inQuotes, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^,]*))/s.exec(rest) ?? []
    values.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'))
    if (rest[whole.length] !== ',') return values
    rest = rest.slice(whole.length + 1)
  }
}

/** Quoted texts, comments, `?` and `$1` of a statement; quoted texts and comments are left unchanged. */
const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*.*?\*\/|\$\d+|\?/gs

/** A statement of a component with `?` for each placeholder, and the parameters in the order of the placeholders. */
export function toQuestionMarks(
  text: string,
  parameters: readonly Parameter[],
): { text: string; parameters: readonly Parameter[] } {
  const numbered: (Parameter | undefined)[] = []
  const written = text.replaceAll(pieces, piece => {
    if (!/^\$\d+$/.test(piece)) return piece
    numbered.push(parameters[Number(piece.slice(1)) - 1])
    return '?'
  })
  if (numbered.length === 0) return { text, parameters }
  return { text: written, parameters: numbered.filter(each => each !== undefined) }
}

/** A statement with the placeholders in the database's syntax. */
export function toPlaces(text: string, driver: SqlDriver): string {
  if (driver === 'mysql') return text
  let places = 0
  return text.replaceAll(pieces, piece => {
    if (piece !== '?') return piece
    places += 1
    return `$${places}`
  })
}
