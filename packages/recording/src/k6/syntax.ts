/** The nodes of a parsed script. @see https://github.com/lezer-parser/javascript */
import type { SyntaxNode } from '@lezer/common'

const ignored = new Set(['LineComment', 'BlockComment', ';', ',', 'TypeArgList', 'TypeAnnotation'])

/** What a node consists of, without comments, separators and what could not be parsed. */
export function partsOf(node: SyntaxNode, without: readonly string[] = []): SyntaxNode[] {
  const parts: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (!ignored.has(child.name) && !child.type.isError && !without.includes(child.name)) parts.push(child)
  return parts
}

export const elementsOf = (node: SyntaxNode): SyntaxNode[] => partsOf(node, ['(', ')', '[', ']', '{', '}'])

/** The arguments of a call. */
export const argumentsOf = (call: SyntaxNode): SyntaxNode[] => {
  const list = call.getChild('ArgList')
  return list === null ? [] : elementsOf(list)
}

export const isFunction = ({ name }: SyntaxNode): boolean =>
  name === 'ArrowFunction' || name === 'FunctionExpression' || name === 'FunctionDeclaration'
