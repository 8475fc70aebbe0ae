/** XPath 1.0 expressions, compiled and checked; safe in a browser. */
import * as library from 'xpath'

/** What an expression gives: nodes, or one value. */
export type XPathResult<Node> = { toArray(): Node[] } | { stringValue(): string }

/** A compiled expression. */
export interface XPathExpression {
  evaluate<Node>(options: {
    node: Node
    namespaces: { getNamespace(prefix: string): string }
    isHtml: boolean
    allowAnyNamespaceForNoPrefix: boolean
  }): XPathResult<Node>
}

/** The part of the library that its own types leave out. */
interface Library {
  parse(text: string): XPathExpression & { readonly expression: object }
  readonly FunctionCall: abstract new () => { readonly functionName: string }
  readonly VariableReference: abstract new () => { readonly variable: string }
  readonly FunctionResolver: new () => { readonly functions: Record<string, unknown> }
}
const { default: xpath } = library as unknown as { default: Library }

/** Compiles an expression. @throws SyntaxError that says what is wrong, unknown functions and variables included */
export function compileXPath(text: string): XPathExpression {
  const parsed = parse(text)
  const { functions } = new xpath.FunctionResolver()
  for (const part of partsOf(parsed.expression)) {
    if (part instanceof xpath.FunctionCall && !Object.hasOwn(functions, `{}${part.functionName}`)) {
      throw new SyntaxError(`XPath 1.0 has no function ${part.functionName}()`)
    }
    if (part instanceof xpath.VariableReference) {
      throw new SyntaxError(`there is no XPath variable $${part.variable}; write \${${part.variable}}`)
    }
  }
  return parsed
}

function parse(text: string) {
  try {
    return xpath.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : ''
    throw new SyntaxError(
      reason.startsWith('Unterminated') ? reason : 'not a complete XPath 1.0 expression',
      {
        cause: error,
      },
    )
  }
}

/** The expression's tree, node by node. */
function* partsOf(part: unknown): Generator<object> {
  if (typeof part !== 'object' || part === null) return
  yield part
  for (const value of Object.values(part)) yield* partsOf(value)
}
