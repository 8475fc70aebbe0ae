/** Between which numbers an expression lies, as far as the constants of its file tell. */
import { bare, type Context, constantValue, type Node, pathOf } from './syntax.ts'

type Range = readonly [low: number, high: number]
const unknown: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Lowest and highest value; infinite where nothing is known. */
export function rangeOf(context: Context, expression: Node): Range {
  const node = bare(expression)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? [node.value, node.value] : unknown
    case 'UnaryExpression': {
      const [low, high] = rangeOf(context, node.argument)
      return node.operator === '-' ? [-high, -low] : unknown
    }
    case 'ConditionalExpression':
      return around([rangeOf(context, node.consequent), rangeOf(context, node.alternate)].flat())
    case 'BinaryExpression':
      return computed(node.operator, rangeOf(context, node.left), rangeOf(context, node.right))
    case 'Identifier': {
      const value = constantValue(context, node, node.name)
      return value === undefined ? unknown : rangeOf(context, value)
    }
    case 'CallExpression':
      return calledRange(pathOf(node.callee), () => node.arguments.map(each => rangeOf(context, each)))
    default:
      return unknown
  }
}

const around = (values: readonly number[]): Range => {
  const known = values.filter(value => !Number.isNaN(value))
  return known.length < values.length ? unknown : [Math.min(...known), Math.max(...known)]
}

function computed(operator: string, [low, high]: Range, [otherLow, otherHigh]: Range): Range {
  const corners = [low, high].flatMap(one => [otherLow, otherHigh].map(other => [one, other] as const))
  const each = (combine: (one: number, other: number) => number) =>
    around(corners.map(([one, other]) => combine(one, other)))
  switch (operator) {
    case '+':
      return each((one, other) => one + other)
    case '-':
      return each((one, other) => one - other)
    case '*':
      return each((one, other) => one * other)
    case '/':
      return otherLow <= 0 && otherHigh >= 0 ? unknown : each((one, other) => one / other)
    default:
      return unknown
  }
}

function calledRange(path: string, ranges: () => readonly Range[]): Range {
  const combined = (combine: (...values: number[]) => number): Range => [
    combine(...ranges().map(([low]) => low)),
    combine(...ranges().map(([, high]) => high)),
  ]
  switch (path) {
    case 'Math.random':
      return [0, 1]
    case 'Math.min':
      return combined(Math.min)
    case 'Math.max':
      return combined(Math.max)
    case 'Math.round':
    case 'Math.ceil':
    case 'Math.floor': {
      const [low, high] = ranges()[0] ?? unknown
      return [Math.floor(low), Math.ceil(high)]
    }
    default:
      return unknown
  }
}
