/** Gathers what the files of a description define, by name: messages, port types, bindings, services and schemas. */
import { Schemas, xsd } from './schemas.ts'
import type { WsdlReport } from './wsdl-problem.ts'
import { attribute, childrenNamed, keyOf, maxXmlLength, parseXml, type XmlElement } from './xml-element.ts'

/** Namespace of WSDL 1.1. */
export const wsdl = 'http://schemas.xmlsoap.org/wsdl/'
const wsdl2 = 'http://www.w3.org/ns/wsdl'

/** A file as it was chosen. */
export interface WsdlFile {
  /** Name by which others import it; folders before it do not matter. */
  readonly name: string
  readonly text: string
}

/** Everything, by qualified name. */
export interface Definitions {
  readonly messages: Map<string, XmlElement>
  readonly portTypes: Map<string, XmlElement>
  readonly bindings: Map<string, XmlElement>
  /** In the order of the files. */
  readonly services: XmlElement[]
  readonly schemas: Schemas
}

interface FoundSchema {
  readonly element: XmlElement
  /** Name of the file that it is the root of; null when it is inside a description. */
  readonly file: string | null
}

/** Reads the files; one that cannot be used is reported and left out. */
export function collectDefinitions(files: readonly WsdlFile[], report: WsdlReport): Definitions {
  const definitions: Definitions = {
    messages: new Map(),
    portTypes: new Map(),
    bindings: new Map(),
    services: [],
    schemas: new Schemas(),
  }
  const known = new Set(files.map(({ name }) => baseName(name)))
  const schemas: FoundSchema[] = []
  const roots = files.flatMap(file => {
    const root = rootOf(file, report)
    return root === null ? [] : [{ file, root }]
  })
  const namespaces = new Set(roots.map(({ root }) => attribute(root, 'targetNamespace')))
  for (const { file, root } of roots) {
    if (root.local === 'schema') schemas.push({ element: root, file: baseName(file.name) })
    else schemas.push(...takeDescription(root, definitions))
    for (const { location, namespace } of referencesOf(root)) {
      // A file saved under another name still has its namespace.
      const isGiven = known.has(baseName(location)) || (namespace !== '' && namespaces.has(namespace))
      if (!isGiven) report('missingImport', { file: file.name, location })
    }
  }
  const includedIn = includingNamespaces(schemas)
  for (const { element, file } of schemas) {
    const own = attribute(element, 'targetNamespace')
    // A schema without a namespace takes that of whoever includes it.
    const uris = own === '' && file !== null ? (includedIn.get(file) ?? ['']) : [own]
    for (const uri of uris) definitions.schemas.add(element, uri)
  }
  return definitions
}

function rootOf({ name, text }: WsdlFile, report: WsdlReport): XmlElement | null {
  const parsed = parseXml(text)
  if ('fault' in parsed) {
    const reason = 'reason' in parsed ? parsed.reason : ''
    report(parsed.fault, { file: name, reason, limit: maxXmlLength })
    return null
  }
  const { root } = parsed
  const isKnown =
    (root.uri === wsdl && root.local === 'definitions') || (root.uri === xsd && root.local === 'schema')
  if (isKnown) return root
  if (root.uri === wsdl2) report('wsdl2', { file: name })
  else report('notWsdl', { file: name, root: root.local })
  return null
}

/** Takes in a description; returns the schemas in it. */
function takeDescription(root: XmlElement, definitions: Definitions): FoundSchema[] {
  const uri = attribute(root, 'targetNamespace')
  for (const element of root.children) {
    if (element.uri !== wsdl) continue
    const key = keyOf({ uri, local: attribute(element, 'name') })
    if (element.local === 'message') definitions.messages.set(key, element)
    if (element.local === 'portType') definitions.portTypes.set(key, element)
    if (element.local === 'binding') definitions.bindings.set(key, element)
    if (element.local === 'service') definitions.services.push(element)
  }
  return childrenNamed(root, wsdl, 'types')
    .flatMap(types => childrenNamed(types, xsd, 'schema'))
    .map(element => ({ element, file: null }))
}

/** Where a file says that more of it is; an include has no namespace. */
function referencesOf(root: XmlElement): { location: string; namespace: string }[] {
  const isReference = ({ local }: XmlElement) => ['import', 'include', 'redefine'].includes(local)
  const holders = [root, ...root.children, ...root.children.flatMap(({ children }) => children)]
  return holders
    .flatMap(({ children }) => children)
    .filter(isReference)
    .map(element => ({
      location: attribute(element, 'schemaLocation') || attribute(element, 'location'),
      namespace: attribute(element, 'namespace'),
    }))
    .filter(({ location }) => location !== '')
}

/** Namespaces of the schemas that include a file, by the file's name. */
function includingNamespaces(schemas: readonly FoundSchema[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { element } of schemas) {
    for (const child of element.children) {
      if (child.uri !== xsd || (child.local !== 'include' && child.local !== 'redefine')) continue
      const file = baseName(attribute(child, 'schemaLocation'))
      const uris = found.get(file) ?? []
      uris.push(attribute(element, 'targetNamespace'))
      found.set(file, uris)
    }
  }
  return found
}

/** The last part of a path or address, without what asks for it. */
function baseName(location: string): string {
  const last = location.split(/[\\/]/).at(-1) ?? ''
  return last.toLowerCase()
}
