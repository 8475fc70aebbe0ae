import { expect, test } from 'vitest'
import { hasNesting, type LabelNode, labelTree, transactionsAround } from './label-tree.ts'
import type { RunLabel } from './run-label.ts'

const label = (index: number, kind: RunLabel['kind'], parent?: number): RunLabel => ({
  index,
  name: `${kind[0]}${index}`,
  kind,
  component: 'shop',
  ...(parent === undefined ? {} : { parent }),
})
const rowsOf = (labels: readonly RunLabel[]) => labels.map(each => ({ label: each }))
const text = ({ row, children }: LabelNode<{ label: RunLabel }>): string =>
  children.length === 0 ? row.label.name : `${row.label.name}(${children.map(text).join(' ')})`

test('requests stand under their innermost transaction, those outside apart', () => {
  const labels = [
    label(0, 'iteration'),
    label(1, 'transaction'),
    label(2, 'request', 1),
    label(3, 'transaction', 1),
    label(4, 'request', 3),
    label(5, 'request'),
    label(6, 'transaction'),
  ]
  const tree = labelTree(rowsOf(labels))
  expect(tree.transactions.map(text)).toEqual(['t1(r2 t3(r4))', 't6'])
  expect(tree.outside.map(row => row.label.name)).toEqual(['r5'])
  expect(tree.iterations.map(row => row.label.name)).toEqual(['i0'])
  expect(labels.map(each => transactionsAround(each, labels).join('/'))).toEqual([
    '',
    '',
    't1',
    't1',
    't1/t3',
    '',
    '',
  ])
  expect(hasNesting(rowsOf(labels))).toBe(true)
})

test('labels of earlier versions and of JMeter have no transaction around them', () => {
  const rows = rowsOf([label(0, 'transaction'), label(1, 'request')])
  expect(labelTree(rows)).toEqual({
    iterations: [],
    transactions: [{ row: rows[0], children: [] }],
    outside: [rows[1]],
  })
  expect(hasNesting(rows)).toBe(false)
})

test.each([
  ['itself', 4],
  ['a later label', 9],
  ['one without a row', 2],
])('a label that names %s as its transaction is kept, outside', (_what, parent) => {
  const rows = rowsOf([label(4, 'request', parent), label(9, 'transaction')])
  expect(labelTree(rows).outside).toEqual([rows[0]])
  expect(
    transactionsAround(
      label(4, 'request', parent),
      rows.map(row => row.label),
    ),
  ).toEqual([])
})
