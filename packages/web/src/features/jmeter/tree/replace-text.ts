/** Replaces a text in all names and values of elements, as one edit; pure. */
import type { JmxNode, JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProperty } from '@pone/jmeter/jmx/property.ts'
import { applySplices, type Edited, lineEndOf, type Splice } from '@pone/jmeter/jmx/splice.ts'
import { attributeOf } from '@pone/jmeter/jmx/xml.ts'
import { encodeAttribute, encodeContent } from '@pone/jmeter/jmx/xml-text.ts'

/** The edit, and how many names and values it changes. The search ignores case; an empty search changes nothing. */
export function replaceText(
  plan: JmxPlan,
  keys: ReadonlySet<string>,
  search: string,
  replacement: string,
): { readonly edited: Edited; readonly count: number } {
  const pattern = search === '' ? null : new RegExp(search.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const replaced = (text: string) => (pattern === null ? text : text.replace(pattern, () => replacement))
  const eol = lineEndOf(plan.text)
  const splices: Splice[] = [...keys].flatMap(key => {
    const node = plan.nodes.get(key)
    if (node === undefined) return []
    const values = leavesOf(node.properties).flatMap(({ value, contentFrom, contentTo }) => {
      const next = replaced(value)
      return next === value ? [] : [{ from: contentFrom, to: contentTo, text: encodeContent(next, eol) }]
    })
    return [...nameSplices(node, replaced), ...values]
  })
  return { edited: applySplices(plan, splices), count: splices.length }
}

function nameSplices(node: JmxNode, replaced: (text: string) => string): Splice[] {
  const name = attributeOf(node.xml, 'testname')
  if (name === undefined) return []
  const next = replaced(name.value)
  return next === name.value ? [] : [{ from: name.from, to: name.to, text: encodeAttribute(next) }]
}

/** Every single value that contains the text. */
const leavesOf = (properties: readonly JmxProperty[]): JmxProperty[] =>
  properties.flatMap(property =>
    property.properties.length > 0 ? leavesOf(property.properties) : property.value === '' ? [] : [property],
  )
