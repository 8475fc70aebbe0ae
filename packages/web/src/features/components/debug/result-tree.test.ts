import { expect, test } from 'vitest'
import type { ExchangeRow } from '../exchange/debug-model.ts'
import { flatLines, treeLines } from './result-tree.ts'

const request = (number: number, stepId: string) => ({ number, stepId }) as ExchangeRow
const transaction = (stepId: string) =>
  ({ kind: 'transaction', stepId, user: 0, iteration: 0, name: stepId, durationMs: 1, passed: true }) as const
const run = {
  exchanges: [request(1, '1'), request(2, '2.1'), request(3, '2.2'), request(4, '10'), request(5, '2.2.1')],
  transactions: [transaction('2')],
}
const shape = (lines: ReturnType<typeof treeLines>) => lines.map(line => [line.depth, line.stepId])

test('subsamples are placed below their sample, and requests below the transaction that contains them', () => {
  expect(shape(treeLines(run, null))).toEqual([
    [0, '1'],
    [0, '2'],
    [1, '2.1'],
    [1, '2.2'],
    [2, '2.2.1'],
    [0, '10'],
  ])
})

test('a filter keeps a request with all its ancestors', () => {
  const shown = new Set(run.exchanges.filter(row => row.stepId === '2.2.1'))
  expect(shape(treeLines(run, shown))).toEqual([
    [0, '2'],
    [1, '2.2'],
    [2, '2.2.1'],
  ])
})

test('a transaction is placed before the subsample with its number, whatever arrived first', () => {
  const lines = treeLines(
    {
      exchanges: [request(1, '2.10'), request(2, '2.9'), request(3, '1.1.1')],
      transactions: [transaction('2'), transaction('1.1')],
    },
    null,
  )
  expect(lines.map(line => `${line.kind} ${line.stepId}`)).toEqual([
    'transaction 1.1',
    'request 1.1.1',
    'transaction 2',
    'request 2.9',
    'request 2.10',
  ])
})

test('in a flat list all requests are at the top level', () => {
  expect(shape(flatLines([request(1, '2.1'), request(2, '1')]))).toEqual([
    [0, '2.1'],
    [0, '1'],
  ])
})
