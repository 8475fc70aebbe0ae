/** Builds the tree of a response from a parser's events, in document order; refuses what would take too much memory. */
import { CauseError } from '@pone/contract/told-cause.ts'
import { MarkupAttribute, MarkupDocument, MarkupElement, MarkupText, type QualifiedName } from './node.ts'

/** Maximum of elements, attributes and texts of one response. */
const maxNodes = 1_000_000
/** Maximum depth of elements. */
const maxDepth = 2_000

export class TreeBuilder {
  readonly document: MarkupDocument
  #open: MarkupElement | MarkupDocument
  #nodes = 0
  #depth = 0

  constructor(isHtml: boolean) {
    this.document = new MarkupDocument(isHtml)
    this.#open = this.document
  }

  /** Opens an element within the currently open one. @throws Error when the tree gets too large or too deep */
  open(name: QualifiedName, attributes: readonly (readonly [QualifiedName, string])[]): void {
    this.#count(1 + attributes.length)
    if (++this.#depth > maxDepth) throw new CauseError('markupTooDeep', { limit: maxDepth })
    const element = new MarkupElement(this.document, name)
    for (const [attribute, value] of attributes) {
      element.attributes.items.push(new MarkupAttribute(element, attribute, value))
    }
    this.#open.append(element)
    this.#open = element
  }

  /** Closes the open element. */
  close(): void {
    this.#depth--
    this.#open = this.#open.parentNode ?? this.document
  }

  text(text: string): void {
    if (text === '' || this.#open === this.document) return
    const last = this.#open.childNodes.at(-1)
    if (last instanceof MarkupText && last.nodeType === 3) last.nodeValue += text
    else this.#add(3, '#text', text)
  }

  comment(text: string): void {
    this.#add(8, '#comment', text)
  }

  instruction(target: string, text: string): void {
    this.#add(7, target, text)
  }

  #add(nodeType: 3 | 7 | 8, name: string, text: string): void {
    this.#count(1)
    this.#open.append(new MarkupText(this.document, nodeType, name, text))
  }

  #count(nodes: number): void {
    this.#nodes += nodes
    if (this.#nodes > maxNodes) throw new CauseError('markupTooManyNodes', { limit: maxNodes })
  }
}
