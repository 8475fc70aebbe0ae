/** Collects stacks and writes them as the columns of a tree. Browser-safe. */
import { foldGeneratedName } from './generated-names.ts'
import { maxNameChars, maxNames, maxNodes, maxStackDepth, type StackTree } from './profile.ts'
import { ProfileFault } from './profile-fault.ts'

/** Above every name index, so that parent and name make one exact number. */
const nameRange = 2 ** 22
const initialCapacity = 1024

/** One tree under construction; `@throws ProfileFault` tooDeep and tooManyNodes from the methods that add. */
export class TreeBuilder {
  readonly #names: string[] = []
  readonly #nameIds = new Map<string, number>()
  /** Node of a parent (plus 1, so that the outermost have 0) and a name. */
  readonly #nodes = new Map<number, number>()
  #parents = new Int32Array(initialCapacity)
  #nameOf = new Uint32Array(initialCapacity)
  #self = new Float64Array(initialCapacity)
  #depth = new Uint16Array(initialCapacity)
  #count = 0

  /** The index of a name, folded and cut to `maxNameChars`. */
  name(text: string): number {
    const known = this.#nameIds.get(text)
    if (known !== undefined) return known
    const folded = foldGeneratedName(text.slice(0, maxNameChars))
    let id = this.#nameIds.get(folded)
    if (id === undefined) {
      id = this.#names.length
      if (id >= maxNames) throw new ProfileFault('tooManyNodes', { limit: maxNames })
      this.#names.push(folded)
      this.#nameIds.set(folded, id)
    }
    // As it was written too, so that it is folded once; bounded by the names.
    if (this.#nameIds.size < 2 * maxNames) this.#nameIds.set(text, id)
    return id
  }

  /** The node of this name below `parent` (-1: outermost); made when it is new. */
  child(parent: number, nameId: number): number {
    const key = (parent + 1) * nameRange + nameId
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const node = this.#count
    if (node >= maxNodes) throw new ProfileFault('tooManyNodes', { limit: maxNodes })
    if (node === this.#parents.length) this.#grow()
    const depth = parent < 0 ? 0 : (this.#depth[parent] ?? 0) + 1
    if (depth >= maxStackDepth) throw new ProfileFault('tooDeep', { limit: maxStackDepth })
    this.#parents[node] = parent
    this.#nameOf[node] = nameId
    this.#depth[node] = depth
    this.#nodes.set(key, node)
    this.#count += 1
    return node
  }

  addSelf(node: number, weight: number): void {
    this.#self[node] = (this.#self[node] ?? 0) + weight
  }

  /** Adds a stack, outermost frame first; an empty one is left out. */
  add(stack: readonly string[], weight: number): void {
    if (stack.length > maxStackDepth) throw new ProfileFault('tooDeep', { limit: maxStackDepth })
    let node = -1
    for (const frame of stack) node = this.child(node, this.name(frame))
    if (node >= 0) this.addSelf(node, weight)
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** The tree in pre-order; `order` gives for each of its nodes the number that `child` returned. */
  finish(): StackTree & { readonly order: Uint32Array } {
    const order = this.#preOrder()
    return {
      names: [...this.#names],
      depth: Uint16Array.from(order, node => this.#depth[node] ?? 0),
      nameOf: Uint32Array.from(order, node => this.#nameOf[node] ?? 0),
      self: Float64Array.from(order, node => this.#self[node] ?? 0),
      order,
    }
  }

  #preOrder(): Uint32Array {
    const rank = rankOf(this.#names)
    const nodes = Uint32Array.from({ length: this.#count }, (_, node) => node)
    // Last name first, so that taking from the end of the stack below yields them in order.
    nodes.sort((a, b) => (rank[this.#nameOf[b] ?? 0] ?? 0) - (rank[this.#nameOf[a] ?? 0] ?? 0))
    const next = new Int32Array(this.#count).fill(-1)
    const last = new Int32Array(this.#count + 1).fill(-1)
    for (const node of nodes) {
      const parent = (this.#parents[node] ?? -1) + 1
      next[node] = last[parent] ?? -1
      last[parent] = node
    }
    const order = new Uint32Array(this.#count)
    const path: number[] = []
    let node = last[0] ?? -1
    for (let place = 0; place < this.#count; place++) {
      order[place] = node
      path.push(next[node] ?? -1)
      node = last[node + 1] ?? -1
      while (node < 0 && path.length > 0) node = path.pop() ?? -1
    }
    return order
  }

  #grow(): void {
    const size = this.#parents.length * 2
    const grown = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    this.#parents = grown(new Int32Array(size), this.#parents)
    this.#nameOf = grown(new Uint32Array(size), this.#nameOf)
    this.#self = grown(new Float64Array(size), this.#self)
    this.#depth = grown(new Uint16Array(size), this.#depth)
  }
}

/** Place of each name among all, sorted. */
function rankOf(names: readonly string[]): Uint32Array {
  const sorted = names
    .map((name, id) => ({ name, id }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const rank = new Uint32Array(names.length)
  sorted.forEach(({ id }, place) => {
    rank[id] = place
  })
  return rank
}
