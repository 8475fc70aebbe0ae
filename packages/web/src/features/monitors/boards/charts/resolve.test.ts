/** Variables of chart groups, and their choice in the address. */
import type { ChartCounter, GroupChart, GroupVariable } from '@pone/contract/entities/chart-group.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { choiceText, readChoice, resolveChart } from './resolve.ts'

const [own, first, second] = ['own', 'first', 'second']
const counter = (over: Partial<ChartCounter> = {}): ChartCounter => ({
  source: { kind: 'variable', variable: 'cache' },
  type: 'redis',
  section: 'keyspace',
  counter: 'keys',
  labels: {},
  ...over,
})
const chart = (...counters: ChartCounter[]): GroupChart => ({
  id: 'c',
  title: '',
  style: null,
  place: { x: 0, y: 0, width: 6, height: 6 },
  counters,
})
const cache: GroupVariable = { kind: 'monitor', key: 'cache', name: 'Cache', type: 'redis', values: [] }
const db: GroupVariable = { kind: 'label', key: 'db', name: 'Database', label: 'db', values: [] }
const resolve = (of: GroupChart, choice = {}, variables: readonly GroupVariable[] = [cache, db]) =>
  resolveChart(of, { variables, choice, typeOf: monitorTypeOf, firstOf: new Map([['redis', first]]) })
const monitorsOf = (...args: Parameters<typeof resolve>) =>
  resolve(...args).counters.map(({ monitorId }) => monitorId)

test('a variable stands for the chosen monitors, else the stored ones, else the first of its type', () => {
  const of = chart(counter())
  expect(monitorsOf(of)).toEqual([first])
  expect(monitorsOf(of, {}, [{ ...cache, values: [own] }])).toEqual([own])
  expect(monitorsOf(of, { cache: [first, second] }, [{ ...cache, values: [own] }])).toEqual([first, second])
  expect(monitorsOf(of, {}, [])).toEqual([])
})

test('a label filters the sections that have it, and a filter of the counter itself gives way', () => {
  const of = chart(
    counter({ labels: { db: ['db9'] } }),
    counter({ section: 'server', counter: 'used_memory' }),
  )
  expect(resolve(of).counters.map(({ labels }) => labels)).toEqual([{ db: ['db9'] }, {}])
  expect(resolve(of, { db: ['db0'] }).counters.map(({ labels }) => labels)).toEqual([{ db: ['db0'] }, {}])
})

test('monitors that a chart names are known by the name of the last save', () => {
  const source = { kind: 'monitor' as const, monitorId: own, name: 'cache-1' }
  expect(resolve(chart(counter({ source }))).named.get(own)).toBe('cache-1')
})

test('the address carries the choice; what is none is nothing', () => {
  const choice = { cache: [first, second], db: [] }
  expect(readChoice(choiceText(choice))).toEqual(choice)
  expect(choiceText({})).toBe('')
  for (const text of ['', '{', '[]', '{"a":1}', 'null']) expect(readChoice(text)).toEqual({})
})
