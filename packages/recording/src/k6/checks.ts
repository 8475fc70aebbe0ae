/** Conditions on a response that `check` tests, as checkpoints. A condition of which a part has no counterpart is left as a whole. */
import type { SyntaxNode } from '@lezer/common'
import type { CheckRule } from '../script/script-recording.ts'
import { checkedOf } from './answers.ts'
import { codeAt, type Machine } from './machine.ts'
import { argumentsOf, elementsOf, partsOf } from './syntax.ts'
import { type AnswerValue, type FunctionValue, fieldsOf, rawOf, Scope, type Value } from './values.ts'

type Operator = CheckRule['operator']

/** @param node of the call */
export function readChecks(machine: Machine, value: Value, checks: Value, node: SyntaxNode): void {
  const { recording } = machine
  if (checks.kind !== 'fields' || value.kind !== 'answer')
    return recording.leave(node.from, 'scriptCheck', { name: recording.codeOf(node) })
  for (const [name, condition] of fieldsOf(checks)) {
    const rules = condition.kind === 'function' ? rulesOf(machine, condition, value) : null
    const at = condition.kind === 'function' ? condition.node.from : node.from
    if (rules === null) recording.leave(at, 'scriptCheck', { name: name.slice(0, 100) })
    for (const rule of rules ?? []) add(machine, value.request, rule)
  }
}

function add({ recording }: Machine, request: number, rule: CheckRule): void {
  const { source, operator, expected } = rule
  if (source === 'status' && operator === 'equals') recording.expectStatus(request, Number(expected))
  else recording.check(request, rule)
}

/** Of a function that returns one condition of its parameter. */
function rulesOf(machine: Machine, { node, scope }: FunctionValue, answer: AnswerValue): CheckRule[] | null {
  const { declarations, condition } = bodyOf(node)
  if (condition === null) return null
  const inner = new Scope(scope)
  const [parameter] = elementsOf(node.getChild('ParamList') ?? node)
  if (parameter?.name === 'VariableDefinition') inner.declare(codeAt(machine, parameter), answer)
  for (const declaration of declarations) machine.declare(declaration, inner)
  return new Conditions(machine, inner).rulesOf(condition)
}

interface ConditionBody {
  readonly declarations: readonly SyntaxNode[]
  /** null of a function that does more than declare names and return a value. */
  readonly condition: SyntaxNode | null
}

function bodyOf(node: SyntaxNode): ConditionBody {
  const block = node.getChild('Block')
  if (block === null)
    return { declarations: [], condition: node.name === 'ArrowFunction' ? node.lastChild : null }
  const declarations = elementsOf(block)
  const last = declarations.pop()
  const isPlain = last?.name === 'ReturnStatement' && declarations.every(isDeclaration)
  return { declarations, condition: (isPlain ? partsOf(last, ['return'])[0] : undefined) ?? null }
}

const isDeclaration = ({ name }: SyntaxNode): boolean => name === 'VariableDeclaration'

const turned: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const operators: Readonly<Record<string, Operator | undefined>> = {
  '==': 'equals',
  '===': 'equals',
  '!=': 'notEquals',
  '!==': 'notEquals',
  '<': 'less',
  '<=': 'lessOrEqual',
  '>': 'greater',
  '>=': 'greaterOrEqual',
}

const methods = ['includes', 'indexOf', 'test', 'some', 'startsWith', 'endsWith']

class Conditions {
  readonly #machine: Machine
  readonly #scope: Scope

  constructor(machine: Machine, scope: Scope) {
    this.#machine = machine
    this.#scope = scope
  }

  rulesOf(node: SyntaxNode): CheckRule[] | null {
    return this.#machine.budget.within(node, () => this.#rulesOf(node), null)
  }

  #rulesOf(node: SyntaxNode): CheckRule[] | null {
    if (node.name === 'ParenthesizedExpression') {
      const [inner] = elementsOf(node)
      return inner === undefined ? null : this.rulesOf(inner)
    }
    if (node.name === 'BinaryExpression') return this.#compared(node)
    if (node.name === 'UnaryExpression')
      return negated(this.rulesOf(partsOf(node)[1] ?? node.lastChild ?? node))
    if (node.name === 'CallExpression') {
      const rule = this.#called(node)
      if (rule !== null) return [rule]
    }
    const value = this.#machine.evaluate(node, this.#scope)
    const checked = value.kind === 'answer' ? checkedOf(value.access) : null
    if (value.kind === 'answer' && value.access.of === 'match')
      return [{ source: 'regex', expression: value.access.pattern, operator: 'exists', expected: '' }]
    return checked === null ? null : [{ ...checked, operator: 'exists', expected: '' }]
  }

  #compared(node: SyntaxNode): CheckRule[] | null {
    const [left, sign, right] = partsOf(node)
    if (left === undefined || sign === undefined || right === undefined) return null
    const operator = codeAt(this.#machine, sign)
    if (operator === '&&') {
      const [one, other] = [this.rulesOf(left), this.rulesOf(right)]
      return one === null || other === null ? null : [...one, ...other]
    }
    if (operator === '||') return eitherStatus(this.rulesOf(left), this.rulesOf(right))
    const position = this.#position(left, operator, right)
    if (position !== null) return [position]
    const [one, other] = [left, right].map(each => this.#machine.evaluate(each, this.#scope))
    if (one?.kind === 'answer' && other !== undefined) return ruleFor(one, operator, other)
    if (other?.kind !== 'answer' || one === undefined) return null
    return ruleFor(other, turned[operator] ?? operator, one)
  }

  /** `r.body.indexOf('x') !== -1` and such. */
  #position(left: SyntaxNode, operator: string, right: SyntaxNode): CheckRule | null {
    const called = left.name === 'CallExpression' ? this.#methodOf(left) : null
    if (called?.method !== 'indexOf') return null
    const code = `${operator} ${codeAt(this.#machine, right)}`
    const isFound = /^(!==? -1|> -1|>= 0)$/.test(code)
    if (!isFound && !/^(===? -1|< 0)$/.test(code)) return null
    return containing(called.of, called.argument, isFound ? 'contains' : 'notContains')
  }

  /** `r.body.includes('x')`, `/x/.test(r.body)` and such. */
  #called(node: SyntaxNode): CheckRule | null {
    const called = this.#methodOf(node)
    if (called === null) return null
    const { of, method, argument } = called
    if (method === 'includes') return containing(of, argument, 'contains')
    if (method === 'some') return this.#some(of, argument)
    if (method === 'startsWith' || method === 'endsWith') return bordered(of, method, argument)
    const isBody = argument?.kind === 'answer' && argument.access.of === 'body'
    if (method !== 'test' || of.kind !== 'pattern' || !isBody) return null
    return { source: 'regex', expression: of.source, operator: 'exists', expected: '' }
  }

  /** `jsonpath.query(r.json(), '$.a').some(value => value === 'x')` */
  #some(of: Value, argument: Value | undefined): CheckRule | null {
    if (of.kind !== 'answer' || of.access.of !== 'found' || argument?.kind !== 'function') return null
    const first = { ...of, access: { of: 'json', path: of.access.path } } as const
    const [rule, ...more] = rulesOf(this.#machine, argument, first) ?? []
    return more.length === 0 && rule?.operator === 'equals' ? rule : null
  }

  #methodOf(node: SyntaxNode) {
    const callee = node.firstChild
    if (callee?.name !== 'MemberExpression') return null
    const [object, property] = partsOf(callee, ['.', '?.'])
    if (object === undefined || property?.name !== 'PropertyName') return null
    const method = codeAt(this.#machine, property)
    if (!methods.includes(method)) return null
    const [first] = argumentsOf(node)
    const of = this.#machine.evaluate(object, this.#scope)
    return {
      method,
      of,
      argument: first === undefined ? undefined : this.#machine.evaluate(first, this.#scope),
    }
  }
}

/** What a body begins or ends with. */
function bordered(
  of: Value,
  method: 'startsWith' | 'endsWith',
  argument: Value | undefined,
): CheckRule | null {
  const text = rawOf(argument)
  if (of.kind !== 'answer' || of.access.of !== 'body' || text === null || text === '') return null
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const expression = method === 'startsWith' ? `^${literal}` : `${literal}$`
  return { source: 'regex', expression, operator: 'exists', expected: '' }
}

function containing(of: Value, argument: Value | undefined, operator: Operator): CheckRule | null {
  const checked = of.kind === 'answer' ? checkedOf(of.access) : null
  const expected = rawOf(argument)
  return checked === null || expected === null || expected === '' ? null : { ...checked, operator, expected }
}

function ruleFor({ access }: AnswerValue, sign: string, other: Value): CheckRule[] | null {
  const operator = operators[sign]
  if (operator === undefined) return null
  // A length in characters is known to be a length in bytes only where there is none.
  if (access.of === 'length')
    return other.kind === 'number' && other.value === 0 && (sign === '>' || sign.startsWith('!='))
      ? [{ source: 'size', expression: '', operator: 'greater', expected: '0' }]
      : null
  if (access.of === 'foundCount')
    return other.kind === 'number' && other.value === 0 && (sign === '>' || sign.startsWith('!='))
      ? [{ source: 'jsonPath', expression: access.path, operator: 'exists', expected: '' }]
      : null
  const checked = checkedOf(access)
  if (checked === null) return null
  if (other.kind === 'nothing')
    return operator === 'notEquals' ? [{ ...checked, operator: 'exists', expected: '' }] : null
  const expected = other.kind === 'boolean' ? String(other.value) : rawOf(other)
  if (expected === null) return null
  if (access.of === 'status' && operator === 'equals' && !/^[1-5]\d\d$/.test(expected)) return null
  return [{ ...checked, operator, expected }]
}

const opposites: Partial<Record<Operator, Operator>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  contains: 'notContains',
  notContains: 'contains',
  less: 'greaterOrEqual',
  greaterOrEqual: 'less',
  greater: 'lessOrEqual',
  lessOrEqual: 'greater',
}

function negated(rules: readonly CheckRule[] | null): CheckRule[] | null {
  const [rule, ...more] = rules ?? []
  const operator = rule === undefined ? undefined : opposites[rule.operator]
  return rule === undefined || operator === undefined || more.length > 0 ? null : [{ ...rule, operator }]
}

/** Statuses of which each is right; others fail the request before a checkpoint sees it. */
function eitherStatus(
  one: readonly CheckRule[] | null,
  other: readonly CheckRule[] | null,
): CheckRule[] | null {
  const rules = [...(one ?? []), ...(other ?? [])]
  const statuses = rules.flatMap(({ source, operator, expected }) => {
    if (source !== 'status') return []
    if (operator === 'equals') return expected
    return operator === 'matches' ? (/^\^\(([\d|]+)\)\$$/.exec(expected)?.[1]?.split('|') ?? []) : []
  })
  const isComplete = one?.length === 1 && other?.length === 1 && statuses.length >= rules.length
  if (!isComplete || statuses.some(status => !/^[123]\d\d$/.test(status))) return null
  return [{ source: 'status', expression: '', operator: 'matches', expected: `^(${statuses.join('|')})$` }]
}
