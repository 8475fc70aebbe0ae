/** Which values of a test are durations that a clock measured. */
import { bare, type Context, declarationOf, type Node, pathOf, variableOf } from './syntax.ts'
import { rangeOf } from './value-range.ts'

const clocks = /^((globalThis\.)?performance\.now|Date\.now|process\.(hrtime(\.bigint)?|uptime))$/
/** With the earlier reading as their argument they give a difference. */
const differences = /^process\.(hrtime|cpuUsage|threadCpuUsage)$/
const combining = /^(Math\.(abs|max|min|round|floor|ceil)|Number|BigInt)$/
/** Names that results have for how long they took. */
const durations = /^((duration|took|elapsed)(Ms|Us|Seconds)?|durations)$/

/** Whether the expression is a difference of readings of a clock, or computed of such. */
export function isMeasured(context: Context, expression: Node): boolean {
  const node = bare(expression)
  const any = (nodes: readonly Node[]) => nodes.some(each => isMeasured(context, each))
  switch (node.type) {
    case 'BinaryExpression': {
      const sides: Node[] = [node.left, node.right]
      if (node.operator === '-' && isSpan(context, node.left, node.right)) return true
      return /^[-+*/]$/.test(node.operator) && any(sides)
    }
    case 'LogicalExpression':
      return any([node.left, node.right])
    case 'ConditionalExpression':
      return any([node.consequent, node.alternate])
    case 'SpreadElement':
      return any([node.argument])
    case 'CallExpression':
      return combining.test(pathOf(node.callee)) ? any(node.arguments) : isDifference(node)
    case 'MemberExpression':
      return isMeasuredPart(context, node)
    case 'Identifier':
      return isMeasuredName(context, node, node.name)
    default:
      return false
  }
}

/** Also what is late by the present time; an earlier reading less a constant is only another instant. */
function isSpan(context: Context, left: Node, right: Node): boolean {
  if (isReading(context, right)) return true
  if (!isReading(context, left)) return false
  const [low, high] = rangeOf(context, right)
  return bare(left).type !== 'Identifier' || low !== high
}

const isDifference = (node: Node): boolean =>
  node.type === 'CallExpression' && node.arguments.length > 0 && differences.test(pathOf(node.callee))

function isMeasuredPart(context: Context, node: Node & { type: 'MemberExpression' }): boolean {
  const object = bare(node.object)
  const root = rootOf(object)
  const value = root?.type === 'Identifier' ? initOf(context, root, root.name) : root
  if (value?.type === 'CallExpression' && pathOf(value.callee) === 'monitorEventLoopDelay') return true
  if (value !== undefined && (isDifference(value) || isMeasured(context, value))) return true
  const name = nameOf(node.property)
  return name !== undefined && durations.test(name) && !isLiteral(value)
}

const rootOf = (node: Node): Node => (node.type === 'MemberExpression' ? rootOf(bare(node.object)) : node)

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

const isLiteral = (node: Node | undefined): boolean =>
  node?.type === 'ObjectExpression' || node?.type === 'ArrayExpression'

/** The expression that a name stands for, also when it is taken out of it by a pattern. */
function initOf(context: Context, node: Node, name: string): Node | undefined {
  const declarator = declarationOf(variableOf(context, node, name))
  return declarator?.type === 'VariableDeclarator' && declarator.init ? bare(declarator.init) : undefined
}

function isMeasuredName(context: Context, node: Node, name: string): boolean {
  const declarator = declarationOf(variableOf(context, node, name))
  if (declarator?.type !== 'VariableDeclarator') return false
  const init = declarator.init ? bare(declarator.init) : undefined
  if (declarator.id.type === 'Identifier') return init !== undefined && isMeasured(context, init)
  if (declarator.id.type !== 'ObjectPattern') return false
  if (init !== undefined && isDifference(init)) return true
  return durations.test(name) && !isLiteral(init)
}

/** Whether the expression is the present time by a clock, or a constant that was read from one. */
function isReading(context: Context, expression: Node): boolean {
  const node = bare(expression)
  if (node.type === 'CallExpression')
    return (
      clocks.test(pathOf(node.callee)) ||
      (combining.test(pathOf(node.callee)) && node.arguments.some(each => isReading(context, each)))
    )
  if (node.type !== 'Identifier') return false
  const declarator = declarationOf(variableOf(context, node, node.name))
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false
  return declarator.init ? isReading(context, declarator.init) : false
}
