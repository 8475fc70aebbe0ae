/** Names, new ones and explanations of parameters; pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf as allNamesOf, type Parameter } from '@pone/plan/parameters/parameters.ts'
import { newId } from '../../../lib/new-id.ts'
import { freeVariableName } from '../model/new-step.ts'

const base = { selection: 'sequential', update: 'iteration', exhaustion: 'cycle' } as const

/** The variables that a parameter gives, without the columns that are left out. */
export const namesOf = (parameter: Parameter): readonly string[] =>
  allNamesOf(parameter).filter(name => name !== '')

/** All names that are taken in a component by variables and parameters. */
export function takenNames(document: ComponentDocument): string[] {
  return [...document.parameters.flatMap(namesOf), ...document.variables.map(variable => variable.name)]
}

/** The kinds in the order in which they are offered. */
export const parameterKinds = ['file', 'table', 'list', 'range', 'date', 'uniqueId', 'random'] as const

/** A parameter of a kind with usable defaults; a file parameter needs its file first. */
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

/** The values of a range as they will be, the first `limit` and the last one; and how many there are. */
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

/** Names for the columns of a file: from its header where usable, else col1, col2 …; all different. */
export function columnNames(
  rows: readonly (readonly string[])[],
  hasHeader: boolean,
  before: readonly string[] = [],
): string[] {
  const width = Math.max(1, ...rows.map(row => row.length))
  const names: string[] = []
  for (let column = 0; column < Math.min(width, 200); column += 1) {
    const header = hasHeader
      ? (rows[0]?.[column] ?? '')
          .trim()
          .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
          .slice(0, 60)
      : ''
    const usable = /^[A-Za-z_]/.test(header) && /[A-Za-z0-9]/.test(header) ? header : `col${column + 1}`
    names.push(before[column] ?? freeVariableName(usable, names))
  }
  return names
}

/** The separator that most evenly splits the first lines. */
export function likelyDelimiter(text: string): ',' | ';' | '\t' | '|' {
  const lines = text.split(/\r?\n/).filter(Boolean).slice(0, 5)
  const score = (delimiter: string) => {
    const counts = lines.map(line => line.split(delimiter).length - 1)
    return Math.min(...counts, Number.POSITIVE_INFINITY) === Number.POSITIVE_INFINITY
      ? 0
      : Math.min(...counts)
  }
  const ranked = ([',', ';', '\t', '|'] as const).map(delimiter => ({ delimiter, score: score(delimiter) }))
  return ranked.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}
