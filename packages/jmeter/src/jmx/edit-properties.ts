/** Edits inside one element: its properties, name, comment and whether it is enabled. */

import { shiftIndent } from './indent.ts'
import { commentProperty, type JmxNode, type JmxPlan } from './plan.ts'
import { problemOf } from './problem.ts'
import {
  findProperty,
  isScalar,
  type JmxProperty,
  type PropertyPath,
  type ScalarType,
  scalarTags,
} from './property.ts'
import { applySplices, blankStart, type Edited, indentAt, lineEndOf, type Splice } from './splice.ts'
import { attributeOf, scanXml, type XmlElement } from './xml.ts'
import { encodeAttribute, encodeContent } from './xml-text.ts'

export interface PropertyChange {
  readonly key: string
  readonly path: PropertyPath
  readonly value: string
  /** Type of a property that does not exist yet; an existing one keeps its type. */
  readonly type?: ScalarType
}

const failed = (code: Parameters<typeof problemOf>[0], path: PropertyPath = []): Edited => ({
  ok: false,
  problem: problemOf(code, { path: path.join('/') }),
})

/** Sets single values, of one or many nodes at once; missing ones are added at the end of their holder. */
export function setProperties(plan: JmxPlan, changes: readonly PropertyChange[]): Edited {
  const splices: Splice[] = []
  for (const change of changes) {
    const node = plan.nodes.get(change.key)
    if (node === undefined) return failed('noElement')
    const found = findProperty(node.properties, change.path)
    if (found !== undefined) {
      if (!isScalar(found)) return failed('notScalar', change.path)
      if (found.value !== change.value) splices.push(valueSplice(plan.text, found, change.value))
      continue
    }
    const name = change.path.at(-1)
    const holder = holderOf(node, change.path.slice(0, -1))
    if (holder === null || typeof name !== 'string') return failed('noProperty', change.path)
    splices.push(
      ...addSplices(
        plan.text,
        holder,
        null,
        scalarXml(name, change.value, change.type, lineEndOf(plan.text)),
      ),
    )
  }
  return applySplices(plan, splices)
}

/** Sets one single value. */
export const setProperty = (
  plan: JmxPlan,
  key: string,
  path: PropertyPath,
  value: string,
  type: ScalarType = 'string',
): Edited => setProperties(plan, [{ key, path, value, type }])

/** A single-valued property as JMeter writes it; not for objects, whose fields are plain tags. */
export function scalarXml(name: string, value: string, type: ScalarType = 'string', eol = '\n'): string {
  const tag = scalarTags[type]
  const content = encodeContent(value, eol)
  if (type === 'float' || type === 'double') {
    return `<${tag}>${eol}  <name>${encodeContent(name, eol)}</name>${eol}  <value>${content}</value>${eol}  <savedValue>0.0</savedValue>${eol}</${tag}>`
  }
  return `<${tag} name="${encodeAttribute(name)}">${content}</${tag}>`
}

/** Adds property XML (with its first line unindented) to a node or, with `path`, to a nested holder; `index` null = last. */
export function addProperty(
  plan: JmxPlan,
  key: string,
  path: PropertyPath,
  xml: string,
  index: number | null = null,
): Edited {
  const node = plan.nodes.get(key)
  if (node === undefined) return failed('noElement')
  const holder = holderOf(node, path)
  if (holder === null) return failed('noProperty', path)
  const scanned = scanXml(xml, { isFragment: true })
  if (!scanned.ok) return scanned
  if (scanned.elements.length === 0) return failed('nothingToInsert')
  return applySplices(plan, addSplices(plan.text, holder, index, xml.trim()))
}

/** Removes a property, with its line. */
export function removeProperty(plan: JmxPlan, key: string, path: PropertyPath): Edited {
  const node = plan.nodes.get(key)
  if (node === undefined) return failed('noElement')
  const found = findProperty(node.properties, path)
  const holder = holderOf(node, path.slice(0, -1))
  if (found === undefined || holder === null) return failed('noProperty', path)
  if (
    holder.items.length === 1 &&
    plan.text.slice(holder.contentFrom, found.from).trim() === '' &&
    plan.text.slice(found.to, holder.contentTo).trim() === ''
  ) {
    return applySplices(plan, [
      { from: holder.contentFrom, to: holder.contentTo, text: '' },
      ...collapse(plan.text, holder),
    ])
  }
  return applySplices(plan, [{ from: blankStart(plan.text, found.from), to: found.to, text: '' }])
}

/** Changes the name that is shown in the tree and written to results. */
export const renameNode = (plan: JmxPlan, key: string, name: string): Edited =>
  setAttribute(plan, [key], 'testname', name)

/** Enables or disables nodes. */
export const enableNodes = (plan: JmxPlan, keys: readonly string[], isEnabled: boolean): Edited =>
  setAttribute(plan, keys, 'enabled', String(isEnabled))

/** Changes the comment of a node. */
export const setComment = (plan: JmxPlan, key: string, comment: string): Edited =>
  setProperty(plan, key, [commentProperty], comment)

function setAttribute(plan: JmxPlan, keys: readonly string[], name: string, value: string): Edited {
  const splices: Splice[] = []
  for (const key of keys) {
    const node = plan.nodes.get(key)
    if (node === undefined) return failed('noElement')
    splices.push(attributeSplice(plan.text, node.xml, name, value))
  }
  return applySplices(plan, splices)
}

function attributeSplice(text: string, xml: XmlElement, name: string, value: string): Splice {
  const found = attributeOf(xml, name)
  if (found !== undefined) {
    const isSame = found.value === value
    return {
      from: found.from,
      to: found.to,
      text: isSame ? text.slice(found.from, found.to) : encodeAttribute(value),
    }
  }
  const last = xml.attributes.at(-1)
  const at = last === undefined ? xml.from + 1 + xml.name.length : last.to + 1
  return { from: at, to: at, text: ` ${name}="${encodeAttribute(value)}"` }
}

function valueSplice(text: string, property: JmxProperty, value: string): Splice {
  const content = encodeContent(value, lineEndOf(text))
  if (property.contentFrom < property.to || !text.startsWith('/>', property.to - 2)) {
    return { from: property.contentFrom, to: property.contentTo, text: content }
  }
  const start = text.slice(property.from, property.to - 2).trimEnd()
  return { from: property.from, to: property.to, text: `${start}>${content}</${property.tag}>` }
}

interface Holder {
  /** Offsets of its start tag. */
  readonly from: number
  readonly to: number
  readonly tag: string
  readonly contentFrom: number
  readonly contentTo: number
  readonly items: readonly { readonly from: number; readonly to: number }[]
}

/** The element itself, or the nested element, collection, map or object at a path. */
function holderOf(node: JmxNode, path: PropertyPath): Holder | null {
  if (path.length === 0) {
    const { xml } = node
    return {
      from: xml.from,
      to: xml.to,
      tag: xml.name,
      contentFrom: xml.openEnd,
      contentTo: xml.closeFrom,
      items: node.properties,
    }
  }
  const found = findProperty(node.properties, path)
  if (found === undefined || isScalar(found) || found.type === 'other') return null
  return { ...found, items: found.properties }
}

const isSelfClosed = (text: string, holder: Holder) =>
  holder.contentFrom === holder.to && text.startsWith('/>', holder.to - 2)

/** An emptied holder becomes `<tag …/>`, as JMeter writes it. */
function collapse(text: string, holder: Holder): Splice[] {
  const isPlain = text.slice(holder.contentTo, holder.to) === `</${holder.tag}>`
  if (!isPlain) return []
  return [
    { from: holder.contentFrom - 1, to: holder.contentFrom, text: '/>' },
    { from: holder.contentTo, to: holder.to, text: '' },
  ]
}

function addSplices(text: string, holder: Holder, index: number | null, xml: string): Splice[] {
  const eol = lineEndOf(text)
  const at = index === null || index >= holder.items.length ? undefined : holder.items[index]
  const last = holder.items.at(-1)
  const outer = indentAt(text, holder.from) ?? ''
  const sibling = at ?? last
  const indent = (sibling === undefined ? null : indentAt(text, sibling.from)) ?? `${outer}  `
  const block = shiftIndent(xml, indent, eol)
  if (at !== undefined) return [{ from: at.from, to: at.from, text: `${block}${eol}${indent}` }]
  if (last !== undefined) return [{ from: last.to, to: last.to, text: `${eol}${indent}${block}` }]
  if (isSelfClosed(text, holder)) {
    const start = text.slice(holder.from, holder.to - 2).trimEnd()
    const whole = `${start}>${eol}${indent}${block}${eol}${outer}</${holder.tag}>`
    return [{ from: holder.from, to: holder.to, text: whole }]
  }
  const isBlank = text.slice(holder.contentFrom, holder.contentTo).trim() === ''
  const close =
    isBlank && !/[\r\n]/.test(text.slice(holder.contentFrom, holder.contentTo)) ? `${eol}${outer}` : ''
  return [{ from: holder.contentFrom, to: holder.contentFrom, text: `${eol}${indent}${block}${close}` }]
}
