import { expect, test } from 'vitest'
import { readCell } from './cell.ts'
import { ResultTable } from './result-table.ts'

function tableOf(columns: string[], rows: (string | null)[][]): ResultTable {
  const table = new ResultTable({ maxRows: 10, maxLength: 1_000 })
  table.columns = columns.map(name => ({ name, kind: 'text' }))
  for (const row of rows) table.add(row)
  return table
}

const table = tableOf(
  ['id', 'Name', '1'],
  [
    ['7', 'Ann', 'x'],
    ['8', null, 'y'],
  ],
)

test.each([
  ['id', ['7', '8']],
  ['name', ['Ann', undefined]],
  ['Name[1]', ['Ann']],
  ['name[2]', [undefined]],
  ['id[3]', []],
  ['id[0]', []],
  ['2', ['Ann', undefined]],
  // A column of that name goes before the number.
  ['1', ['x', 'y']],
  ['4', []],
  ['nothing', []],
])('the cells of %s', (expression, values) => {
  expect(readCell(table, 'cell', expression)).toEqual(values)
})

test('rows changed are a source of their own, absent where a statement changes none', () => {
  expect(readCell(table, 'affectedRows', '')).toEqual([])
  const changed = tableOf([], [])
  changed.affect(2)
  changed.affect(1)
  expect(readCell(changed, 'affectedRows', '')).toEqual(['3'])
  expect(readCell(null, 'cell', 'id')).toEqual([])
})

test('the JSON text keeps every digit and every column', () => {
  const result = new ResultTable({ maxRows: 10, maxLength: 1_000 })
  result.columns = [
    { name: 'n', kind: 'number' },
    { name: 'n', kind: 'number' },
    { name: 'flag', kind: 'boolean' },
    { name: 'doc', kind: 'json' },
  ]
  result.add(['12345678901234567890', '1.50', 't', '{"a":[1]}'])
  result.add(['NaN', null, 'f', 'no json'])
  expect(result.toJson()).toBe(
    '[{"n":"12345678901234567890","n_2":1.50,"flag":true,"doc":{"a":[1]}},\n{"n":"NaN","n_2":null,"flag":false,"doc":"no json"}]',
  )
})
