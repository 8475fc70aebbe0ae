/** Reads XML into a small tree with resolved names; nothing is fetched, and documents with a DOCTYPE (entities) are refused. */
import { errorText } from '@pone/schema/error-text.ts'
import { SaxesParser, type SaxesTagNS } from 'saxes'

/** Limits against unusable files. */
export const maxXmlLength = 20_000_000
const maxElements = 500_000
const maxDepth = 200

/** A name in its namespace; an empty namespace is none. */
export interface QualifiedName {
  uri: string
  local: string
}

/** An element with what is in it; text besides elements is of no use here. */
export interface XmlElement extends QualifiedName {
  readonly parent: XmlElement | null
  /** By name, prefix included. */
  readonly attributes: ReadonlyMap<string, string>
  /** Namespaces that this element itself declares, by prefix. */
  readonly declares: Readonly<Record<string, string>>
  readonly children: XmlElement[]
}

/** The root, or why there is none. */
export type XmlOutcome =
  | { root: XmlElement }
  | { fault: 'hasDoctype' | 'tooLarge' }
  | { fault: 'notXml'; reason: string }

class Refused extends Error {
  readonly fault: 'hasDoctype' | 'tooLarge'
  constructor(fault: 'hasDoctype' | 'tooLarge') {
    super(fault)
    this.fault = fault
  }
}

/** Parses one document; never throws. */
export function parseXml(text: string): XmlOutcome {
  if (text.length > maxXmlLength) return { fault: 'tooLarge' }
  const parser = new SaxesParser({ xmlns: true, position: true })
  let root: XmlElement | null = null
  let open: XmlElement | null = null
  let depth = 0
  let count = 0
  parser.on('doctype', () => {
    throw new Refused('hasDoctype')
  })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', tag => {
    if (++count > maxElements || ++depth > maxDepth) throw new Refused('tooLarge')
    const element = elementOf(tag, open)
    if (open === null) root = element
    else open.children.push(element)
    open = element
  })
  parser.on('closetag', () => {
    depth--
    open = open?.parent ?? null
  })
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close()
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault }
    return { fault: 'notXml', reason: errorText(error) }
  }
  return root === null ? { fault: 'notXml', reason: 'no element' } : { root }
}

function elementOf({ uri, local, attributes, ns }: SaxesTagNS, parent: XmlElement | null): XmlElement {
  return {
    uri,
    local,
    parent,
    attributes: new Map(Object.values(attributes).map(({ name, value }) => [name, value])),
    declares: ns,
    children: [],
  }
}

/** Value of an attribute without a namespace; empty when it is not there. */
export const attribute = (element: XmlElement, name: string): string =>
  element.attributes.get(name)?.trim() ?? ''

/** The name that a text like `tns:Order` stands for at this place; null when there is no text. */
export function qualifiedName(text: string, at: XmlElement): QualifiedName | null {
  if (text === '') return null
  const colon = text.indexOf(':')
  const prefix = colon < 0 ? '' : text.slice(0, colon)
  for (let element: XmlElement | null = at; element !== null; element = element.parent) {
    const uri = element.declares[prefix]
    if (uri !== undefined) return { uri, local: text.slice(colon + 1) }
  }
  return { uri: '', local: text.slice(colon + 1) }
}

/** Children of that name in that namespace. */
export const childrenNamed = (element: XmlElement, uri: string, local: string): XmlElement[] =>
  element.children.filter(child => child.uri === uri && child.local === local)

/** One text for a name, to look it up by. */
export const keyOf = ({ uri, local }: QualifiedName): string => `${uri} ${local}`
