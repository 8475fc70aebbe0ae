import type { FoundCounter } from '@pone/contract/entities/monitor.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { findingSection, typeWithFound, usualChoice } from './found-counters.ts'

const type = monitorTypeOf('prometheus')
if (type === undefined) throw new Error('there is no type prometheus')
const found: readonly FoundCounter[] = [
  { counter: 'go_goroutines', kind: 'gauge' },
  { counter: 'process_cpu_seconds_total', kind: 'counter' },
  { counter: 'shop_memory_bytes', kind: 'gauge' },
  { counter: 'shop_request_seconds_count', kind: 'counter' },
  { counter: 'shop_requests_total', kind: 'counter' },
]

test('each chosen name is a counter and a chart, with the unit that its name tells', () => {
  const names = [
    'process_cpu_seconds_total',
    'shop_memory_bytes',
    'shop_request_seconds_count',
    'shop_requests_total',
  ]
  const { sections, charts } = typeWithFound(type, found, names)
  expect(sections[0]?.counters.map(({ key, kind, unit }) => [key, kind, unit])).toEqual([
    ['process_cpu_seconds_total', 'counter', 's'],
    ['shop_memory_bytes', 'gauge', 'bytes'],
    ['shop_request_seconds_count', 'counter', ''],
    ['shop_requests_total', 'counter', ''],
  ])
  expect(charts.map(({ counters, unit }) => [counters, unit])).toEqual([
    [['metrics.process_cpu_seconds_total'], 's/s'],
    [['metrics.shop_memory_bytes'], 'bytes'],
    [['metrics.shop_request_seconds_count'], 'count/s'],
    [['metrics.shop_requests_total'], 'count/s'],
  ])
})

test('counters of the target come before those of its runtime; twelve at first', () => {
  expect(usualChoice(found).slice(0, 3)).toEqual([
    'shop_memory_bytes',
    'shop_request_seconds_count',
    'shop_requests_total',
  ])
  const many = Array.from(
    { length: 40 },
    (_, index): FoundCounter => ({ counter: `m${index}`, kind: 'gauge' }),
  )
  expect(usualChoice(many)).toHaveLength(12)
})

test('a type with counters of its own stays as it is', () => {
  const host = monitorTypeOf('host')
  if (host === undefined) throw new Error('there is no type host')
  expect(findingSection(host)).toBeUndefined()
  expect(typeWithFound(host, found, ['go_goroutines'])).toBe(host)
})
