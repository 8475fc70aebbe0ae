/** Finds what an expression of a script stands for without running it: constants, texts with variables, parts of responses. */
import type { SyntaxNode } from '@lezer/common'
import { textOfString, textOfTemplate } from '@pone/plan/code/string-literals.ts'
import { calledOn, memberOf } from './answers.ts'
import { calledNatively, newNatively } from './functions.ts'
import { codeAt, type Machine, textValue } from './machine.ts'
import { calledOnAddress, calledOnForm, memberOfAddress } from './made-objects.ts'
import { binary, unary } from './operators.ts'
import { argumentsOf, elementsOf, isFunction, partsOf } from './syntax.ts'
import { textOf } from './texts.ts'
import { nothing, rawOf, type Scope, truthOf, unknown, type Value } from './values.ts'

export function evaluated(machine: Machine, node: SyntaxNode, scope: Scope): Value {
  const inner = (each: SyntaxNode | null | undefined): Value =>
    each === null || each === undefined ? unknown : machine.evaluate(each, scope)
  if (isFunction(node)) return { kind: 'function', node, scope }
  switch (node.name) {
    case 'String':
      return textValue(machine, textOfString(codeAt(machine, node)))
    case 'TemplateString':
      return templateText(machine, node, inner)
    case 'TaggedTemplateExpression': {
      const template = node.getChild('TemplateString')
      const tag = inner(node.firstChild)
      return tag.kind === 'native' && tag.name === 'http.url' ? inner(template) : unknown
    }
    case 'Number': {
      const value = Number(codeAt(machine, node).replaceAll('_', ''))
      return Number.isNaN(value) ? unknown : { kind: 'number', value }
    }
    case 'BooleanLiteral':
      return { kind: 'boolean', value: codeAt(machine, node) === 'true' }
    case 'null':
      return nothing
    case 'RegExp': {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(codeAt(machine, node)) ?? []
      return /[imsy]/.test(flags) ? unknown : { kind: 'pattern', source }
    }
    case 'VariableName':
      return named(machine, codeAt(machine, node), scope)
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
    case 'NonNullExpression':
      return inner(partsOf(node, ['(', ')', 'await', 'LogicOp'])[0])
    case 'BinaryExpression':
      return binary(machine, node, inner)
    case 'UnaryExpression':
      return unary(machine, node, inner)
    case 'ConditionalExpression':
      return chosen(node, inner)
    case 'ArrayExpression':
      return listOf(node, inner)
    case 'ObjectExpression':
      return fieldsIn(machine, node, inner, scope)
    case 'MemberExpression':
      return member(machine, node, inner)
    case 'CallExpression':
      return called(machine, node, inner)
    case 'NewExpression':
      return newNatively(machine, inner(partsOf(node, ['new'])[0]), argumentsOf(node).map(inner), node)
    default:
      return unknown
  }
}

function chosen(node: SyntaxNode, inner: Inner): Value {
  const [condition, , one, , other] = partsOf(node)
  const decides = inner(condition)
  const truth = truthOf(decides)
  if (truth !== null) return inner(truth ? one : other)
  // `match ? match[1] : null`: an extractor gives a value that is found.
  return decides.kind === 'answer' && inner(other).kind === 'nothing' ? inner(one) : unknown
}

export type Inner = (node: SyntaxNode | null | undefined) => Value

function named(machine: Machine, name: string, scope: Scope): Value {
  const known = scope.get(name)
  if (known !== null) return known
  if (name === 'undefined') return nothing
  const isNumber = { kind: 'text', raw: null, isNumber: true } as const
  if (name === '__VU') return { ...isNumber, text: machine.recording.computed('${threadId()}') }
  // Iterations of k6 count from 0.
  if (name === '__ITER')
    return { ...isNumber, text: machine.recording.computed('${subtract(${iteration()}, 1)}') }
  return { kind: 'native', name }
}

/** A text with values in it. */
function templateText(machine: Machine, node: SyntaxNode, inner: Inner): Value {
  let text = ''
  let raw: string | null = ''
  let at = node.from + 1
  const add = (to: number) => {
    const part = textOfTemplate(`\`${machine.text.slice(at, to)}\``)
    text += machine.recording.literal(part)
    raw = raw === null ? null : raw + part
  }
  for (const part of node.getChildren('Interpolation')) {
    add(part.from)
    const value = inner(partsOf(part, ['InterpolationStart', 'InterpolationEnd'])[0])
    const own = textOf(machine, value)
    if (own === null) return unknown
    const isPlain = (value.kind === 'text' && value.variable === undefined) || value.kind === 'number'
    const literal = isPlain ? rawOf(value) : null
    raw = raw === null || literal === null ? null : raw + literal
    text += own
    at = part.to
  }
  add(node.to - 1)
  return { kind: 'text', text, raw }
}

function listOf(node: SyntaxNode, inner: Inner): Value {
  const items: Value[] = []
  const parts = elementsOf(node)
  for (let at = 0; at < parts.length; at++) {
    if (parts[at]?.name !== 'Spread') {
      items.push(inner(parts[at]))
      continue
    }
    const spread = inner(parts[++at])
    if (spread.kind !== 'list') return unknown
    items.push(...spread.items)
  }
  return { kind: 'list', items }
}

function fieldsIn(machine: Machine, node: SyntaxNode, inner: Inner, scope: Scope): Value {
  const fields = new Map<string, Value>()
  for (const property of elementsOf(node)) {
    const parts = partsOf(property, [':'])
    const [key, value] = parts
    if (key === undefined) continue
    if (key.name === 'Spread') {
      const spread = inner(value)
      if (spread.kind !== 'fields') return unknown
      for (const [name, each] of spread.fields) fields.set(name, each)
    } else if (key.name === '[') {
      const name = rawOf(inner(value))
      if (name === null) return unknown
      fields.set(name, inner(parts[3]))
    } else if (property.getChild('ParamList') !== null) {
      fields.set(keyOf(machine, key), { kind: 'function', node: property, scope })
    } else {
      const name = keyOf(machine, key)
      fields.set(name, value === undefined ? named(machine, name, scope) : inner(value))
    }
  }
  return { kind: 'fields', fields }
}

const keyOf = (machine: Machine, key: SyntaxNode): string =>
  key.name === 'String' ? textOfString(codeAt(machine, key)) : codeAt(machine, key)

/** `object.key` and `object[key]`. */
function member(machine: Machine, node: SyntaxNode, inner: Inner): Value {
  const [object, ...rest] = partsOf(node, ['.', '?.', '[', ']'])
  const of = inner(object)
  const [property] = rest
  const computed = property?.name === 'PropertyName' ? null : inner(property)
  const key = computed === null ? (property === undefined ? '' : codeAt(machine, property)) : rawOf(computed)
  return key === null ? unknown : memberValue(machine, of, key)
}

function memberValue(machine: Machine, of: Value, key: string): Value {
  switch (of.kind) {
    case 'native':
      if (of.name === '__ENV')
        return { kind: 'text', raw: null, text: machine.recording.variable(key, null), variable: key }
      return { kind: 'native', name: `${of.name}.${key}` }
    case 'fields':
      return of.fields.get(key) ?? nothing
    case 'list':
      return key === 'length'
        ? { kind: 'number', value: of.items.length }
        : (of.items[Number(key)] ?? (/^\d+$/.test(key) ? nothing : unknown))
    case 'answer': {
      const access = memberOf(of.access, key)
      return access === null ? unknown : { ...of, access, name: '' }
    }
    case 'address':
      return memberOfAddress(of, key)
    case 'form':
      return key === 'boundary' ? textValue(machine, 'boundary') : unknown
    default:
      return unknown
  }
}

function called(machine: Machine, node: SyntaxNode, inner: Inner): Value {
  const callee = node.firstChild
  if (callee === null) return unknown
  const args = argumentsOf(node).map(inner)
  if (callee.name === 'MemberExpression') {
    const [object, property] = partsOf(callee, ['.', '?.', '[', ']'])
    const of = inner(object)
    const method = property === undefined ? '' : codeAt(machine, property)
    if (of.kind === 'answer') {
      const access = answered(of, method, args)
      return access === null ? unknown : { ...of, access, name: '' }
    }
    if (of.kind === 'address') return calledOnAddress(machine, of, method, args)
    if (of.kind === 'form') return calledOnForm(machine, of, method, args)
    if (of.kind === 'pattern' && method === 'exec') return matched(of, args)
    if (of.kind === 'native') return calledNatively(machine, memberValue(machine, of, method), args, node)
    if (of.kind !== 'fields') return calledOnConstant(machine, of, method, args)
  }
  const target = inner(callee)
  if (target.kind === 'function') return machine.call(target, args)
  return calledNatively(machine, target, args, node)
}

/** `pattern.exec(response.body)` */
function matched({ source }: Extract<Value, { kind: 'pattern' }>, [of]: readonly Value[]): Value {
  if (of?.kind !== 'answer' || of.access.of !== 'body') return unknown
  return { ...of, access: { of: 'match', pattern: source, group: null }, name: '' }
}

function answered(of: Extract<Value, { kind: 'answer' }>, method: string, args: readonly Value[]) {
  const [first] = args
  if (of.access.of === 'body' && method === 'match' && first?.kind === 'pattern')
    return { of: 'match', pattern: first.source, group: null } as const
  const argument = first === undefined ? null : rawOf(first)
  return first !== undefined && argument === null ? null : calledOn(of.access, method, argument)
}

/** Methods of texts and lists that need no run. */
function calledOnConstant(machine: Machine, of: Value, method: string, args: readonly Value[]): Value {
  if (method === 'toString') return of
  if (of.kind === 'list' && method === 'forEach') {
    const [each] = args
    if (each?.kind !== 'function') return unknown
    for (const [at, item] of of.items.entries()) machine.call(each, [item, { kind: 'number', value: at }])
    return nothing
  }
  const separator = rawOf(args[0] ?? textValue(machine, ','))
  if (of.kind !== 'list' || method !== 'join' || separator === null) return unknown
  const texts = of.items.map(item => textOf(machine, item))
  if (texts.includes(null)) return unknown
  const isRaw = of.items.every(item => rawOf(item) !== null)
  const raw = isRaw ? of.items.map(rawOf).join(separator) : null
  return { kind: 'text', text: texts.join(machine.recording.literal(separator)), raw }
}
