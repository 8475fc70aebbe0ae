/** The tree that XML and HTML responses are parsed into: the part of the W3C DOM that XPath and CSS selectors use. */

const followsBit = 4
const precedesBit = 2

abstract class BaseNode {
  abstract readonly nodeType: number
  abstract readonly nodeName: string
  parentNode: MarkupElement | MarkupDocument | null = null
  nextSibling: MarkupChild | null = null
  previousSibling: MarkupChild | null = null
  readonly ownerDocument: MarkupDocument | null
  /** Position in document order. */
  readonly order: number

  constructor(document: MarkupDocument | null) {
    this.ownerDocument = document
    this.order = document === null ? 0 : document.takeOrder()
  }

  get firstChild(): MarkupChild | null {
    return null
  }

  /** @see DOM Standard, Node.compareDocumentPosition; only the bits for before and after */
  compareDocumentPosition(other: { readonly order?: number }): number {
    return this.order < (other.order ?? Number.POSITIVE_INFINITY) ? followsBit : precedesBit
  }
}

abstract class ParentNode extends BaseNode {
  readonly childNodes: MarkupChild[] = []

  override get firstChild(): MarkupChild | null {
    return this.childNodes[0] ?? null
  }

  /** Adds a child after all others. */
  append(this: MarkupElement | MarkupDocument, child: MarkupChild): void {
    const last = this.childNodes.at(-1)
    if (last !== undefined) {
      last.nextSibling = child
      child.previousSibling = last
    }
    child.parentNode = this
    this.childNodes.push(child)
  }
}

export class MarkupDocument extends ParentNode {
  readonly nodeType = 9
  readonly nodeName = '#document'
  readonly isHtml: boolean
  /** Namespace of each prefix, by its first declaration in the document. */
  readonly namespaces = new Map<string, string>()
  #nextOrder = 1

  constructor(isHtml: boolean) {
    super(null)
    this.isHtml = isHtml
  }

  get documentElement(): MarkupElement | null {
    return this.childNodes.find(child => child instanceof MarkupElement) ?? null
  }

  /** The next position in document order. */
  takeOrder(): number {
    return this.#nextOrder++
  }
}

export class MarkupElement extends ParentNode {
  readonly nodeType = 1
  readonly nodeName: string
  readonly localName: string
  readonly prefix: string | null
  readonly namespaceURI: string | null
  readonly attributes = new AttributeList()

  constructor(document: MarkupDocument, name: QualifiedName) {
    super(document)
    this.nodeName = name.name
    this.localName = name.localName
    this.prefix = name.prefix
    this.namespaceURI = name.namespaceURI
  }

  /** Value of an attribute by its name as written. */
  attribute(name: string): string | undefined {
    return this.attributes.items.find(item => item.name === name)?.value
  }
}

export class MarkupAttribute extends BaseNode {
  readonly nodeType = 2
  readonly name: string
  readonly nodeName: string
  readonly localName: string
  readonly prefix: string | null
  readonly namespaceURI: string | null
  readonly value: string
  readonly ownerElement: MarkupElement

  constructor(owner: MarkupElement, name: QualifiedName, value: string) {
    super(owner.ownerDocument)
    this.ownerElement = owner
    this.name = name.name
    this.nodeName = name.name
    this.localName = name.localName
    this.prefix = name.prefix
    this.namespaceURI = name.namespaceURI
    this.value = value
  }

  get nodeValue(): string {
    return this.value
  }
}

/** Text (3, CDATA sections too), processing instruction (7) or comment (8). */
export class MarkupText extends BaseNode {
  readonly nodeType: 3 | 7 | 8
  readonly nodeName: string
  nodeValue: string

  constructor(document: MarkupDocument, nodeType: 3 | 7 | 8, nodeName: string, nodeValue: string) {
    super(document)
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.nodeValue = nodeValue
  }
}

export class AttributeList {
  readonly items: MarkupAttribute[] = []
  get length(): number {
    return this.items.length
  }
  item(index: number): MarkupAttribute | null {
    return this.items[index] ?? null
  }
}

/** A name as written, and its parts. */
export interface QualifiedName {
  readonly name: string
  readonly localName: string
  readonly prefix: string | null
  readonly namespaceURI: string | null
}

export type MarkupChild = MarkupElement | MarkupText
export type MarkupNode = MarkupDocument | MarkupChild | MarkupAttribute

/** Text of a node: of an attribute its value, of an element all the text inside. */
export function textOf(node: MarkupNode): string {
  if (node instanceof MarkupAttribute || node instanceof MarkupText) return node.nodeValue
  let text = ''
  const open: MarkupChild[] = node.childNodes.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof MarkupText) {
      if (next.nodeType === 3) text += next.nodeValue
    } else {
      for (let i = next.childNodes.length - 1; i >= 0; i--) {
        const child = next.childNodes[i]
        if (child !== undefined) open.push(child)
      }
    }
  }
  return text
}
