import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  parameterExhaustions,
  parameterSelections,
  parameterUpdates,
  type RowParameter,
} from '@pone/plan/parameters/parameters.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { compileTemplate } from '../templates.ts'
import { fileSource } from './file.ts'
import { listSource } from './list.ts'
import { newCursor, type TakingRules } from './parameter-pool.ts'
import { poolOf } from './parameters-harness.ts'
import { rangeSource } from './range.ts'
import type { RowSource } from './row-source.ts'
import { tableSource } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-taking-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'rows.csv'), '0,a\n1,b\n2,c\n')
const scope: Scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}

/** Three rows, 0 to 2, of each kind. */
const sources: Record<RowParameter['kind'], (rules: TakingRules) => RowSource> = {
  list: rules =>
    listSource({ ...rules, id: 'p', kind: 'list', name: 'n', values: ['0', '1', '2'] }, text =>
      compileTemplate(text, () => undefined),
    ),
  range: rules =>
    rangeSource({ ...rules, id: 'p', kind: 'range', name: 'n', from: 0, to: 2, step: 1, padding: 0 }),
  file: rules =>
    fileSource(
      {
        ...rules,
        id: 'p',
        kind: 'file',
        fileId: '',
        columns: ['n', 'm'],
        delimiter: ',',
        quote: '"',
        hasHeader: false,
        encoding: 'utf-8',
      },
      join(folder, 'rows.csv'),
    ),
  table: rules =>
    tableSource(
      {
        ...rules,
        id: 'p',
        kind: 'table',
        database: { driver: 'mysql', host: '', port: 0, database: '', user: '', password: '', tls: false },
        query: '',
        columns: ['n', 'm'],
        maxRows: 3,
        timeoutSeconds: 1,
      },
      [
        ['0', 'a'],
        ['1', 'b'],
        ['2', 'c'],
      ],
    ),
}
/** The rows that a single user gets in five readings; null = it must stop. */
const expected: Record<
  Exclude<TakingRules['selection'], 'random'>,
  Record<TakingRules['exhaustion'], string>
> = {
  sequential: { cycle: '0 1 2 0 1', stopUser: '0 1 2 null null', keepLast: '0 1 2 2 2' },
  unique: { cycle: '0 1 2 0 1', stopUser: '0 1 2 null null', keepLast: '0 1 2 2 2' },
}
const kinds = ['list', 'range', 'file'] as const
const modes = kinds.flatMap(kind =>
  parameterSelections.flatMap(selection =>
    parameterUpdates.flatMap(update =>
      parameterExhaustions.map(exhaustion => [kind, selection, update, exhaustion] as const),
    ),
  ),
)

describe('a single user', () => {
  test.each(modes)('%s, %s, update %s, then %s', (kind, selection, update, exhaustion) => {
    const rules = { selection, update, exhaustion }
    const pool = poolOf(rules, sources[kind](rules))
    const user = newCursor()
    const next = () => {
      // The user's action between two readings: nothing where each reading takes a row by itself.
      if (update !== 'occurrence' && !pool.advance(user)) return null
      return pool.valueOf(user, 0, scope) ?? null
    }
    const taken = Array.from({ length: 5 }, next)
    if (selection === 'random') for (const value of taken) expect(['0', '1', '2']).toContain(value)
    else expect(taken.join(' ')).toBe(textOf(expected[selection][exhaustion]))
    const isKept = update !== 'occurrence' && taken.at(-1) !== null
    if (isKept) expect(pool.valueOf(user, 0, scope)).toBe(taken.at(-1))
  })
})

/** As join writes it: null becomes an empty text. */
const textOf = (row: string) => row.replaceAll('null', '')
