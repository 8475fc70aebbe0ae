/** Names, defaults and previews of parameters; pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf as allNamesOf, type Parameter } from '@pone/plan/parameters/parameters.ts'
import { newId } from '../../../lib/new-id.ts'
import { freeVariableName } from '../model/new-step.ts'

const maxColumns = 200

type FileParameter = Extract<Parameter, { kind: 'file' }>

const base = { selection: 'sequential', update: 'iteration', exhaustion: 'cycle' } as const

/** The variables that a parameter defines, without omitted columns. */
export const namesOf = (parameter: Parameter): readonly string[] =>
  allNamesOf(parameter).filter(name => name !== '')

/** All names that variables and parameters of a component use. */
export function takenNames(document: ComponentDocument): string[] {
  return [...document.parameters.flatMap(namesOf), ...document.variables.map(variable => variable.name)]
}

/** The kinds in display order. */
export const parameterKinds = ['file', 'table', 'list', 'range', 'date', 'uniqueId', 'random'] as const

/** A parameter of a kind with usable defaults; a file parameter is created from a file instead. */
export function createParameter(
  kind: Exclude<Parameter['kind'], 'file'>,
  taken: readonly string[],
): Parameter {
  const id = newId()
  const name = (wanted: string) => freeVariableName(wanted, taken)
  switch (kind) {
    case 'list':
      return { ...base, id, kind, name: name('item'), values: ['a', 'b', 'c'] }
    case 'range':
      return { ...base, id, kind, name: name('number'), from: 1, to: 100, step: 1, padding: 0 }
    case 'table':
      return {
        ...base,
        id,
        kind,
        database: {
          driver: 'postgresql',
          host: '',
          port: 0,
          database: '',
          user: '',
          password: '',
          tls: false,
        },
        query: '',
        columns: [name('column')],
        maxRows: 100_000,
        timeoutSeconds: 60,
      }
    case 'date':
      return {
        id,
        kind,
        update: 'iteration',
        name: name('time'),
        start: '',
        offset: '',
        stepSeconds: 0,
        format: 'yyyy-MM-dd HH:mm:ss',
      }
    case 'uniqueId':
      return { id, kind, update: 'iteration', name: name('uid'), form: 'uuid', prefix: '' }
    case 'random':
      return {
        id,
        kind,
        update: 'iteration',
        name: name('random'),
        form: 'integer',
        from: 1,
        to: 100,
        digits: 2,
        length: 8,
        alphabet: 'abcdefghijklmnopqrstuvwxyz0123456789',
      }
  }
}

/** A file parameter whose file has a header. */
export const createFileParameter = (
  fileId: string,
  reading: Pick<FileParameter, 'delimiter' | 'quote' | 'encoding'>,
  columns: string[],
): FileParameter => ({ ...base, id: newId(), kind: 'file', fileId, hasHeader: true, ...reading, columns })

/** A preview of the values of a range: the first `limit` and the last one; and their count. */
export function rangePreview(
  range: Pick<Extract<Parameter, { kind: 'range' }>, 'from' | 'to' | 'step' | 'padding'>,
  limit = 5,
): { first: string[]; last: string | null; count: number } {
  const { from, to, step, padding } = range
  const count = to < from ? 0 : Math.floor((to - from) / step) + 1
  const text = (index: number) => {
    const value = from + index * step
    return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(padding, '0')}`
  }
  const first = Array.from({ length: Math.min(limit, count) }, (_, index) => text(index))
  return { first, last: count > limit ? text(count - 1) : null, count }
}

/** Names for the columns of a file: from its header if usable, else col1, col2 …; all different. */
export function columnNames(rows: readonly (readonly string[])[], hasHeader: boolean): string[] {
  const names: string[] = []
  for (let column = 0; column < Math.max(1, columnCount([], rows)); column += 1) {
    const title = hasHeader ? (rows[0]?.[column] ?? '') : ''
    const name = title
      .trim()
      .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
      .slice(0, 60)
    const isUsable = /^[A-Za-z_]/.test(name) && /[A-Za-z0-9]/.test(name)
    names.push(freeVariableName(isUsable ? name : `col${column + 1}`, names))
  }
  return names
}

const delimiters = [',', ';', '\t', '|'] as const

/** The delimiter with the largest minimum count over the first 5 lines; the comma if none occurs in every line. */
export function likelyDelimiter(text: string): (typeof delimiters)[number] {
  const lines = text.split(/\r?\n/).filter(Boolean).slice(0, 5)
  const least = (delimiter: string) =>
    Math.min(maxColumns, ...lines.map(line => line.split(delimiter).length))
  return delimiters.reduce((best, next) => (least(next) > least(best) ? next : best))
}

/** Number of columns in a preview: at least the named ones and those of the rows, limited by `maxColumns`. */
export const columnCount = (named: readonly string[], rows: readonly (readonly string[])[]): number =>
  Math.min(maxColumns, Math.max(named.length, ...rows.map(row => row.length)))

/** The names of `count` columns with the one at `column` replaced; an empty name omits the column. */
export const withColumnName = (
  named: readonly string[],
  count: number,
  column: number,
  name: string,
): string[] => Array.from({ length: count }, (_, at) => (at === column ? name : (named[at] ?? '')))

/** Number of rows of a file that contain values. */
export const dataRows = (lines: number, hasHeader: boolean): number =>
  hasHeader ? Math.max(0, lines - 1) : lines
