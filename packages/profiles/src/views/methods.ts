/** Methods, packages and shares of a profile as lists; a frame that calls itself counts once for its total. */
import { endsOf, type StackTree, totalsOf } from '../model/profile.ts'

export interface MethodWeight {
  readonly name: string
  /** Index among the tree's names; -1 for a package. */
  readonly nameId: number
  readonly self: number
  readonly total: number
}

/** All methods, those with the most weight of their own first. */
export function topMethods(tree: StackTree): MethodWeight[] {
  const { selfs, totals } = weightsBy(tree, tree.nameOf, tree.names.length)
  return tree.names
    .map((name, nameId) => ({ name, nameId, self: selfs[nameId] ?? 0, total: totals[nameId] ?? 0 }))
    .sort(bySelf)
}

/** All packages, those with the most weight of their own first. */
export function packageWeights(tree: StackTree): MethodWeight[] {
  const packages: string[] = []
  const known = new Map<string, number>()
  const packageOfName = tree.names.map(name => {
    const of = packageOf(name)
    const id = known.get(of) ?? packages.length
    if (id === packages.length) packages.push(of)
    known.set(of, id)
    return id
  })
  const groups = tree.nameOf.map(nameId => packageOfName[nameId] ?? 0)
  const { selfs, totals } = weightsBy(tree, groups, packages.length)
  return packages
    .map((name, id) => ({ name, nameId: -1, self: selfs[id] ?? 0, total: totals[id] ?? 0 }))
    .sort(bySelf)
}

const bySelf = (a: MethodWeight, b: MethodWeight): number =>
  b.self - a.self || b.total - a.total || (a.name < b.name ? -1 : 1)

function weightsBy(tree: StackTree, groups: Uint32Array, count: number) {
  const selfs = new Float64Array(count)
  const totals = new Float64Array(count)
  const nodeTotals = totalsOf(tree)
  const ends = endsOf(tree)
  // Until which node the outermost frame of a group reaches.
  const openUntil = new Uint32Array(count)
  groups.forEach((group, node) => {
    selfs[group] = (selfs[group] ?? 0) + (tree.self[node] ?? 0)
    if (node < (openUntil[group] ?? 0)) return
    openUntil[group] = ends[node] ?? 0
    totals[group] = (totals[group] ?? 0) + (nodeTotals[node] ?? 0)
  })
  return { selfs, totals }
}

/** `java.util` of `java.util.HashMap.get`, the file of a function of V8, the folder of a function of Go; '' when there is none. */
export function packageOf(name: string): string {
  const [, file] = / (\S+):\d+$/.exec(name) ?? []
  if (file !== undefined) return file
  const goFolder = /^(.*\/[^./]+)\./.exec(name)
  if (goFolder?.[1] !== undefined) return goFolder[1]
  const parts = /^[\w$.<>[\]]+$/.test(name) ? name.split('.') : []
  // In Java a class is written in upper case; what has none is `package.function`.
  const classAt = parts.findIndex(part => /^[A-Z]/.test(part))
  if (classAt >= 0) return parts.slice(0, classAt).join('.')
  return parts.length > 1 ? parts.slice(0, -1).join('.') : ''
}

/** Weight of the stacks with a frame of one of these names (1), each counted once. */
export function weightWith(
  tree: StackTree & { readonly totals: Float64Array; readonly ends: Uint32Array },
  isFound: Uint8Array,
): number {
  let weight = 0
  for (let node = 0; node < tree.depth.length; ) {
    if (isFound[tree.nameOf[node] ?? 0] === 1) {
      weight += tree.totals[node] ?? 0
      node = tree.ends[node] ?? node + 1
    } else node += 1
  }
  return weight
}
