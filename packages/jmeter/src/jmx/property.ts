/** Properties of an element: JMeter's typed name–value pairs, nested ones included, each with its position. */
import type { XmlElement } from './xml.ts'
import { attributeOf } from './xml.ts'
import { decodeContent } from './xml-text.ts'

export const scalarTags = {
  string: 'stringProp',
  bool: 'boolProp',
  int: 'intProp',
  long: 'longProp',
  float: 'FloatProperty',
  double: 'doubleProp',
} as const
export type ScalarType = keyof typeof scalarTags

/**
 * `field` = a plain tag inside an object, e.g. <time>true</time>; `other` = a property that JMeter itself keeps
 * unchanged.
 */
export type PropertyType = ScalarType | 'element' | 'collection' | 'map' | 'object' | 'field' | 'other'

export interface JmxProperty {
  readonly type: PropertyType
  readonly tag: string
  /** Empty where JMeter gives none. */
  readonly name: string
  /** Decoded; empty for a holder. */
  readonly value: string
  /** Class of a nested element, e.g. HTTPArgument. */
  readonly elementType: string
  readonly properties: readonly JmxProperty[]
  /** The whole tag. */
  readonly from: number
  readonly to: number
  /** The content between the tags, which is the value or the nested properties; both `to` when self-closed. */
  readonly contentFrom: number
  readonly contentTo: number
}

/** Names inside elements, maps and objects; indexes from 0 inside collections. */
export type PropertyPath = readonly (string | number)[]

const types: Readonly<Record<string, PropertyType>> = {
  ...Object.fromEntries(Object.entries(scalarTags).map(([type, tag]) => [tag, type])),
  floatProp: 'float',
  elementProp: 'element',
  collectionProp: 'collection',
  mapProp: 'map',
  objProp: 'object',
}

const scalarTypes: ReadonlySet<PropertyType> = new Set([
  ...Object.keys(scalarTags),
  'field',
] as PropertyType[])

/** True when the property is one value and not a holder of others. */
export const isScalar = (property: JmxProperty): boolean => scalarTypes.has(property.type)

/** Shared by all single values. */
const noProperties: readonly JmxProperty[] = []

/** Reads a tag; `text` is the plan's. */
export function readProperty(text: string, xml: XmlElement): JmxProperty {
  const type = types[xml.name] ?? 'other'
  const base = {
    type,
    tag: xml.name,
    name: attributeOf(xml, 'name')?.value ?? '',
    value: '',
    elementType: attributeOf(xml, 'elementType')?.value ?? '',
    properties: noProperties,
    from: xml.from,
    to: xml.to,
    contentFrom: xml.openEnd,
    contentTo: xml.closeFrom,
  } satisfies JmxProperty
  if (type === 'element' || type === 'collection' || type === 'map') {
    return { ...base, properties: xml.children.map(child => readProperty(text, child)) }
  }
  if (type === 'object') return readObject(text, xml, base)
  if (xml.children.length > 0) return readNameAndValue(text, xml, base)
  return { ...base, value: decodeContent(text.slice(xml.openEnd, xml.closeFrom)) }
}

const childNamed = (xml: XmlElement, name: string) => xml.children.find(child => child.name === name)

const leafText = (text: string, xml: XmlElement | undefined) =>
  xml === undefined ? '' : decodeContent(text.slice(xml.openEnd, xml.closeFrom))

/** XStream's long form of a number: <doubleProp><name>…</name><value>…</value></doubleProp>. */
function readNameAndValue(text: string, xml: XmlElement, base: JmxProperty): JmxProperty {
  const value = childNamed(xml, 'value')
  if (value === undefined) return { ...base, type: 'other' }
  return {
    ...base,
    name: base.name || leafText(text, childNamed(xml, 'name')),
    value: leafText(text, value),
    contentFrom: value.openEnd,
    contentTo: value.closeFrom,
  }
}

function readObject(text: string, xml: XmlElement, base: JmxProperty): JmxProperty {
  const value = childNamed(xml, 'value')
  if (value === undefined) return base
  return {
    ...base,
    name: base.name || leafText(text, childNamed(xml, 'name')),
    elementType: attributeOf(value, 'class')?.value ?? '',
    properties: value.children.map(child => ({
      ...readProperty(text, child),
      name: child.name,
      ...(child.children.length === 0 && { type: 'field' as const }),
    })),
    contentFrom: value.openEnd,
    contentTo: value.closeFrom,
  }
}

/** The property at a path below a list of properties; undefined when it is not there. */
export function findProperty(
  properties: readonly JmxProperty[],
  path: PropertyPath,
): JmxProperty | undefined {
  const [first, ...rest] = path
  const found =
    typeof first === 'number' ? properties[first] : properties.find(property => property.name === first)
  if (found === undefined || rest.length === 0) return found
  return findProperty(found.properties, rest)
}
