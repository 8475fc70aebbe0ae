/**
 * Rule: a test sets no upper bound on a duration that a clock measured, since a busy machine exceeds each. It counts
 * work, names the limit that ended something, or compares the order of events.
 */

import { isMeasured } from './measured-time.ts'
import {
  bare,
  type Call,
  type Context,
  hasFakeTimers,
  type Node,
  pathOf,
  type Rule,
  within,
} from './syntax.ts'

const message =
  'A test must not set an upper bound on a measured duration: count work, or state which limit ended it or what came first'

export const noDurationBound: Rule = {
  create(context) {
    if (hasFakeTimers(context)) return {}
    return {
      CallExpression(call) {
        if (isBound(context, call)) context.report({ message, node: call })
      },
    }
  },
}

function isBound(context: Context, call: Call): boolean {
  const isTest = /^(expect|assert(\.ok)?)$/.test(pathOf(call.callee))
  if (isTest)
    return call.arguments.some(argument => [...within(argument)].some(node => isShort(context, node)))
  const { callee } = call
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { isNegated, value } = expectedIn(callee.object)
  const [bound] = call.arguments
  if (value === undefined || bound === undefined) return false
  switch (callee.property.name) {
    case 'toBeLessThan':
    case 'toBeLessThanOrEqual':
      return isNegated ? exceeds(context, bound, value) : exceeds(context, value, bound)
    case 'toBeGreaterThan':
    case 'toBeGreaterThanOrEqual':
      return isNegated ? exceeds(context, value, bound) : exceeds(context, bound, value)
    default:
      return false
  }
}

/** What the matcher of this chain judges. */
function expectedIn(chain: Node): { isNegated: boolean; value?: Node | undefined } {
  if (chain.type === 'CallExpression' && pathOf(chain.callee) === 'expect')
    return { isNegated: false, value: chain.arguments[0] }
  if (chain.type !== 'MemberExpression' || chain.property.type !== 'Identifier') return { isNegated: false }
  const { isNegated, value } = expectedIn(chain.object)
  return { isNegated: isNegated !== (chain.property.name === 'not'), value }
}

/** Whether a node compares a measured duration with what it may be at most. */
function isShort(context: Context, node: Node): boolean {
  if (node.type !== 'BinaryExpression') return false
  if (/^<=?$/.test(node.operator)) return exceeds(context, node.left, node.right)
  return /^>=?$/.test(node.operator) && exceeds(context, node.right, node.left)
}

/** A bound that is measured too states an order, not a length. */
const exceeds = (context: Context, value: Node, bound: Node): boolean =>
  isMeasured(context, bare(value)) && !isMeasured(context, bare(bound))
