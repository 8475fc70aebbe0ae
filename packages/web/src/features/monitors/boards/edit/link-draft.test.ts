/** A chart group that is made of a monitoring link. */
import { chartGroupContentSchema, maxGroupCharts } from '@pone/contract/entities/chart-group.ts'
import type { LinkedMonitor } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../../../test-runs.ts'
import { contentOf } from './draft-model.ts'
import { draftOfLink } from './link-draft.ts'

const context = () => {
  let count = 0
  return {
    typeOf: ({ type }: { type: string }) => monitorTypeOf(type),
    language: 'en' as const,
    newId: () => {
      count += 1
      return `id${count}`
    },
  }
}
const linked: LinkedMonitor[] = [
  { id: idOf(1), name: 'cache-1', type: 'redis', isRunning: true, state: 'up' },
  { id: idOf(2), name: 'web-1', type: 'host', isRunning: true, state: 'up' },
]
const shown = (counter: string) => ({ section: 'server', counter })
const cache = newLinkNode({
  id: 'cache',
  kind: 'monitor',
  alias: 'Cache',
  monitorId: idOf(1),
  counters: [shown('connected_clients'), shown('used_memory'), shown('blocked_clients')],
})
const host = newLinkNode({ id: 'host', kind: 'host', alias: 'Web', monitorId: idOf(2) })
const lost = newLinkNode({ id: 'lost', kind: 'monitor', alias: 'Lost', monitorId: idOf(3) })
const pay = newLinkNode({ id: 'pay', kind: 'external', alias: 'Pay' })

test('counters of a node stand in a chart for each unit, a node without counters has charts of its type', () => {
  const draft = draftOfLink(
    { name: 'Orders', topology: { nodes: [cache, host, lost, pay], edges: [] }, linked },
    context(),
  )
  expect(draft.name).toBe('Orders')
  expect(draft.charts.map(({ title }) => title).slice(0, 2)).toEqual([
    'Cache · Clients, Blocked clients',
    'Cache · Memory used',
  ])
  expect(draft.charts.slice(2).every(({ title }) => title.startsWith('Web · '))).toBe(true)
  expect(draft.charts).toHaveLength(4)
  expect(draft.charts[0]?.counters[0]).toEqual({
    source: { kind: 'monitor', monitorId: idOf(1), name: 'cache-1' },
    type: 'redis',
    ...shown('connected_clients'),
    labels: {},
  })
  expect(chartGroupContentSchema.safeParse(contentOf(draft)).error).toBeUndefined()
})

test('of a link with more nodes than a group has charts the first ones are taken', () => {
  const nodes = Array.from({ length: 60 }, (_, at) => ({ ...cache, id: `n${at}`, alias: 'x'.repeat(100) }))
  const draft = draftOfLink({ name: 'Many', topology: { nodes, edges: [] }, linked }, context())
  expect(draft.charts).toHaveLength(maxGroupCharts)
  expect(chartGroupContentSchema.safeParse(contentOf(draft)).error).toBeUndefined()
})
