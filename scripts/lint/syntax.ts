/** What both rules on tests read of a program: its nodes and variables, as oxlint hands them to a rule. */
import type { RuleTester } from 'oxlint/plugins-dev'

export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
export type Context = Parameters<Rule['create']>[0]
type Visitor = ReturnType<Rule['create']>
export type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0]
export type Node = Parameters<Context['sourceCode']['getScope']>[0]
type Variable = NonNullable<ReturnType<ReturnType<Context['sourceCode']['getScope']>['set']['get']>>

/** The variable that a name means at this place; undefined for a global one that the file does not declare. */
export function variableOf(context: Context, node: Node, name: string): Variable | undefined {
  for (
    let scope: ReturnType<Context['sourceCode']['getScope']> | null = context.sourceCode.getScope(node);
    scope;
  ) {
    const found = scope.set.get(name)
    if (found !== undefined) return found.defs.length > 0 ? found : undefined
    scope = scope.upper
  }
  return undefined
}

/** The node that declares the variable: a declarator, an import, a function. */
export const declarationOf = (variable: Variable | undefined): Node | undefined =>
  variable?.defs[0]?.node as Node

/** The value of a constant that is declared by its own name; undefined for parameters, patterns and `let`. */
export function constantValue(context: Context, node: Node, name: string): Node | undefined {
  const declarator = declarationOf(variableOf(context, node, name))
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return undefined
  const { parent } = declarator
  return parent?.type === 'VariableDeclaration' && parent.kind === 'const'
    ? (declarator.init ?? undefined)
    : undefined
}

/** A call's name with its path, like `performance.now`; '' where it is computed. */
export function pathOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return ''
  const object = pathOf(node.object)
  return object === '' ? '' : `${object}.${node.property.name}`
}

/** The expression itself, without what only types need. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return bare(node.expression)
    case 'AwaitExpression':
      return bare(node.argument)
    default:
      return node
  }
}

/** All nodes of an expression, itself included. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* within(each)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Whether the file sets the clock itself, so that its times are virtual. */
export const hasFakeTimers = ({ sourceCode }: Context): boolean =>
  /\bvi\.useFakeTimers\(/.test(sourceCode.text)
