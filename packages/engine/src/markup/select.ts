/** Extracts values from a parsed response by XPath or CSS selector. */

import type { XPathExpression } from '@pone/plan/answers/xpath.ts'
import { selectAll } from 'css-select'
import type { Selector } from 'css-what'
import { MarkupDocument, MarkupElement, type MarkupNode, textOf } from './node.ts'

/** A value that no declaration can have, so that a name with an undeclared prefix is not found. */
const undeclared = '\0'

/**
 * Values that an XPath expression finds, in document order: the text of elements, the value of attributes; a number,
 * truth value or text is returned as one text. Prefixes have the meaning that the document declares (where it declares
 * one twice, the first); a name without a prefix also matches elements of a default namespace. Empty when the
 * expression cannot be applied.
 */
export function valuesByXPath(document: MarkupDocument, expression: XPathExpression): string[] {
  const { namespaces, isHtml } = document
  const getNamespace = (prefix: string) => (isHtml ? prefix : (namespaces.get(prefix) ?? undeclared))
  try {
    const result = expression.evaluate<MarkupNode>({
      node: document,
      namespaces: { getNamespace },
      isHtml,
      allowAnyNamespaceForNoPrefix: true,
    })
    return 'toArray' in result ? result.toArray().map(textOf) : [result.stringValue()]
  } catch {
    return []
  }
}

const isElement = (node: MarkupNode): node is MarkupElement => node instanceof MarkupElement
const childrenOf = (node: MarkupNode): MarkupNode[] =>
  node instanceof MarkupElement || node instanceof MarkupDocument ? node.childNodes : []

const adapter = {
  isTag: isElement,
  getAttributeValue: (element: MarkupElement, name: string) => element.attribute(name),
  getChildren: childrenOf,
  getName: (element: MarkupElement) => element.localName,
  getParent: (node: MarkupNode) => node.parentNode,
  getSiblings: (node: MarkupNode) => (node.parentNode === null ? [node] : childrenOf(node.parentNode)),
  prevElementSibling(node: MarkupNode) {
    let before = node.previousSibling
    while (before !== null && !isElement(before)) before = before.previousSibling
    return before
  },
  getText: textOf,
  hasAttrib: (element: MarkupElement, name: string) => element.attribute(name) !== undefined,
  removeSubsets: (nodes: MarkupNode[]) =>
    nodes.filter((node, index) => {
      for (let at: MarkupNode | null = node.parentNode; at !== null; at = at.parentNode) {
        if (nodes.includes(at)) return false
      }
      return nodes.indexOf(node) === index
    }),
}

/**
 * Values that a CSS selector finds, in document order: the attribute of that name, or when it is empty the element's
 * text as rendered on a page, without blanks around it. Elements without the attribute are left out.
 */
export function valuesByCss(document: MarkupDocument, selector: Selector[][], attribute: string): string[] {
  try {
    const elements = selectAll<MarkupNode, MarkupElement>(selector, document, {
      adapter,
      xmlMode: !document.isHtml,
      cacheResults: false,
    })
    if (attribute === '') return elements.map(element => textOf(element).replaceAll(/\s+/g, ' ').trim())
    const name = document.isHtml ? attribute.toLowerCase() : attribute
    return elements.map(element => element.attribute(name)).filter(value => value !== undefined)
  } catch {
    return []
  }
}
