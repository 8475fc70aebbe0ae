/** Follows the statements of a script as far as their order is certain, without running it. */
import type { SyntaxNode } from '@lezer/common'
import type { ScriptRecording } from '../script/script-recording.ts'
import { memberOf } from './answers.ts'
import { evaluated } from './evaluator.ts'
import { Budget, codeAt, leaveUnknown, type Machine } from './machine.ts'
import { elementsOf, isFunction, partsOf } from './syntax.ts'
import { type FunctionValue, nothing, rawOf, Scope, truthOf, unknown, type Value } from './values.ts'

/** Passes of a loop over constants that are followed one by one. */
const maxPasses = 100

/** Of a statement that ends its function. */
interface Returned {
  readonly value: Value
}

export class Interpreter implements Machine {
  readonly text: string
  readonly recording: ScriptRecording
  readonly budget: Budget
  unknownNode: SyntaxNode | null = null

  constructor(text: string, recording: ScriptRecording) {
    this.text = text
    this.recording = recording
    this.budget = new Budget(recording)
  }

  evaluate(node: SyntaxNode, scope: Scope): Value {
    const value = this.budget.within<Value>(node, () => evaluated(this, node, scope), unknown)
    if (value.kind === 'unknown') this.unknownNode ??= node
    return value
  }

  call({ node, scope: outer }: FunctionValue, args: readonly Value[]): Value {
    const scope = new Scope(outer)
    const parameters = elementsOf(node.getChild('ParamList') ?? node)
    let at = 0
    for (const [index, parameter] of parameters.entries()) {
      const before = parameters[index - 1]
      if (parameter.name === 'Equals' || before?.name === 'Equals') continue
      const byDefault = parameters[index + 1]?.name === 'Equals' ? parameters[index + 2] : undefined
      const given = args[at++]
      const value = given ?? (byDefault === undefined ? nothing : this.evaluate(byDefault, scope))
      this.#bind(parameter, value, scope)
    }
    const block = node.getChild('Block')
    if (block !== null) return this.#run(elementsOf(block), scope)?.value ?? nothing
    const body = node.lastChild
    return body === null ? nothing : this.evaluate(body, scope)
  }

  /** Statements in their order, functions first. */
  #run(statements: readonly SyntaxNode[], scope: Scope): Returned | null {
    for (const node of statements) if (node.name === 'FunctionDeclaration') this.declareFunction(node, scope)
    for (const statement of statements) {
      this.unknownNode = null
      const returned = this.budget.within<Returned | null>(
        statement,
        () => this.follow(statement, scope),
        null,
      )
      if (returned !== null) return returned
    }
    return null
  }

  declareFunction(node: SyntaxNode, scope: Scope): void {
    const name = node.getChild('VariableDefinition')
    if (name !== null) scope.declare(codeAt(this, name), { kind: 'function', node, scope })
  }

  follow(node: SyntaxNode, scope: Scope): Returned | null {
    switch (node.name) {
      case 'VariableDeclaration':
        this.declare(node, scope)
        return null
      case 'ExpressionStatement':
        this.#express(partsOf(node)[0], scope)
        return null
      case 'ReturnStatement': {
        const [value] = partsOf(node, ['return'])
        return { value: value === undefined ? nothing : this.evaluate(value, scope) }
      }
      case 'Block':
        return this.#run(elementsOf(node), new Scope(scope))
      case 'IfStatement':
        return this.#branch(node, scope)
      case 'ForStatement':
        return this.#loop(node, scope)
      case 'WhileStatement':
      case 'DoStatement':
        return this.#once(node, scope)
      case 'TryStatement': {
        const block = node.getChild('Block')
        return block === null ? null : this.follow(block, scope)
      }
      case 'FunctionDeclaration':
      case 'TypeAliasDeclaration':
      case 'InterfaceDeclaration':
        return null
      default:
        this.recording.leave(node.from, 'computed', { code: this.recording.codeOf(node) })
        return null
    }
  }

  declare(node: SyntaxNode, scope: Scope): void {
    const parts = partsOf(node, ['const', 'let', 'var'])
    for (const [index, part] of parts.entries()) {
      if (part.name === 'Equals' || parts[index - 1]?.name === 'Equals') continue
      const value = parts[index + 1]?.name === 'Equals' ? parts[index + 2] : undefined
      this.#bind(part, value === undefined ? nothing : this.evaluate(value, scope), scope)
    }
  }

  #bind(target: SyntaxNode, value: Value, scope: Scope): void {
    if (target.name === 'VariableDefinition') {
      const name = codeAt(this, target)
      return scope.declare(name, named(name, value, scope))
    }
    if (target.name === 'ArrayPattern') return this.#bindItems(target, value, scope)
    for (const part of elementsOf(target)) {
      const [key, inner = key] = partsOf(part, [':'])
      if (key !== undefined && inner !== undefined) this.#bind(inner, partOf(value, codeAt(this, key)), scope)
    }
  }

  /** Items may be left out. */
  #bindItems(target: SyntaxNode, value: Value, scope: Scope): void {
    let at = 0
    for (let part = target.firstChild; part !== null; part = part.nextSibling)
      if (part.name === ',') at += 1
      else if (part.name !== '[' && part.name !== ']') this.#bind(part, partOf(value, String(at)), scope)
  }

  #express(node: SyntaxNode | undefined, scope: Scope): void {
    if (node === undefined) return
    if (node.name === 'AssignmentExpression') return this.#assign(node, scope)
    const { requests } = this.recording
    const value = this.evaluate(node, scope)
    const isCheck = /^(?:\w+\.)?check\(/.test(codeAt(this, node))
    if (value.kind === 'unknown' && !isCheck && requests === this.recording.requests)
      leaveUnknown(this, node, 'computed')
  }

  #assign(node: SyntaxNode, scope: Scope): void {
    const [target, operator, source] = partsOf(node)
    if (target === undefined || operator === undefined || source === undefined) return
    const value = operator.name === 'Equals' ? this.evaluate(source, scope) : this.evaluate(node, scope)
    if (target.name === 'VariableName') {
      const name = codeAt(this, target)
      return scope.assign(name, named(name, value, scope))
    }
    const [object, property] = partsOf(target, ['.', '[', ']'])
    const of = object === undefined ? unknown : this.evaluate(object, scope)
    const isName = property?.name === 'PropertyName'
    const key =
      property === undefined ? null : isName ? codeAt(this, property) : rawOf(this.evaluate(property, scope))
    if (of.kind === 'fields' && key !== null)
      of.fields.set(key, value.kind === 'answer' ? named(key, value, scope) : value)
    // The client names its own boundary.
    else if (of.kind !== 'form' || key !== 'boundary')
      this.recording.leave(node.from, 'computed', { code: this.recording.codeOf(node) })
  }

  #branch(node: SyntaxNode, scope: Scope): Returned | null {
    const [condition, one, other] = partsOf(node, ['if', 'else'])
    if (condition === undefined) return null
    const truth = truthOf(this.evaluate(condition, scope))
    if (truth === true && one !== undefined) return this.follow(one, scope)
    if (truth === false) return other === undefined ? null : this.follow(other, scope)
    const [inner = condition] = elementsOf(condition)
    this.recording.leave(node.from, 'condition', { code: this.recording.codeOf(inner) })
    return null
  }

  #loop(node: SyntaxNode, scope: Scope): Returned | null {
    const spec = node.getChild('ForSpec')
    const body = node.lastChild
    const of = node.getChild('ForOfSpec')
    if (body === null) return null
    if (of !== null) {
      const [target, source] = partsOf(of, ['(', ')', 'const', 'let', 'var', 'of'])
      const items = source === undefined ? unknown : this.evaluate(source, scope)
      if (target === undefined || items.kind !== 'list' || items.items.length > maxPasses)
        return this.#once(node, scope)
      for (const item of items.items) {
        const inner = new Scope(scope)
        this.#bind(target, item, inner)
        const returned = this.follow(body, inner)
        if (returned !== null) return returned
      }
      return null
    }
    const counted = spec === null ? null : this.#counted(spec, body, scope)
    if (counted === null) return this.#once(node, scope)
    if (counted.isUsed) {
      for (const count of counted.values) {
        const inner = new Scope(scope)
        inner.declare(counted.name, { kind: 'number', value: count })
        const returned = this.follow(body, inner)
        if (returned !== null) return returned
      }
      return null
    }
    this.recording.enter('', { kind: 'loop', count: counted.values.length })
    const returned = this.follow(body, new Scope(scope))
    this.recording.leaveLast()
    return returned
  }

  /** Of `for (let i = 0; i < 3; i++)` with constants; null for others. */
  #counted(spec: SyntaxNode, body: SyntaxNode, scope: Scope) {
    const code = codeAt(this, spec)
    const [, name = '', from = ''] = /^\(\s*(?:let|var)\s+(\w+)\s*=\s*(\d+)\s*;/.exec(code) ?? []
    const step = new RegExp(`;\\s*(?:${name}\\+\\+|\\+\\+${name}|${name}\\s*\\+=\\s*1)\\s*\\)$`).test(code)
    const condition = spec.getChild('BinaryExpression')
    const [left, operator, right] = condition === null ? [] : partsOf(condition)
    if (name === '' || !step || left === undefined || operator === undefined || right === undefined)
      return null
    const limit = this.evaluate(right, scope)
    const sign = codeAt(this, operator)
    if (codeAt(this, left) !== name || limit.kind !== 'number' || !/^<=?$/.test(sign)) return null
    const count =
      Math.ceil(limit.value) - Number(from) + (sign === '<=' && Number.isInteger(limit.value) ? 1 : 0)
    const isUsed = new RegExp(`\\b${name}\\b`).test(codeAt(this, body))
    if (isUsed ? count > maxPasses : count > 1_000_000) return null
    return { name, isUsed, values: Array.from({ length: Math.max(0, count) }, (_, at) => Number(from) + at) }
  }

  /** What only a run repeats is followed once. */
  #once(node: SyntaxNode, scope: Scope): Returned | null {
    const body = node.getChild('Block') ?? node.lastChild
    const { requests } = this.recording
    const returned = body === null || isFunction(body) ? null : this.follow(body, scope)
    const hasRequests = this.recording.requests > requests
    if (hasRequests) this.recording.leave(node.from, 'unknownLoop')
    else this.recording.leave(node.from, 'computed', { code: this.recording.codeOf(node) })
    return returned
  }
}

/** A value with the name that the script gives it; constants of the module become variables. */
function named(name: string, value: Value, scope: Scope): Value {
  if (value.kind === 'answer' && value.name === '' && value.access.of !== 'response')
    return { ...value, name }
  const isConstant = value.kind === 'text' && value.raw !== null && value.variable === undefined
  return isConstant && scope.isOfModule && /^[A-Za-z_]\w{0,63}$/.test(name)
    ? { ...value, variable: name }
    : value
}

function partOf(value: Value, key: string): Value {
  if (value.kind === 'fields') return value.fields.get(key) ?? nothing
  if (value.kind === 'list') return value.items[Number(key)] ?? nothing
  if (value.kind === 'native') return { kind: 'native', name: `${value.name}.${key}` }
  const access = value.kind === 'answer' ? memberOf(value.access, key) : null
  return value.kind === 'answer' && access !== null ? { ...value, access, name: '' } : unknown
}
