/**
 * Rule: a test waits for a condition, never for 100 ms and more. A timer that lets a target answer late is an input of
 * the test and allowed; what a test awaits is not.
 */
import {
  type Call,
  type Context,
  declarationOf,
  hasFakeTimers,
  type Node,
  pathOf,
  type Rule,
  variableOf,
} from './syntax.ts'
import { rangeOf } from './value-range.ts'

const longestMs = 100
const message =
  'A test must not sleep 100 ms and more: wait for a condition (expect.poll, eventually), or let the target answer late from a timer'

export const noTestSleep: Rule = {
  create(context) {
    if (hasFakeTimers(context)) return {}
    return {
      CallExpression(call) {
        const wait = waitOf(context, call)
        if (wait === undefined) return
        const [, mostMs] = wait === null ? [0, 0] : rangeOf(context, wait)
        if (mostMs >= longestMs) context.report({ message, node: call })
      },
    }
  },
}

/** The length of the wait that a call makes: null when it names none; undefined when it is no wait. */
function waitOf(context: Context, call: Call): Node | null | undefined {
  const { callee } = call
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    if (callee.property.name === 'waitForTimeout') return call.arguments[0] ?? null
    if (pathOf(callee) === 'Atomics.wait') return call.arguments[3] ?? null
    const isOfModule =
      callee.property.name === 'setTimeout' && moduleOf(context, callee.object) === 'timers/promises'
    return isOfModule ? (call.arguments[0] ?? null) : undefined
  }
  if (callee.type !== 'Identifier') return undefined
  const source = moduleOf(context, callee)
  if (source === 'timers/promises')
    return importedName(context, callee) === 'setTimeout' ? (call.arguments[0] ?? null) : undefined
  const isTimer =
    callee.name === 'setTimeout' &&
    (source === 'timers' || variableOf(context, call, callee.name) === undefined)
  const [callback, delay] = call.arguments
  if (!isTimer || callback === undefined || !resolves(context, call, callback)) return undefined
  return delay ?? null
}

/** The module that an imported name comes from, without `node:`. */
function moduleOf(context: Context, node: Node): string | undefined {
  if (node.type !== 'Identifier') return undefined
  const parent = declarationOf(variableOf(context, node, node.name))?.parent
  return parent?.type === 'ImportDeclaration' ? String(parent.source.value).replace(/^node:/, '') : undefined
}

function importedName(context: Context, node: Node & { name: string }): string | undefined {
  const specifier = declarationOf(variableOf(context, node, node.name))
  if (specifier?.type !== 'ImportSpecifier') return undefined
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
}

/** Whether the callback of a timer does nothing but resolve a promise. */
function resolves(context: Context, call: Call, callback: Node): boolean {
  const resolver = resolverOf(callback)
  if (resolver === undefined) return false
  const declared = declarationOf(variableOf(context, call, resolver))
  if (declared === undefined) return false
  if (declared.type === 'VariableDeclarator')
    return (
      declared.init?.type === 'CallExpression' && pathOf(declared.init.callee) === 'Promise.withResolvers'
    )
  const isFunction = declared.type === 'ArrowFunctionExpression' || declared.type === 'FunctionExpression'
  if (!isFunction || declared.parent?.type !== 'NewExpression') return false
  const [first] = declared.params
  return (
    pathOf(declared.parent.callee) === 'Promise' && first?.type === 'Identifier' && first.name === resolver
  )
}

/** The name that the callback calls, where it does nothing else. */
function resolverOf(callback: Node): string | undefined {
  if (callback.type === 'Identifier') return callback.name
  if (callback.type !== 'ArrowFunctionExpression' && callback.type !== 'FunctionExpression') return undefined
  const { body } = callback
  if (body === null) return undefined
  if (body.type !== 'BlockStatement') return calledName(body)
  const [statement] = body.body
  return body.body.length === 1 && statement?.type === 'ExpressionStatement'
    ? calledName(statement.expression)
    : undefined
}

const calledName = (node: Node): string | undefined =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : undefined
