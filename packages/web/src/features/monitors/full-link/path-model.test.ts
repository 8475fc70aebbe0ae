import type { FullLinkPath } from '@pone/contract/entities/full-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../../test-runs.ts'
import { firstLabel, liveOfRun, nodeFigures, pathRows, stateLengths, worstState } from './path-model.ts'
import { testPath } from './test-full-link.ts'

const counted = (counter: string, values: (number | null)[], given: Partial<RunSeries> = {}): RunSeries => ({
  monitorId: idOf(4),
  section: 'cpu',
  counter,
  labels: {},
  names: { zh: counter, en: counter },
  unit: '%',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 0,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values,
  ...given,
})

test('states have the lengths that they lasted within the run, the longest first', () => {
  const changes: [number, 'waiting' | 'up' | 'down'][] = [
    [-500, 'waiting'],
    [1_000, 'up'],
    [4_000, 'down'],
    [6_000, 'up'],
    [12_000, 'down'],
  ]
  expect(stateLengths({ changes }, 10_000)).toEqual([
    { state: 'up', ms: 7_000 },
    { state: 'down', ms: 2_000 },
    { state: 'waiting', ms: 1_000 },
  ])
  expect(worstState({ changes }, 10_000)).toBe('down')
  expect(worstState({ changes: changes.slice(0, 2) }, 10_000)).toBe('up')
  expect(worstState({ changes: [] }, 10_000)).toBe('waiting')
})

test('a counter has the mean and maximum of its highest series, and none without values', () => {
  const node = {
    monitorId: idOf(4),
    counters: ['busy', 'none'].map(counter => ({ section: 'cpu', counter })),
  }
  const series = [
    counted('busy', [1, null, 3]),
    counted('busy', [8, 4], { labels: { cpu: '1' } }),
    counted('pool', [5], { nature: 'held' }),
    counted('other', [9]),
    counted('busy', [99], { monitorId: idOf(5) }),
  ]
  expect(
    nodeFigures(node, series).map(({ shown, mean, max, series: n }) => [shown.counter, mean, max, n]),
  ).toEqual([
    ['busy', 6, 8, 2],
    ['none', null, null, 0],
    ['pool', 5, 5, 1],
  ])
  expect(nodeFigures({ ...node, monitorId: null }, series)).toEqual([])
})

test('nodes stand in the order of calls, with those that call them or their group', () => {
  const topology = {
    nodes: [
      newLinkNode({ id: 'g', kind: 'group', alias: 'Group' }),
      newLinkNode({ id: 'b', kind: 'external', alias: 'B', groupId: 'g' }),
      newLinkNode({ id: 'a', kind: 'external', alias: 'A' }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'a', to: 'g' })],
  }
  const link: FullLinkPath['links'][number] = {
    id: idOf(1),
    name: 'L',
    isOfRun: true,
    topology,
    depths: { a: 0, b: 1 },
    omittedNodes: 0,
  }
  expect(pathRows({ links: [link] }).map(({ node, depth, callers }) => [node.alias, depth, callers])).toEqual(
    [
      ['A', 0, []],
      ['B', 1, ['A']],
    ],
  )
})

test('the canvas shows worst states and means', () => {
  const path = testPath()
  const [link] = path.links
  const live = liveOfRun(path, link?.topology ?? { nodes: [], edges: [] })
  expect(live.monitors).toMatchObject([
    { monitorId: idOf(4), state: 'down', values: [{ counter: 'utilPercent', value: 20, series: 1 }] },
  ])
})

test('the first label is one that goes somewhere', () => {
  const label = (index: number) => ({ index, name: 'x', kind: 'request' as const, component: 'c' })
  const entry = (index: number, addresses: string[]) => ({ label: label(index), addresses })
  expect(firstLabel({ labels: [entry(0, []), entry(1, ['shop'])] })).toBe(1)
  expect(firstLabel({ labels: [entry(3, [])] })).toBe(3)
  expect(firstLabel({ labels: [] })).toBeNull()
})
