/** Edits of the tree: insert, remove, move and paste, with JMeter's indentation and its pairs of element and hashTree. */
import { blockOf, readFragment, topNodes } from './fragment.ts'
import { shiftIndent } from './indent.ts'
import { ancestorsOf, type JmxNode, type JmxPlan, walkNodes } from './plan.ts'
import { problemOf } from './problem.ts'
import { applySplices, blankStart, type Edited, indentAt, keysOf, lineEndOf, type Splice } from './splice.ts'
import { scanXml } from './xml.ts'

/** The target of nodes: below a parent (null = beside the test plan), before the child that has this index now. */
export interface TreePlace {
  readonly parentKey: string | null
  readonly index: number
}

const failed = (code: Parameters<typeof problemOf>[0]): Edited => ({ ok: false, problem: problemOf(code) })

/** Inserts elements given as XML: an element's default, the text of `copyNodes`, or another plan's text. */
export function insertXml(plan: JmxPlan, place: TreePlace, xml: string): Edited {
  const fragment = readFragment(xml)
  if (!fragment.ok) return fragment
  return insertBlocks(plan, place, fragment.blocks, null)
}

/** Removes nodes with all below them. */
export function removeNodes(plan: JmxPlan, keys: readonly string[]): Edited {
  const nodes = topNodes(plan, keys)
  if (nodes.length === 0 || keys.some(key => !plan.nodes.has(key))) return failed('noElement')
  if (nodes.some(node => node.parentKey === null)) return failed('rootFixed')
  const gone = new Set([...walkNodes(nodes)].map(node => node.key))
  const left = keysOf(plan).filter(key => !gone.has(key))
  return applySplices(plan, removalSplices(plan, nodes), { keys: left })
}

/** Moves nodes, in document order, to one place; an index counts the children as they are before the move. */
export function moveNodes(plan: JmxPlan, keys: readonly string[], place: TreePlace): Edited {
  const nodes = topNodes(plan, keys)
  if (nodes.length === 0) return failed('noElement')
  if (nodes.some(node => node.parentKey === null)) return failed('rootFixed')
  const parent = place.parentKey === null ? undefined : plan.nodes.get(place.parentKey)
  if (place.parentKey !== null && parent === undefined) return failed('noElement')
  const moving = new Set(nodes)
  const isMoved = (node: JmxNode) => moving.has(node)
  if (parent !== undefined && [parent, ...ancestorsOf(plan, parent)].some(isMoved))
    return failed('intoItself')
  const siblings = parent?.children ?? plan.roots
  const before = siblings.slice(0, Math.max(0, place.index)).filter(isMoved).length
  if (staysPut(siblings, nodes, place.index)) return { ok: true, plan, created: [] }
  const blocks = nodes.map(node => blockOf(plan.text, node))
  const moved = nodes.map(node => [...walkNodes([node])].map(each => each.key))
  const gone = new Set(moved.flat())
  const removed = applySplices(plan, removalSplices(plan, nodes), {
    keys: keysOf(plan).filter(key => !gone.has(key)),
  })
  if (!removed.ok) return removed
  const to = { parentKey: place.parentKey, index: place.index - before }
  const inserted = insertBlocks(removed.plan, to, blocks, moved.flat())
  return inserted.ok ? { ...inserted, created: [] } : inserted
}

/** True when the nodes are neighbours and the place is among them. */
function staysPut(siblings: readonly JmxNode[], nodes: readonly JmxNode[], index: number): boolean {
  const placeOf = new Map(siblings.map((node, place) => [node, place]))
  const places = nodes.map(node => placeOf.get(node) ?? -1)
  const [first = -1] = places
  return (
    places.every((place, i) => place >= 0 && place === first + i) &&
    index >= first &&
    index <= first + places.length
  )
}

/** `keys` are those of all nodes in the blocks; null assigns new ones. */
function insertBlocks(
  plan: JmxPlan,
  { parentKey, index }: TreePlace,
  blocks: readonly string[],
  keys: readonly string[] | null,
): Edited {
  const parent = parentKey === null ? undefined : plan.nodes.get(parentKey)
  if (parentKey !== null && parent === undefined) return failed('noElement')
  const siblings = parent?.children ?? plan.roots
  const at = Math.min(Math.max(0, index), siblings.length)
  const made = keys ?? newKeys(plan, blocks)
  const order = keysOf(plan)
  const next = siblings[at]
  const last = siblings.at(-1)
  const behind = (node: JmxNode) => order.indexOf([...walkNodes([node])].at(-1)?.key ?? node.key) + 1
  const before = last ?? parent
  const atEnd = before === undefined ? order.length : behind(before)
  const place = next === undefined ? atEnd : order.indexOf(next.key)
  const keysAfter = [...order.slice(0, place), ...made, ...order.slice(place)]
  const splices = insertionSplices(plan, parent, at, blocks)
  const nextKey = plan.nextKey + (keys === null ? made.length : 0)
  const edited = applySplices(plan, splices, { keys: keysAfter, nextKey })
  if (!edited.ok) return edited
  const holder = parentKey === null ? edited.plan.roots : (edited.plan.nodes.get(parentKey)?.children ?? [])
  return { ...edited, created: holder.slice(at, at + blocks.length).map(node => node.key) }
}

/** A key for each element of the blocks. */
function newKeys(plan: JmxPlan, blocks: readonly string[]): string[] {
  let count = 0
  for (const block of blocks) {
    const scanned = scanXml(block, { isFragment: true })
    if (!scanned.ok) continue
    const pending = [...scanned.elements]
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      if (element.name !== 'hashTree') count += 1
      else for (const child of element.children) pending.push(child)
    }
  }
  return Array.from({ length: count }, (_, i) => `e${plan.nextKey + i}`)
}

function insertionSplices(
  plan: JmxPlan,
  parent: JmxNode | undefined,
  at: number,
  blocks: readonly string[],
): Splice[] {
  const { text } = plan
  const eol = lineEndOf(text)
  const siblings = parent?.children ?? plan.roots
  const tree = parent === undefined ? plan.rootTree : parent.tree
  const outer = indentAt(text, (tree ?? parent?.xml)?.from ?? 0) ?? ''
  const neighbour = siblings[at] ?? siblings.at(-1)
  const indent = (neighbour === undefined ? null : indentAt(text, neighbour.from)) ?? `${outer}  `
  const lines = blocks.map(block => `${eol}${indent}${shiftIndent(block, indent, eol)}`).join('')
  if (tree === null) {
    const end = parent?.to ?? 0
    return [{ from: end, to: end, text: `${eol}${outer}<hashTree>${lines}${eol}${outer}</hashTree>` }]
  }
  if (tree.isSelfClosed) {
    return [{ from: tree.from, to: tree.to, text: `<hashTree>${lines}${eol}${outer}</hashTree>` }]
  }
  const before = siblings[at - 1]
  if (before !== undefined && before.tree === null) {
    // The last element had no tree; as it is no longer the last it needs one.
    const own = `${eol}${indentAt(text, before.from) ?? indent}<hashTree/>`
    return [{ from: before.to, to: before.to, text: own + lines }]
  }
  const from = before === undefined ? tree.openEnd : before.to
  const inside = text.slice(tree.openEnd, tree.closeFrom)
  const isFlat = siblings.length === 0 && inside.trim() === '' && !/[\r\n]/.test(inside)
  return [{ from, to: from, text: isFlat ? `${lines}${eol}${outer}` : lines }]
}

/** Each node is removed with the white space before it; an emptied tree becomes `<hashTree/>`. */
function removalSplices(plan: JmxPlan, nodes: readonly JmxNode[]): Splice[] {
  const { text } = plan
  const parents = new Set(nodes.map(node => node.parentKey))
  return [...parents].flatMap(parentKey => {
    const parent = parentKey === null ? undefined : plan.nodes.get(parentKey)
    const going = nodes.filter(node => node.parentKey === parentKey)
    const cuts = going.map(node => ({ from: blankStart(text, node.from), to: node.to, text: '' }))
    const tree = parent?.tree ?? null
    if (parent === undefined || tree === null || going.length < parent.children.length) return cuts
    let rest = ''
    let at = tree.openEnd
    for (const cut of cuts) {
      rest += text.slice(at, cut.from)
      at = cut.to
    }
    rest += text.slice(at, tree.closeFrom)
    return rest.trim() === '' ? [{ from: tree.from, to: tree.to, text: '<hashTree/>' }] : cuts
  })
}
