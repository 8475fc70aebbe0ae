import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitFields } from '@pone/plan/parameters/delimited.ts'
import type { RowParameter } from '@pone/plan/parameters/parameters.ts'
import type { Scope } from '@pone/protocols/protocol.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { compileTemplate } from '../templates.ts'
import { fileSource } from './file.ts'
import { listSource } from './list.ts'
import { type Cursor, newCursor, type ParameterPool, type TakingRules } from './parameter-pool.ts'
import { poolOf } from './parameters-harness.ts'
import { rangeSource } from './range.ts'

const scope: Scope = {
  index: 4,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: name => (name === 'x' ? 'X' : undefined),
}
type Rules = TakingRules
const rules = (changes: Partial<Rules> = {}): Rules => ({
  selection: 'sequential',
  update: 'iteration',
  exhaustion: 'cycle',
  ...changes,
})
const numbers = (count: number) =>
  rangeSource({ ...rules(), id: 'p', kind: 'range', name: 'n', from: 0, to: count - 1, step: 1, padding: 0 })
const take = (pool: ParameterPool, cursor: Cursor) =>
  pool.advance(cursor) ? Number(pool.valueOf(cursor, 0, scope)) : null
const folder = mkdtempSync(join(tmpdir(), 'pone-parameters-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
type FileParameter = Extract<RowParameter, { kind: 'file' }>
function sourceOf(content: string | Uint8Array, changes: Partial<FileParameter>) {
  const path = join(folder, `${files++}.csv`)
  writeFileSync(path, content)
  const parameter: FileParameter = {
    ...rules(),
    id: 'p',
    kind: 'file',
    fileId: '',
    columns: ['a', 'b'],
    delimiter: ',',
    quote: '"',
    hasHeader: false,
    encoding: 'utf-8',
    ...changes,
  }
  return fileSource(parameter, path)
}
function readAll(content: string | Uint8Array, changes: Partial<FileParameter>) {
  const source = sourceOf(content, changes)
  return Array.from({ length: source.rowCount }, (_, row) => source.read(row, scope))
}

describe('selection', () => {
  test('sequential goes through the rows in order, shared by all users of the worker', () => {
    const pool = poolOf(rules(), numbers(3))
    const [a, b] = [newCursor(), newCursor()]
    expect([take(pool, a), take(pool, b), take(pool, a), take(pool, b)]).toEqual([0, 1, 2, 0])
  })
  test('sequential begins at the worker’s share of the rows and goes through all of them', () => {
    const pool = poolOf(rules({ exhaustion: 'stopUser' }), numbers(4), { share: { from01: 0.5, to01: 1 } })
    const user = newCursor()
    expect([1, 2, 3, 4, 5].map(() => take(pool, user))).toEqual([2, 3, 0, 1, null])
  })
  test('random stays within the rows and never ends', () => {
    const pool = poolOf(rules({ selection: 'random', exhaustion: 'stopUser' }), numbers(3))
    const user = newCursor()
    const seen = new Set(Array.from({ length: 200 }, () => take(pool, user)))
    expect([...seen].sort((a, b) => Number(a) - Number(b))).toEqual([0, 1, 2])
  })
  test('unique with cycle never gives a row that another user holds', () => {
    const pool = poolOf(rules({ selection: 'unique' }), numbers(2))
    const [a, b, c] = [newCursor(), newCursor(), newCursor()]
    expect([take(pool, a), take(pool, b), take(pool, c)]).toEqual([0, 1, null])
    pool.release(a)
    expect([take(pool, c), take(pool, b)]).toEqual([0, 1])
  })
})

describe('exhaustion', () => {
  test('keepLast leaves each user with its last row', () => {
    const pool = poolOf(rules({ exhaustion: 'keepLast' }), numbers(3))
    const [a, b] = [newCursor(), newCursor()]
    expect([take(pool, a), take(pool, b), take(pool, a), take(pool, b), take(pool, a)]).toEqual([
      0, 1, 2, 1, 2,
    ])
    expect(take(pool, newCursor())).toBe(2)
  })
  test('no rows at all stop the user', () => {
    expect(poolOf(rules(), numbers(0)).advance(newCursor())).toBe(false)
  })
})

test('update occurrence takes the next row when a column is read again, and keeps columns of a row together', () => {
  const source = sourceOf('name,password\na,1\nb,2\n', { columns: ['name', 'password'], hasHeader: true })
  const pool = poolOf(rules({ update: 'occurrence' }), source)
  const user = newCursor()
  const read = [0, 1, 0, 1, 0].map(column => pool.valueOf(user, column, scope))
  expect(read).toEqual(['a', '1', 'b', '2', 'a'])
})

describe('sources', () => {
  test('a range steps and pads', () => {
    const source = rangeSource({
      ...rules(),
      id: 'p',
      kind: 'range',
      name: 'n',
      from: -1,
      to: 8,
      step: 4,
      padding: 3,
    })
    expect(Array.from({ length: source.rowCount }, (_, row) => source.read(row, scope)[0])).toEqual([
      '-001',
      '003',
      '007',
    ])
  })
  test('a list evaluates templates', () => {
    const source = listSource(
      { ...rules(), id: 'p', kind: 'list', name: 'l', values: ['a', '${x}-${threadId()}'] },
      text => compileTemplate(text, () => undefined),
    )
    expect([source.read(0, scope), source.read(1, scope)]).toEqual([['a'], ['X-5']])
  })
  test.each([
    [
      'plain',
      'a,b\nc,d\n',
      ',',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'without a last line break',
      'a,b\nc,d',
      ',',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with carriage returns, blank lines and a byte order mark',
      '\uFEFFa\tb\r\n\r\nc\td\r\n',
      '\t',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with quotes',
      '"a,1","say ""hi"""\n"two\nlines",x\n',
      ',',
      [
        ['a,1', 'say "hi"'],
        ['two\nlines', 'x'],
      ],
    ],
    [
      'with empty fields',
      ',\n"",x\n',
      ',',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
    [
      'with a quote inside a field',
      'a"b,c\nd,e',
      ',',
      [
        ['a"b', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      'with Chinese text',
      '张三;北京\n李四;上海',
      ';',
      [
        ['张三', '北京'],
        ['李四', '上海'],
      ],
    ],
  ] as const)('a file %s is read', (_name, text, delimiter, expected) => {
    expect(readAll(text, { delimiter })).toEqual(expected)
  })
  test('quoting any fields and splitting them gives the fields back', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter(text => !text.endsWith('\r')),
          { minLength: 1 },
        ),
        fields => {
          const row = fields.map(field => `"${field.replaceAll('"', '""')}"`).join(',')
          expect(splitFields(row, { delimiter: ',', quote: '"' })).toEqual(fields)
        },
      ),
    )
  })
})
