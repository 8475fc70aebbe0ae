/** All that the schemas of a description define, by name. */
import { attribute, keyOf, type QualifiedName, qualifiedName, type XmlElement } from './xml-element.ts'

/** Namespace of XML Schema. */
export const xsd = 'http://www.w3.org/2001/XMLSchema'

/** A global definition, with the namespace that names in it belong to. */
export interface Definition {
  readonly element: XmlElement
  /** Target namespace of its schema. */
  readonly uri: string
}

const kindOf: Readonly<Record<string, 'elements' | 'types' | 'groups' | undefined>> = {
  element: 'elements',
  complexType: 'types',
  simpleType: 'types',
  group: 'groups',
}

/** Definitions of all schemas together. */
export class Schemas {
  readonly elements = new Map<string, Definition>()
  readonly types = new Map<string, Definition>()
  readonly groups = new Map<string, Definition>()
  readonly #qualified = new Map<XmlElement, boolean>()
  /** Namespaces of schemas that had none of their own, whose names for each other have none either. */
  readonly #borrowed = new Set<string>()

  /** Takes in a schema; `uri` is its target namespace, or that of the schema which includes it. */
  add(schema: XmlElement, uri: string): void {
    this.#qualified.set(schema, attribute(schema, 'elementFormDefault') === 'qualified')
    if (uri !== attribute(schema, 'targetNamespace')) this.#borrowed.add(uri)
    for (const element of schema.children) {
      const kind = element.uri === xsd ? kindOf[element.local] : undefined
      if (kind === undefined) continue
      const key = keyOf({ uri, local: attribute(element, 'name') })
      if (!this[kind].has(key)) this[kind].set(key, { element, uri })
    }
  }

  /** The definition of that name. */
  find(kind: 'elements' | 'types' | 'groups', name: QualifiedName): Definition | undefined {
    const found = this[kind].get(keyOf(name))
    if (found !== undefined || name.uri !== '') return found
    for (const uri of this.#borrowed) {
      const borrowed = this[kind].get(keyOf({ uri, local: name.local }))
      if (borrowed !== undefined) return borrowed
    }
    return undefined
  }

  /** Whether elements declared inside this schema stand in its namespace. */
  isQualified(declaration: XmlElement): boolean {
    const form = attribute(declaration, 'form')
    if (form !== '') return form === 'qualified'
    for (let at = declaration.parent; at !== null; at = at.parent) {
      const isQualified = this.#qualified.get(at)
      if (isQualified !== undefined) return isQualified
    }
    return false
  }

  /** The first type that can stand for an abstract one. */
  derivedFrom(base: QualifiedName): { name: QualifiedName; definition: Definition } | null {
    for (const definition of this.types.values()) {
      if (attribute(definition.element, 'abstract') === 'true') continue
      const extended = definition.element.children
        .filter(({ local }) => local === 'complexContent')
        .flatMap(({ children }) => children)
        .map(child => qualifiedName(attribute(child, 'base'), child))
      if (extended.some(name => name !== null && keyOf(name) === keyOf(base))) {
        return { name: { uri: definition.uri, local: attribute(definition.element, 'name') }, definition }
      }
    }
    return null
  }

  /** The first element that can stand for an abstract one. */
  substituteFor(head: QualifiedName): Definition | null {
    for (const definition of this.elements.values()) {
      const { element } = definition
      const group = qualifiedName(attribute(element, 'substitutionGroup'), element)
      if (group !== null && keyOf(group) === keyOf(head) && attribute(element, 'abstract') !== 'true') {
        return definition
      }
    }
    return null
  }
}
