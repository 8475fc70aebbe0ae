/** Writes a sample of an element from its schema: every child once, the first of a choice, recursion cut. */
import { escapeXml, givenValue, valueOfBuiltIn, valueOfRestriction, variableFor } from './sample-values.ts'
import { type Definition, type Schemas, xsd } from './schemas.ts'
import type { DefinitionKind } from './wsdl-problem.ts'
import { attribute, keyOf, type QualifiedName, qualifiedName, type XmlElement } from './xml-element.ts'

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
/** Elements of one sample. */
export const maxSampleElements = 5_000
const maxDepth = 60

/** What stands for values: samples by type, or a variable named like the element. */
export type Placeholders = 'samples' | 'templates'

/** What a writer is made from. */
export interface SampleOptions {
  readonly schemas: Schemas
  readonly placeholders: Placeholders
  onUnknown(kind: DefinitionKind, name: QualifiedName): void
}

/** What is between an element's tags. */
interface Content {
  attributes: string
  /** Children, each on its own lines; empty when there are none. */
  children: string[]
  /** Without children: the value. */
  value: string
}

const nothing: Content = { attributes: '', children: [], value: '' }

/** Writes samples and remembers the namespaces they use. */
export class SampleWriter {
  readonly #options: SampleOptions
  readonly #prefixes = new Map<string, string>()
  readonly #openTypes: string[] = []
  #count = 0

  constructor(options: SampleOptions) {
    this.#options = options
  }

  /** Whether the sample had to be cut. */
  get isCutShort(): boolean {
    return this.#count > maxSampleElements
  }

  /** Declarations of all namespaces used so far, each with a blank before it. */
  get declarations(): string {
    return [...this.#prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${escapeXml(uri)}"`).join('')
  }

  /** A tag's name with the prefix of its namespace. */
  tagOf({ uri, local }: QualifiedName): string {
    return uri === '' ? local : `${this.#prefixOf(uri)}:${local}`
  }

  /** Lines of a global element. */
  element(name: QualifiedName, indent: string): string[] {
    const definition = this.#options.schemas.find('elements', name)
    if (definition !== undefined) {
      return this.#declared(definition, { uri: definition.uri, local: name.local }, indent)
    }
    this.#options.onUnknown('element', name)
    return [`${indent}<${this.tagOf(name)}/>`]
  }

  /** Lines of an element of a type, as a part of a call by rpc has it. */
  typed(name: QualifiedName, type: QualifiedName, indent: string): string[] {
    const tag = this.tagOf(name)
    return this.#tag(tag, this.#typed(type, name.local, `${indent}  `), indent)
  }

  /** Lines of the children of a type. */
  contentOf(type: QualifiedName, indent: string): string[] {
    return this.#typed(type, '', indent).children
  }

  #prefixOf(uri: string): string {
    if (uri === xsi) this.#prefixes.set(uri, 'xsi')
    let prefix = this.#prefixes.get(uri)
    if (prefix === undefined) {
      prefix = `ns${this.#prefixes.size + 1}`
      this.#prefixes.set(uri, prefix)
    }
    return prefix
  }

  #declared({ element, uri }: Definition, name: QualifiedName, indent: string): string[] {
    if (attribute(element, 'abstract') === 'true') {
      const substitute = this.#options.schemas.substituteFor(name)
      if (substitute === null) return []
      const own = { uri: substitute.uri, local: attribute(substitute.element, 'name') }
      return this.#declared(substitute, own, indent)
    }
    return this.#write(element, { uri, name }, indent)
  }

  #write(
    declaration: XmlElement,
    { uri, name }: { uri: string; name: QualifiedName },
    indent: string,
  ): string[] {
    if (++this.#count > maxSampleElements || indent.length > maxDepth * 2) return []
    const given = givenValue(declaration)
    const type = qualifiedName(attribute(declaration, 'type'), declaration)
    const inline = declaration.children.find(({ local }) => local === 'complexType' || local === 'simpleType')
    const inner = `${indent}  `
    const tag = this.tagOf(name)
    let content: Content = { ...nothing, value: this.#value('?', name.local) }
    if (type !== null) {
      if (this.#openTypes.includes(keyOf(type))) {
        // The type contains itself: the sample ends here.
        return isOptional(declaration) ? [] : [`${indent}<${tag}/>`]
      }
      content = this.#typed(type, name.local, inner)
    } else if (inline !== undefined) content = this.#inType(inline, uri, name.local, inner)
    if (given !== null && content.children.length === 0) content = { ...content, value: given }
    return this.#tag(tag, content, indent)
  }

  #tag(tag: string, { attributes, children, value }: Content, indent: string): string[] {
    if (children.length > 0) {
      return [`${indent}<${tag}${attributes}>`, ...children, `${indent}</${tag}>`]
    }
    return [
      value === ''
        ? `${indent}<${tag}${attributes}/>`
        : `${indent}<${tag}${attributes}>${escapeXml(value)}</${tag}>`,
    ]
  }

  #value(sample: string, local: string): string {
    return (this.#options.placeholders === 'templates' ? variableFor(local) : null) ?? sample
  }

  #typed(type: QualifiedName, local: string, indent: string): Content {
    if (type.uri === xsd) return { ...nothing, value: this.#value(valueOfBuiltIn(type.local), local) }
    const found = this.#options.schemas.find('types', type)
    if (found === undefined) {
      this.#options.onUnknown('type', type)
      return nothing
    }
    const derived =
      attribute(found.element, 'abstract') === 'true' ? this.#options.schemas.derivedFrom(type) : null
    const definition = derived?.definition ?? found
    const keys = [keyOf(type), ...(derived === null ? [] : [keyOf(derived.name)])]
    this.#openTypes.push(...keys)
    const content = this.#inType(definition.element, definition.uri, local, indent)
    this.#openTypes.length -= keys.length
    if (derived === null) return content
    const own = ` ${this.tagOf({ uri: xsi, local: 'type' })}="${this.tagOf(derived.name)}"`
    return { ...content, attributes: own + content.attributes }
  }

  #inType(type: XmlElement, uri: string, local: string, indent: string): Content {
    if (type.local === 'simpleType') return { ...nothing, value: this.#simple(type, local) }
    const inner = type.children.find(
      child => child.local === 'complexContent' || child.local === 'simpleContent',
    )
    if (inner === undefined) {
      return { attributes: this.#attributes(type), children: this.#particles(type, uri, indent), value: '' }
    }
    const derivation = inner.children.find(
      child => child.local === 'extension' || child.local === 'restriction',
    )
    if (derivation === undefined) return nothing
    const baseName = qualifiedName(attribute(derivation, 'base'), derivation)
    const isRepeated = baseName !== null && this.#openTypes.includes(keyOf(baseName)) && baseName.uri !== xsd
    const base = baseName === null || isRepeated ? nothing : this.#typed(baseName, local, indent)
    const own = {
      attributes: this.#attributes(derivation),
      children: this.#particles(derivation, uri, indent),
    }
    if (inner.local === 'simpleContent') {
      const value =
        derivation.local === 'restriction' ? valueOfRestriction(derivation, base.value) : base.value
      return { attributes: base.attributes + own.attributes, children: [], value }
    }
    if (derivation.local === 'restriction') return { ...own, value: '' }
    return {
      attributes: base.attributes + own.attributes,
      children: [...base.children, ...own.children],
      value: '',
    }
  }

  #simple(type: XmlElement, local: string): string {
    const inner = type.children.find(child => ['restriction', 'list', 'union'].includes(child.local))
    if (inner === undefined) return this.#value('?', local)
    const names = ['base', 'itemType', 'memberTypes']
      .map(name => attribute(inner, name))
      .join(' ')
      .trim()
    const name = qualifiedName(names.split(/\s+/)[0] ?? '', inner)
    const nested = inner.children.find(child => child.local === 'simpleType')
    let value = '?'
    if (name !== null)
      value = this.#openTypes.includes(keyOf(name)) ? '?' : this.#typed(name, local, '').value
    else if (nested !== undefined) value = this.#simple(nested, local)
    if (inner.local !== 'restriction' || value.startsWith('${')) return value
    return valueOfRestriction(inner, value)
  }

  /** Attributes that have to be there. */
  #attributes(holder: XmlElement): string {
    return holder.children
      .filter(child => child.local === 'attribute' && attribute(child, 'use') === 'required')
      .filter(child => attribute(child, 'name') !== '')
      .map(child => {
        const local = attribute(child, 'name')
        const type = qualifiedName(attribute(child, 'type'), child)
        const inline = child.children.find(each => each.local === 'simpleType')
        let value = this.#value('?', local)
        if (type !== null) value = this.#typed(type, local, '').value
        else if (inline !== undefined) value = this.#simple(inline, local)
        return ` ${local}="${escapeXml(givenValue(child) ?? value)}"`
      })
      .join('')
  }

  /** What sequences, choices and groups hold. */
  #particles(holder: XmlElement, uri: string, indent: string): string[] {
    return holder.children.flatMap(child => this.#particle(child, uri, indent))
  }

  #particle(particle: XmlElement, uri: string, indent: string): string[] {
    if (particle.uri !== xsd || attribute(particle, 'maxOccurs') === '0') return []
    switch (particle.local) {
      case 'sequence':
      case 'all':
        return this.#particles(particle, uri, indent)
      case 'choice': {
        // One that comes to nothing, a wildcard for instance, is no choice.
        for (const child of particle.children) {
          const lines = this.#particle(child, uri, indent)
          if (lines.length > 0) return lines
        }
        return []
      }
      case 'group':
        return this.#group(particle, indent)
      case 'element':
        return this.#local(particle, uri, indent)
      default:
        return []
    }
  }

  #group(reference: XmlElement, indent: string): string[] {
    const name = qualifiedName(attribute(reference, 'ref'), reference)
    if (name === null) return []
    const found = this.#options.schemas.find('groups', name)
    if (found === undefined) {
      this.#options.onUnknown('group', name)
      return []
    }
    const key = `group ${keyOf(name)}`
    if (this.#openTypes.includes(key)) return []
    // Groups count like elements: those that name each other twice would unfold without end.
    if (++this.#count > maxSampleElements) return []
    this.#openTypes.push(key)
    const lines = this.#particles(found.element, found.uri, indent)
    this.#openTypes.pop()
    return lines
  }

  #local(declaration: XmlElement, uri: string, indent: string): string[] {
    const reference = qualifiedName(attribute(declaration, 'ref'), declaration)
    if (reference === null) {
      const name = {
        uri: this.#options.schemas.isQualified(declaration) ? uri : '',
        local: attribute(declaration, 'name'),
      }
      return this.#write(declaration, { uri, name }, indent)
    }
    const key = `element ${keyOf(reference)}`
    if (this.#openTypes.includes(key)) return []
    this.#openTypes.push(key)
    const lines = this.element(reference, indent)
    this.#openTypes.pop()
    return lines
  }
}

const isOptional = (declaration: XmlElement): boolean => attribute(declaration, 'minOccurs') === '0'
