/**
 * Folds the paths of requests to templates while they are counted: segments that look like identifiers at once, and
 * those of a place that has had many different ones, such as names of goods, from then on.
 */
import { foldedSegment, isFolded, isStaticKey } from '@pone/plan/production-mix/segments.ts'
import { SizeTally } from './size-tally.ts'

/** Different segments of one place before they count as values. */
const maxSiblings = 100
/** Of all places; further segments count as values. */
const maxNodes = 50_000
const maxDepth = 30
const maxSamples = 100
const maxQueryNames = 50
const maxTargetLength = 2_000
const valueKey = '{name}'

/** Requests of one method and template. */
interface Counted {
  readonly method: string
  readonly isStatic: boolean
  count: number
  readonly statuses: Map<number, number>
  /** Of responses whose size is known. */
  readonly sizes: SizeTally
  readonly queryNames: Map<string, number>
  /** Targets of requests, each as likely as the others to be among them. */
  readonly samples: string[]
}

export interface RequestTemplate extends Readonly<Counted> {
  /** Such as `/orders/{id}`. */
  readonly path: string
}

export interface CountedRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly status: number
  readonly sizeBytes: number | null
}

class PathNode {
  readonly children = new Map<string, PathNode>()
  readonly templates = new Map<string, Counted>()
  literals = 0
  isFull = false
}

export class PathTree {
  readonly #root = new PathNode()
  readonly #random01: () => number
  #nodes = 0

  /** @param random01 chooses the samples */
  constructor(random01: () => number) {
    this.#random01 = random01
  }

  /** Whether it counts as a static file. */
  add(request: CountedRequest): boolean {
    const at = request.target.search(/[?#]/)
    const path = at < 0 ? request.target : request.target.slice(0, at)
    const query =
      at >= 0 && request.target[at] === '?' ? (request.target.slice(at + 1).split('#')[0] ?? '') : ''
    let node = this.#root
    let last = ''
    for (const segment of path.split('/', maxDepth + 1).slice(1)) {
      last = this.#keyOf(node, segment)
      node = this.#childOf(node, last)
    }
    const isStatic = isStaticKey(last) && (request.method === 'GET' || request.method === 'HEAD')
    const template = node.templates.get(request.method) ?? newTemplate(request.method, isStatic)
    node.templates.set(request.method, template)
    this.#count(template, request, query)
    return isStatic
  }

  /** The most frequent ones first. */
  get templates(): RequestTemplate[] {
    const found: RequestTemplate[] = []
    const visit = (node: PathNode, path: string) => {
      for (const template of node.templates.values())
        found.push({ ...template, path: path === '' ? '/' : path })
      for (const [key, child] of node.children) visit(child, `${path}/${key}`)
    }
    visit(this.#root, '')
    return found.toSorted((one, other) => other.count - one.count)
  }

  #keyOf(node: PathNode, segment: string): string {
    const folded = foldedSegment(segment)
    if (folded !== null) return folded
    if (node.children.has(segment)) return segment
    if (node.isFull || (segment !== '' && this.#nodes >= maxNodes)) return valueKey
    if (segment === '') return segment
    node.literals += 1
    if (node.literals <= maxSiblings) return segment
    this.#fold(node)
    return valueKey
  }

  #childOf(node: PathNode, key: string): PathNode {
    const known = node.children.get(key)
    if (known !== undefined) return known
    const child = new PathNode()
    this.#nodes += 1
    node.children.set(key, child)
    return child
  }

  /** Makes one of all children that are no values yet. */
  #fold(node: PathNode): void {
    node.isFull = true
    const into = this.#childOf(node, valueKey)
    for (const [key, child] of node.children) {
      if (isFolded(key) || key === '') continue
      node.children.delete(key)
      this.#merge(into, child)
    }
  }

  #merge(into: PathNode, node: PathNode): void {
    this.#nodes -= 1
    for (const [method, template] of node.templates) {
      const known = into.templates.get(method)
      if (known === undefined) into.templates.set(method, template)
      else mergeTemplates(known, template)
    }
    for (const [key, child] of node.children) {
      const known = into.children.get(key)
      if (known !== undefined) this.#merge(known, child)
      else {
        into.children.set(key, child)
        if (!isFolded(key) && key !== '') into.literals += 1
      }
    }
    if (into.literals > maxSiblings && !into.isFull) this.#fold(into)
  }

  #count(template: Counted, { target, status, sizeBytes }: CountedRequest, query: string): void {
    template.count += 1
    template.statuses.set(status, (template.statuses.get(status) ?? 0) + 1)
    if (sizeBytes !== null) template.sizes.add(sizeBytes)
    for (const name of new Set(query.split('&').map(pair => pair.split('=')[0] ?? '')))
      if (name !== '' && (template.queryNames.has(name) || template.queryNames.size < maxQueryNames))
        template.queryNames.set(name, (template.queryNames.get(name) ?? 0) + 1)
    if (target.length > maxTargetLength) return
    if (template.samples.length < maxSamples) template.samples.push(target)
    else {
      const place = Math.floor(this.#random01() * template.count)
      if (place < maxSamples) template.samples[place] = target
    }
  }
}

const newTemplate = (method: string, isStatic: boolean): Counted => ({
  method,
  isStatic,
  count: 0,
  statuses: new Map(),
  sizes: new SizeTally(),
  queryNames: new Map(),
  samples: [],
})

function mergeTemplates(into: Counted, { count, statuses, sizes, queryNames, samples }: Counted): void {
  into.count += count
  into.sizes.merge(sizes)
  addCounts(into.statuses, statuses)
  addCounts(into.queryNames, queryNames)
  into.samples.push(...samples.slice(0, maxSamples - into.samples.length))
}

function addCounts<K>(into: Map<K, number>, counts: ReadonlyMap<K, number>): void {
  for (const [key, count] of counts) into.set(key, (into.get(key) ?? 0) + count)
}
