import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { absolutePlaces } from '@pone/contract/entities/monitor-link-places.ts'
import { linkProblems } from '@pone/contract/entities/monitor-link-rules.ts'
import { expect, test } from 'vitest'
import { beginHistory, historyReducer } from '../../../../ui/editor/history.ts'
import { arranged } from './layout.ts'
import {
  align,
  connect,
  copied,
  type Drawing,
  freePlace,
  group,
  moveNodes,
  pasted,
  putNode,
  remove,
} from './topology.ts'

const node = (id: string, x: number, y: number) =>
  newLinkNode({ id, kind: 'external', alias: id.toUpperCase(), x, y, width: 100, height: 50 })
const drawing: Drawing = {
  name: 'Shop',
  nodes: [node('a', 0, 0), node('b', 300, 40), node('c', 900, 200)],
  edges: [newLinkEdge({ id: 'ab', from: 'a', to: 'b', alias: 'A to B', protocol: 'http' })],
}
const ids = (...given: string[]) => new Set(given)
const placesOf = (of: Drawing) => Object.fromEntries(absolutePlaces(of))

test('a new node gets a free alias, a connection those of its ends, once per direction', () => {
  const more = putNode(drawing, { ...node('d', 0, 0), alias: 'a' })
  expect(more.nodes.at(-1)?.alias).toBe('a 2')
  expect(connect(drawing, 'b', 'c', 'bc').edges.at(-1)).toMatchObject({ alias: 'B → C', protocol: null })
  expect(connect(drawing, 'a', 'b', 'again')).toBe(drawing)
  expect(connect(drawing, 'a', 'a', 'self')).toBe(drawing)
})

test('a node that is put by itself covers no other, and joins the group that it is put in', () => {
  const view = { x: -40, y: -40, width: 700, height: 400 }
  const size = node('size', 0, 0)
  const first = freePlace(drawing, size, view)
  expect(first.y).toBe(0)
  expect([0, 300]).not.toContain(first.x)
  let full = drawing
  for (let index = 0; index < 30; index += 1)
    full = putNode(full, { ...node(`n${index}`, 0, 0), ...freePlace(full, size, view) })
  const places = full.nodes.slice(3).map(({ x, y }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(30)
  expect(Math.max(...full.nodes.slice(3).map(({ x }) => x + 100))).toBeLessThan(view.x + view.width)
  const grouped = group(drawing, ids('a', 'b'), { id: 'g', alias: 'Front' })
  expect(putNode(grouped, node('d', 150, 10)).nodes.at(-1)?.groupId).toBe('g')
})

test('removing a node removes its connections; nodes of a removed group keep their place', () => {
  expect(remove(drawing, ids('b'))).toMatchObject({ nodes: [{ id: 'a' }, { id: 'c' }], edges: [] })
  const grouped = group(drawing, ids('a', 'b'), { id: 'g', alias: 'Front' })
  expect(grouped.nodes.map(each => each.groupId)).toEqual([null, 'g', 'g', null])
  expect(placesOf(grouped)).toMatchObject(placesOf(drawing))
  expect(remove(grouped, ids('g')).nodes).toEqual(drawing.nodes)
})

test('a node that is dragged into a group joins it, and leaves it when it is dragged out', () => {
  const grouped = group(drawing, ids('a', 'b'), { id: 'g', alias: 'Front' })
  const joined = moveNodes(grouped, new Map([['c', { x: 150, y: 10 }]]))
  expect(joined.nodes.at(-1)?.groupId).toBe('g')
  expect(placesOf(joined)['c']).toEqual({ x: 150, y: 10 })
  const left = moveNodes(joined, new Map([['c', { x: 2_000, y: 0 }]]))
  expect(left.nodes.at(-1)?.groupId).toBeNull()
  expect(placesOf(left)['c']?.x).toBeGreaterThan(1_900)
})

test.each([
  ['left', { a: { x: 0, y: 0 }, b: { x: 0, y: 40 }, c: { x: 0, y: 200 } }],
  ['right', { a: { x: 900, y: 0 }, b: { x: 900, y: 40 }, c: { x: 900, y: 200 } }],
  ['middle', { a: { x: 0, y: 100 }, b: { x: 300, y: 100 }, c: { x: 900, y: 100 } }],
  ['across', { a: { x: 0, y: 0 }, b: { x: 450, y: 40 }, c: { x: 900, y: 200 } }],
] as const)('nodes are lined up: %s', (how, places) => {
  expect(placesOf(align(drawing, ids('a', 'b', 'c'), how))).toEqual(places)
})

test('copies have new ids and aliases, their connections too, and keep the rules', () => {
  const twice = pasted(drawing, copied(drawing, ids('a', 'b')), { offset: 24, idFor: old => `copy-${old}` })
  expect(twice.nodes.slice(3)).toMatchObject([
    { id: 'copy-a', alias: 'A 2', x: 24, y: 24 },
    { id: 'copy-b', alias: 'B 2', x: 324, y: 64 },
  ])
  expect(twice.edges.at(-1)).toMatchObject({ from: 'copy-a', to: 'copy-b', alias: 'A to B 2' })
  expect(linkProblems(twice)).toEqual([])
})

test('the layout puts callers left of what they call, without overlaps', () => {
  const chain = connect(drawing, 'b', 'c', 'bc')
  const { a, b, c } = placesOf(arranged(chain))
  expect([a, b, c].map(place => place?.x)).toEqual([a?.x, b?.x, c?.x].toSorted((x = 0, y = 0) => x - y))
  const grouped = arranged(group(chain, ids('a', 'b'), { id: 'g', alias: 'Front' }))
  const frame = grouped.nodes.find(each => each.id === 'g')
  const inside = grouped.nodes.filter(each => each.groupId === 'g')
  expect(inside.every(each => each.x + each.width <= (frame?.width ?? 0))).toBe(true)
  expect(linkProblems({ ...grouped, edges: drawing.edges })).toEqual([])
})

test('changes are undone and redone, and those of one field in a row count as one', () => {
  const renamed = (name: string) =>
    ({ kind: 'change', next: (of: Drawing) => ({ ...of, name }), field: 'name' }) as const
  let history = historyReducer(beginHistory(drawing), renamed('S'))
  history = historyReducer(history, renamed('Sh'))
  history = historyReducer(history, { kind: 'change', next: of => remove(of, ids('c')) })
  expect(history.past).toHaveLength(2)
  history = historyReducer(history, { kind: 'undo' })
  expect(history.present).toMatchObject({ name: 'Sh', nodes: [{}, {}, {}] })
  history = historyReducer(history, { kind: 'undo' })
  expect(history.present).toBe(drawing)
  history = historyReducer(historyReducer(history, { kind: 'redo' }), { kind: 'redo' })
  expect(history.present.nodes).toHaveLength(2)
  expect(historyReducer(history, { kind: 'redo' })).toBe(history)
})
