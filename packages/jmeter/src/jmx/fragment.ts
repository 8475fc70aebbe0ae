/** Elements as text outside of a plan: the result of copy, and the input of insert and paste. */

import { reindent } from './indent.ts'
import { FirstProblem, type JmxNode, type JmxPlan, pairElements, readPlan } from './plan.ts'
import { type JmxProblem, problemAt, problemOf } from './problem.ts'
import { indentAt, lineEndOf } from './splice.ts'
import { scanXml } from './xml.ts'

export type FragmentResult =
  | {
      readonly ok: true
      /** Elements with their trees, not indented, LF as in the source. */
      readonly blocks: readonly string[]
    }
  | { readonly ok: false; readonly problem: JmxProblem }

/**
 * The text of nodes with all below them, in the form that other plans accept; nodes inside another of them are not
 * repeated.
 */
export function copyNodes(plan: JmxPlan, keys: readonly string[]): string {
  const nodes = topNodes(plan, keys)
  const eol = lineEndOf(plan.text)
  return nodes.map(node => blockOf(plan.text, node)).join(eol)
}

/** The nodes without those inside another of them, in document order. */
export function topNodes(plan: JmxPlan, keys: readonly string[]): JmxNode[] {
  const nodes = [...new Set(keys)].flatMap(key => plan.nodes.get(key) ?? [])
  let end = -1
  return nodes
    .sort((one, two) => one.from - two.from)
    .filter(node => {
      const isInside = node.from < end
      if (!isInside) end = node.to
      return !isInside
    })
}

/** An element with its tree, without its own indentation. */
export function blockOf(text: string, node: JmxNode): string {
  const block = text.slice(node.from, node.to)
  const whole =
    node.tree === null ? `${block}${lineEndOf(text)}${indentAt(text, node.from) ?? ''}<hashTree/>` : block
  return reindent(whole, indentAt(text, node.from) ?? '', '')
}

/** Reads elements with or without their trees, or a whole plan, of which only the part below the test plan is used. */
export function readFragment(xml: string): FragmentResult {
  const text = xml.trim()
  const scanned = scanXml(text, { isFragment: true })
  if (!scanned.ok) return scanned
  const [first] = scanned.elements
  if (first === undefined) return { ok: false, problem: problemOf('nothingToInsert') }
  if (first.name === 'jmeterTestPlan') return blocksOfPlan(text)
  const misplaced = new FirstProblem(text)
  const elements = scanned.elements.filter(each => each.name !== 'hashTree')
  const hasTrees = elements.length < scanned.elements.length
  const pairs = hasTrees
    ? pairElements(scanned.elements, misplaced)
    : elements.map(element => ({ element, tree: null }))
  const problem = misplaced.get()
  if (problem !== null) return { ok: false, problem }
  const blocks = pairs.map(({ element, tree }) => {
    const indent = indentAt(text, element.from) ?? ''
    const end = tree === null ? '' : text.slice(element.to, tree.to)
    const missing = tree === null ? `${lineEndOf(text)}${indent}<hashTree/>` : ''
    return reindent(`${text.slice(element.from, element.to)}${end}${missing}`, indent, '')
  })
  // Inserted text must be readable as the inside of a plan, trees included.
  const trial = readPlan(`<jmeterTestPlan><hashTree>${blocks.join('')}</hashTree></jmeterTestPlan>`)
  if (!trial.ok) return { ok: false, problem: problemAt(text, 0, trial.problem.code, trial.problem.params) }
  return { ok: true, blocks }
}

function blocksOfPlan(text: string): FragmentResult {
  const read = readPlan(text)
  if (!read.ok) return read
  const nodes = read.plan.roots.flatMap(root => (root.testclass === 'TestPlan' ? root.children : [root]))
  if (nodes.length === 0) return { ok: false, problem: problemOf('nothingToInsert') }
  return { ok: true, blocks: nodes.map(node => blockOf(text, node)) }
}
