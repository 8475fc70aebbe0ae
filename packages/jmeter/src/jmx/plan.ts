/** A JMeter plan: its text, and the tree of elements that the text describes; loading changes nothing. */
import { type JmxProblem, type JmxProblemCode, problemAt } from './problem.ts'
import { findProperty, type JmxProperty, type PropertyPath, readProperty } from './property.ts'
import { attributeOf, scanXml, type XmlElement } from './xml.ts'

export interface JmxNode {
  /** Identifies the node across edits. */
  readonly key: string
  readonly parentKey: string | null
  /** As JMeter resolves it: the attribute, or else the tag. */
  readonly testclass: string
  readonly guiclass: string
  readonly testname: string
  readonly isEnabled: boolean
  readonly comment: string
  readonly properties: readonly JmxProperty[]
  readonly children: readonly JmxNode[]
  /** Offsets of the element with its tree; the tree is null when the last element of a tree lacks one. */
  readonly from: number
  readonly to: number
  readonly xml: XmlElement
  readonly tree: XmlElement | null
}

export interface JmxPlan {
  readonly text: string
  /** The version of JMeter that wrote it, e.g. 5.6.3; empty when it is not in the plan. */
  readonly jmeterVersion: string
  /** Usually one test plan. */
  readonly roots: readonly JmxNode[]
  readonly rootTree: XmlElement
  /** In document order. */
  readonly nodes: ReadonlyMap<string, JmxNode>
  /** Number of the next new key. */
  readonly nextKey: number
}

export type PlanResult =
  | { readonly ok: true; readonly plan: JmxPlan }
  | { readonly ok: false; readonly problem: JmxProblem }

/** Name of the property in which every element keeps its comment. */
export const commentProperty = 'TestPlan.comments'

/** `keys` are those of the nodes in document order where they are already known. */
export function readPlan(text: string, keys: readonly string[] = [], nextKey = 1): PlanResult {
  const early = notText(text)
  if (early !== null) return { ok: false, problem: early }
  const scanned = scanXml(text)
  if (!scanned.ok) return scanned
  const [root] = scanned.elements
  if (root === undefined) return { ok: false, problem: problemAt(text, 0, 'notXml') }
  if (root.name !== 'jmeterTestPlan') {
    return { ok: false, problem: problemAt(text, root.from, 'wrongRoot', { name: root.name }) }
  }
  const [rootTree] = root.children
  if (rootTree === undefined || rootTree.name !== 'hashTree' || root.children.length > 1) {
    return { ok: false, problem: problemAt(text, root.from, 'noTree') }
  }
  const builder = new Builder(text, keys, nextKey)
  const roots = builder.readTree(rootTree, null)
  const problem = builder.misplaced.get()
  if (problem !== null) return { ok: false, problem }
  if (roots.length === 0) return { ok: false, problem: problemAt(text, rootTree.from, 'noTestPlan') }
  const plan = {
    text,
    jmeterVersion: attributeOf(root, 'jmeter')?.value ?? '',
    roots,
    rootTree,
    nodes: new Map([...walkNodes(roots)].map(node => [node.key, node])),
    nextKey: builder.nextKey,
  }
  return { ok: true, plan }
}

function notText(text: string): JmxProblem | null {
  if (text.trim() === '') return problemAt(text, 0, 'empty')
  if (text.startsWith('PK\u0003\u0004') || text.slice(0, 1_000).includes('\0')) {
    return problemAt(text, 0, 'binary')
  }
  const declared = /^\ufeff?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1]
  if (declared === undefined || /^(utf-?8|us-ascii|ascii)$/i.test(declared)) return null
  const garbled = text.search(/[^\0-\u007f\ufeff]/)
  return garbled < 0 ? null : problemAt(text, garbled, 'wrongEncoding', { declared })
}

/** Keeps the first of many problems; only its line number is computed, which takes time proportional to the text. */
export class FirstProblem {
  private readonly text: string
  private first: { at: number; code: JmxProblemCode; name: string } | null = null

  constructor(text: string) {
    this.text = text
  }

  add({ from: at, name }: XmlElement, code: JmxProblemCode): void {
    this.first ??= { at, code, name }
  }

  get(): JmxProblem | null {
    if (this.first === null) return null
    const { at, code, name } = this.first
    return problemAt(this.text, at, code, { name })
  }
}

/** Pairs elements with the trees that follow them. */
class Builder {
  readonly misplaced: FirstProblem
  nextKey: number
  private readonly text: string
  private readonly keys: readonly string[]
  private taken = 0

  constructor(text: string, keys: readonly string[], nextKey: number) {
    this.text = text
    this.misplaced = new FirstProblem(text)
    this.keys = keys
    this.nextKey = nextKey
  }

  readTree(tree: XmlElement, parentKey: string | null): JmxNode[] {
    return pairElements(tree.children, this.misplaced).map(pair => this.readNode(pair, parentKey))
  }

  private readNode({ element, tree }: ElementPair, parentKey: string | null): JmxNode {
    const key = this.takeKey()
    const properties = element.children.map(child => readProperty(this.text, child))
    const attribute = (name: string) => attributeOf(element, name)?.value
    const valueOf = (name: string) => findProperty(properties, [name])?.value
    const children = tree === null ? [] : this.readTree(tree, key)
    return {
      key,
      parentKey,
      testclass: attribute('testclass') || element.name,
      guiclass: attribute('guiclass') ?? valueOf('TestElement.gui_class') ?? '',
      testname: attribute('testname') ?? valueOf('TestElement.name') ?? '',
      isEnabled: (attribute('enabled') ?? valueOf('TestElement.enabled') ?? 'true').toLowerCase() !== 'false',
      comment: valueOf(commentProperty) ?? '',
      properties,
      children,
      from: element.from,
      to: (tree ?? element).to,
      xml: element,
      tree,
    }
  }

  private takeKey(): string {
    const known = this.keys[this.taken]
    this.taken += 1
    if (known !== undefined) return known
    const key = `e${this.nextKey}`
    this.nextKey += 1
    return key
  }
}

interface ElementPair {
  readonly element: XmlElement
  readonly tree: XmlElement | null
}

/** Elements with the tree after each; only the last may lack it, as JMeter reads it. */
export function pairElements(elements: readonly XmlElement[], misplaced: FirstProblem): ElementPair[] {
  const pairs: ElementPair[] = []
  for (let i = 0; i < elements.length; i += 1) {
    const element = elements[i]
    if (element === undefined) break
    if (element.name === 'hashTree') {
      misplaced.add(element, 'treeWithoutElement')
      continue
    }
    const next = elements[i + 1]
    if (next?.name === 'hashTree') i += 1
    else if (next !== undefined) {
      misplaced.add(element, 'elementWithoutTree')
    }
    pairs.push({ element, tree: next?.name === 'hashTree' ? next : null })
  }
  return pairs
}

/** The nodes in document order, parents before their children. */
export function* walkNodes(nodes: readonly JmxNode[]): Generator<JmxNode> {
  for (const node of nodes) {
    yield node
    yield* walkNodes(node.children)
  }
}

/** Value at a path of a node's properties, decoded; undefined when it is not there. */
export const propertyValue = (node: JmxNode, path: PropertyPath): string | undefined =>
  findProperty(node.properties, path)?.value

/** Ancestors of a node, the nearest first. */
export function ancestorsOf(plan: JmxPlan, node: JmxNode): JmxNode[] {
  const parent = node.parentKey === null ? undefined : plan.nodes.get(node.parentKey)
  return parent === undefined ? [] : [parent, ...ancestorsOf(plan, parent)]
}

/** True when the node and all its ancestors are enabled. */
export const isActive = (plan: JmxPlan, node: JmxNode): boolean =>
  node.isEnabled && ancestorsOf(plan, node).every(each => each.isEnabled)
