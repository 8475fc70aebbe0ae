/**
 * Circles of imports, type-only ones included. The entries of each folder, its files and its subfolders, are the nodes
 * of a graph; an entry points to another when a file of the one imports a file of the other. A strongly connected
 * component of more than one entry is a circle. A circle between files is reported for the deepest folder that contains
 * all of them.
 */
import { posix } from 'node:path'
import { importedPath, importsIn } from '../packages/cli/src/test/changed/imports.ts'
import { isTestCode, type SourceFile } from './source-files.ts'

export interface Circle {
  /** The folder whose entries import each other. */
  readonly folder: string
  /** Names of files and subfolders, sorted. */
  readonly entries: readonly string[]
  /** One import for each pair of entries of the circle, as `from → to`. */
  readonly imports: readonly string[]
}

interface Edge {
  readonly from: string
  readonly to: string
}

/** All circles, by folder. Tests and test harnesses do not count: no product code imports them. */
export function findCircles(files: readonly SourceFile[]): Circle[] {
  const edges = edgesBetween(files.filter(file => !isTestCode(file.path)))
  const folders = new Set(edges.flatMap(({ from }) => parentsOf(from)))
  return [...folders].sort().flatMap(folder => circlesIn(folder, edges))
}

function edgesBetween(files: readonly SourceFile[]): Edge[] {
  const paths = new Set(files.map(file => file.path))
  return files.flatMap(({ path, text }) =>
    importsIn(text).flatMap(({ target }) => {
      const to = importedPath(path, target)
      return to !== undefined && to !== path && paths.has(to) ? [{ from: path, to }] : []
    }),
  )
}

function parentsOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === '.' ? [] : [parent, ...parentsOf(parent)]
}

function circlesIn(folder: string, edges: readonly Edge[]): Circle[] {
  const graph = new Map<string, Set<string>>()
  const examples = new Map<string, string>()
  for (const { from, to } of edges) {
    const [a, b] = [entryOf(folder, from), entryOf(folder, to)]
    if (a === undefined || b === undefined || a === b) continue
    graph.set(a, (graph.get(a) ?? new Set()).add(b))
    examples.set(`${a}/${b}`, `${from} → ${to}`)
  }
  return stronglyConnected(graph)
    .filter(component => component.length > 1)
    .map(component => ({
      folder,
      entries: component.toSorted(),
      imports: component.flatMap(a => component.flatMap(b => examples.get(`${a}/${b}`) ?? [])),
    }))
}

/** Name of the file or subfolder of `folder` that contains the path; undefined outside. */
function entryOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
}

/** Strongly connected components, by Tarjan's algorithm. */
export function stronglyConnected(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const components: string[][] = []

  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    open.push(node)
    let low = index
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) components.push(open.splice(open.indexOf(node)))
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return components
}
