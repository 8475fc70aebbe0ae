/** Operators of expressions whose operands are known. */
import type { SyntaxNode } from '@lezer/common'
import type { Access } from './answers.ts'
import { codeAt, type Machine } from './machine.ts'
import { partsOf } from './syntax.ts'
import { textOf } from './texts.ts'
import { rawOf, truthOf, unknown, type Value } from './values.ts'

type Inner = (node: SyntaxNode | null | undefined) => Value

/** Operands of a chain are nested to the left as deep as it is long. */
export function binary(machine: Machine, node: SyntaxNode, inner: Inner): Value {
  const chain: { readonly operator: string; readonly operand: SyntaxNode | undefined }[] = []
  let first: SyntaxNode | undefined = node
  while (first?.name === 'BinaryExpression') {
    const [left, operator, right]: (SyntaxNode | undefined)[] = partsOf(first)
    chain.unshift({ operator: operator === undefined ? '' : codeAt(machine, operator), operand: right })
    first = left
  }
  let value = inner(first)
  for (const { operator, operand } of chain)
    value = /^(as|satisfies)$/.test(operator) ? value : joined(machine, value, operator, () => inner(operand))
  return value
}

function joined(machine: Machine, left: Value, operator: string, operand: () => Value): Value {
  if (operator === '||' || operator === '??') return orElse(machine, left, operand, operator)
  if (operator === '&&') {
    const truth = truthOf(left)
    return truth === null ? unknown : truth ? operand() : left
  }
  const right = operand()
  if (left.kind === 'number' && right.kind === 'number') return calculated(left.value, operator, right.value)
  if (left.kind === 'drawn' || right.kind === 'drawn') {
    const drawn = drawnFrom(left, operator, right)
    if (drawn !== null) return drawn
  }
  if (operator === '+') return concatenated(machine, left, right)
  const [one, other] = [rawOf(left), rawOf(right)]
  if (one === null || other === null || !/^[!=]==?$/.test(operator)) return unknown
  return { kind: 'boolean', value: (one === other) !== operator.startsWith('!') }
}

/** A variable with the value that it has if nobody gives it another. */
function orElse(machine: Machine, left: Value, operand: () => Value, operator: string): Value {
  if (left.kind === 'text' && left.variable !== undefined && left.raw === null) {
    const raw = rawOf(operand())
    if (raw === null) return left
    machine.recording.variable(left.variable, raw)
    return { ...left, raw }
  }
  if (operator === '??') return left.kind === 'nothing' ? operand() : left.kind === 'unknown' ? unknown : left
  const truth = truthOf(left)
  // `match[1] || match[0]`
  if (left.kind === 'answer') return isInPattern(left.access) ? left : operand()
  return truth === null ? unknown : truth ? left : operand()
}

/** Whether a response can have it: the group of a match is one of its pattern. */
function isInPattern(access: Access): boolean {
  if (access.of !== 'match') return true
  const groups = access.pattern.replaceAll(/\\./g, '').match(/\((?!\?(?!<[^=!]))/g)?.length ?? 0
  return (access.group ?? 0) <= groups
}

function calculated(left: number, operator: string, right: number): Value {
  const number = (value: number): Value => ({ kind: 'number', value })
  const boolean = (value: boolean): Value => ({ kind: 'boolean', value })
  switch (operator) {
    case '+':
      return number(left + right)
    case '-':
      return number(left - right)
    case '*':
      return number(left * right)
    case '/':
      return number(left / right)
    case '%':
      return number(left % right)
    case '<':
      return boolean(left < right)
    case '<=':
      return boolean(left <= right)
    case '>':
      return boolean(left > right)
    case '>=':
      return boolean(left >= right)
    case '==':
    case '===':
      return boolean(left === right)
    case '!=':
    case '!==':
      return boolean(left !== right)
    default:
      return unknown
  }
}

/** A drawn number moved or stretched by a constant; it is no whole number any more. */
function drawnFrom(left: Value, operator: string, right: Value): Value | null {
  const [drawn, constant] = left.kind === 'drawn' ? [left, right] : [right, left]
  if (drawn.kind !== 'drawn' || constant.kind !== 'number' || constant.value < 0) return null
  const { value } = constant
  const isSwapped = left.kind !== 'drawn'
  if (operator === '+') return { ...drawn, text: null, min: drawn.min + value, max: drawn.max + value }
  if (operator === '*') return { ...drawn, text: null, min: drawn.min * value, max: drawn.max * value }
  if (operator === '/' && !isSwapped && value > 0)
    return { ...drawn, text: null, min: drawn.min / value, max: drawn.max / value }
  return null
}

function concatenated(machine: Machine, left: Value, right: Value): Value {
  const [one, other] = [textOf(machine, left), textOf(machine, right)]
  if (one === null || other === null) return unknown
  const plain = (value: Value) =>
    value.kind === 'text' && value.variable !== undefined ? null : rawOf(value)
  const [first, second] = [plain(left), plain(right)]
  return { kind: 'text', text: one + other, raw: first === null || second === null ? null : first + second }
}

export function unary(machine: Machine, node: SyntaxNode, inner: Inner): Value {
  const [operator, operand] = partsOf(node)
  const value = inner(operand)
  const sign = operator === undefined ? '' : codeAt(machine, operator)
  if (sign === '!') {
    const truth = truthOf(value)
    return truth === null ? unknown : { kind: 'boolean', value: !truth }
  }
  if (value.kind !== 'number' || (sign !== '-' && sign !== '+')) return unknown
  return { kind: 'number', value: sign === '-' ? -value.value : value.value }
}
