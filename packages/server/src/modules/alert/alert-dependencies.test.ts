import { describe, expect, test } from 'vitest'
import { DependencyGraph, type DependencyMonitor } from './alert-dependencies.ts'

const monitor = (id: string, machine = '', isHost = false): DependencyMonitor => ({
  id,
  name: `${id} name`,
  isHost,
  machine,
})
/** `a>b`: a calls b. */
const link = (...calls: string[]) => ({
  nodes: [...new Set(calls.flatMap(call => call.split('>')))].map(id => ({ id: `n-${id}`, monitorId: id })),
  edges: calls.map(call => {
    const [from = '', to = ''] = call.split('>')
    return { from: `n-${from}`, to: `n-${to}` }
  }),
})

describe('a monitor that does not answer silences', () => {
  test('callers, directly and through others, but not what it calls', () => {
    const graph = new DependencyGraph(
      ['web', 'shop', 'db'].map(id => monitor(id)),
      [link('web>shop', 'shop>db')],
    )
    const down = new Set(['shop'])
    expect(graph.blockersOf('web', down)).toEqual(['shop'])
    expect(graph.blockersOf('db', down)).toEqual([])
    expect(graph.blockersOf('shop', down)).toEqual([])
    expect(graph.dependentsOf('db')).toEqual(['web', 'shop'])
    expect(graph.dependentsOf('web')).toEqual([])
  })

  test('what runs on the same machine where it tells of the host', () => {
    const graph = new DependencyGraph(
      [
        monitor('host', '10.0.0.1', true),
        monitor('db', '10.0.0.1'),
        monitor('cache', '10.0.0.2'),
        monitor('x'),
      ],
      [],
    )
    expect(graph.blockersOf('db', new Set(['host']))).toEqual(['host'])
    expect(graph.blockersOf('cache', new Set(['host', 'db']))).toEqual([])
    expect(graph.blockersOf('host', new Set(['db', 'host']))).toEqual([])
    expect(graph.dependentsOf('host')).toEqual(['db'])
  })

  test('nothing that it needs itself: of two that call each other both are told', () => {
    const graph = new DependencyGraph(
      ['a', 'b', 'c'].map(id => monitor(id)),
      [link('a>b', 'b>a', 'c>a')],
    )
    const down = new Set(['a', 'b'])
    expect(graph.blockersOf('a', down)).toEqual([])
    expect(graph.blockersOf('b', down)).toEqual([])
    expect(graph.blockersOf('c', down).toSorted()).toEqual(['a', 'b'])
    expect(graph.dependentsOf('a')).toEqual(['c'])
  })

  test('nobody through nodes without a monitor', () => {
    const drawn = {
      nodes: [
        { id: 'n', monitorId: null },
        { id: 'm', monitorId: 'a' },
      ],
      edges: [{ from: 'm', to: 'n' }],
    }
    expect(new DependencyGraph([monitor('a')], [drawn]).blockersOf('a', new Set(['a']))).toEqual([])
  })
})
