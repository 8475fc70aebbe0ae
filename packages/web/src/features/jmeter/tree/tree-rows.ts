/** The plan's elements as the rows of a tree: collapsing and searching; pure. */

import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProperty } from '@pone/jmeter/jmx/property.ts'
import type { FileUse } from '../plan/file-use.ts'

export interface TreeRow {
  readonly node: JmxNode
  readonly depth: number
  /** The element and all its ancestors are enabled. */
  readonly isActive: boolean
  /** Position among its siblings, from 1, and the number of siblings. */
  readonly position: number
  readonly siblings: number
}

/** Rows from the top; those below a collapsed element are omitted, and with `shown` those that are not in it. */
export function treeRows(
  plan: JmxPlan,
  folded: ReadonlySet<string>,
  shown: ReadonlySet<string> | null = null,
): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (nodes: readonly JmxNode[], depth: number, isActive: boolean): void => {
    nodes.forEach((node, index) => {
      if (shown !== null && !shown.has(node.key)) return
      const active = isActive && node.isEnabled
      rows.push({ node, depth, isActive: active, position: index + 1, siblings: nodes.length })
      if (shown !== null || !folded.has(node.key)) visit(node.children, depth + 1, active)
    })
  }
  visit(plan.roots, 0, true)
  return rows
}

/** Keys of the elements whose name, type or values contain the text. */
export function findElements(
  plan: JmxPlan,
  search: string,
  typeOf: (node: JmxNode) => string,
): ReadonlySet<string> {
  const wanted = search.trim().toLowerCase()
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  const found = [...plan.nodes.values()].filter(
    node => holds(node.testname) || holds(typeOf(node)) || valuesOf(node.properties).some(holds),
  )
  return new Set(found.map(node => node.key))
}

/** The elements with all their ancestors. */
export function withAncestors(plan: JmxPlan, keys: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const key of keys)
    for (let at = plan.nodes.get(key); at !== undefined && !all.has(at.key); ) {
      all.add(at.key)
      at = at.parentKey === null ? undefined : plan.nodes.get(at.parentKey)
    }
  return all
}

/** Every single value of properties, at any depth. */
export function valuesOf(properties: readonly JmxProperty[]): string[] {
  return properties.flatMap(property =>
    property.properties.length === 0
      ? property.value === ''
        ? []
        : [property.value]
      : valuesOf(property.properties),
  )
}

/** Keys of elements that refer to a file which the component does not have; none while the files are loading. */
export function elementsWithoutFile(
  uses: readonly FileUse[],
  files: readonly { readonly name: string }[] | undefined,
): ReadonlySet<string> {
  const known = new Set(files?.map(file => file.name))
  return new Set(files === undefined ? [] : uses.flatMap(use => (known.has(use.name) ? [] : [use.key])))
}
