/**
 * Evaluates the syntax tree of a JSONPath. json-p3's own evaluation makes a node with its location for every value, which takes up to
 * 40 times as long; answers are read in full load, and nobody asks for locations. Expressions of filters stay with json-p3.
 */
import { type JSONPathQuery, jsonpath } from 'json-p3'

type Emit = (value: unknown) => void
/** Takes a node of a document, hands on what it selects of it. */
type Select = (node: unknown, emit: Emit, root: unknown) => void
type Segment = JSONPathQuery['segments'][number]
type Selector = Segment['selectors'][number]

const { NameSelector, IndexSelector, SliceSelector, WildcardSelector, FilterSelector } = jsonpath.selectors

/** How to find all matches, and the names and positions that lead to the only one when the path can have no other. */
export interface Query {
  readonly find: (root: unknown) => unknown[]
  readonly route: readonly (string | number)[] | null
}

/** @throws SyntaxError for a selector that RFC 9535 does not have */
export function queryOf(query: JSONPathQuery): Query {
  const steps = query.segments.map(selectOf)
  const keys = query.segments.map(keyOf)
  return {
    find: root => {
      let nodes: unknown[] = [root]
      for (const select of steps) {
        const next: unknown[] = []
        for (const node of nodes) select(node, value => next.push(value), root)
        nodes = next
      }
      return nodes
    },
    route: keys.every(key => key !== null) ? keys : null,
  }
}

const isObject = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

function childrenOf(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node
  return isObject(node) ? Object.values(node) : []
}

/** Length of a text or an array, number of members of an object; nothing for other values. */
export function lengthOf(node: unknown): number[] {
  if (Array.isArray(node) || typeof node === 'string') return [node.length]
  return isObject(node) ? [Object.keys(node).length] : []
}

const isDescent = (segment: Segment): boolean => segment.toString().startsWith('..')

/** The key of a segment that selects one child at most. */
function keyOf(segment: Segment): string | number | null {
  const [selector, ...others] = segment.selectors
  if (selector === undefined || others.length > 0 || isDescent(segment)) return null
  if (selector instanceof NameSelector) return selector.name
  return selector instanceof IndexSelector && selector.index >= 0 ? selector.index : null
}

function selectOf(segment: Segment): Select {
  const selectors = segment.selectors.map(childSelect)
  const [only, ...others] = selectors
  const select: Select =
    only !== undefined && others.length === 0
      ? only
      : (node, emit, root) => {
          for (const each of selectors) each(node, emit, root)
        }
  if (!isDescent(segment)) return select
  const visit: Select = (node, emit, root) => {
    select(node, emit, root)
    for (const child of childrenOf(node)) visit(child, emit, root)
  }
  return visit
}

function childSelect(selector: Selector): Select {
  if (selector instanceof NameSelector) {
    const { name } = selector
    return (node, emit) => {
      if (isObject(node) && Object.hasOwn(node, name)) emit(node[name])
    }
  }
  if (selector instanceof IndexSelector) {
    const { index } = selector
    return (node, emit) => {
      if (!Array.isArray(node)) return
      const at = index < 0 ? node.length + index : index
      if (at >= 0 && at < node.length) emit(node[at])
    }
  }
  if (selector instanceof SliceSelector) return sliceSelect(selector)
  if (selector instanceof WildcardSelector) return (node, emit) => childrenOf(node).forEach(emit)
  if (selector instanceof FilterSelector) return filterSelect(selector)
  throw new SyntaxError(`unknown selector ${selector.toString()}`)
}

function filterSelect({ expression, environment }: InstanceType<typeof FilterSelector>): Select {
  return (node, emit, root) => {
    for (const child of childrenOf(node)) {
      const context = { environment, currentValue: asJson(child), rootValue: asJson(root) }
      if (expression.evaluate(context)) emit(child)
    }
  }
}

/** Documents come from JSON.parse. */
const asJson = (value: unknown) => value as Parameters<JSONPathQuery['query']>[0]

/** @see RFC 9535 §2.3.4.2.2 */
function sliceSelect({ start, stop, step = 1 }: InstanceType<typeof SliceSelector>): Select {
  return (node, emit) => {
    if (!Array.isArray(node) || step === 0) return
    const { length } = node
    const place = (at: number) => (at >= 0 ? at : length + at)
    if (step > 0) {
      const end = Math.min(Math.max(place(stop ?? length), 0), length)
      for (let at = Math.min(Math.max(place(start ?? 0), 0), length); at < end; at += step) emit(node[at])
      return
    }
    const end = Math.min(Math.max(stop === undefined ? -1 : place(stop), -1), length - 1)
    const from = Math.min(Math.max(place(start ?? length - 1), -1), length - 1)
    for (let at = from; at > end; at += step) emit(node[at])
  }
}
