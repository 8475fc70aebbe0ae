/** A name for a new node of a tree. */
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'

/** The first of `base`, `base 2`, `base 3` … that no sibling has. */
export function freeSiblingName(
  nodes: readonly { readonly parentId: string | null; readonly name: string }[],
  parentId: string,
  base: string,
): string {
  const taken = new Set(nodes.filter(node => node.parentId === parentId).map(node => node.name))
  return freeName(base, name => taken.has(name), { maxLength: maxNameLength })
}
