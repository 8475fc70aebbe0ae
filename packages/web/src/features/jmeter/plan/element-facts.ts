/** What the editor derives from the registry of elements; pure. */
import { defaultXml } from '@pone/jmeter/elements/default-xml.ts'
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { categoryOf, elements, mayHold, titleOf } from '@pone/jmeter/elements/registry.ts'
import { enableNodes } from '@pone/jmeter/jmx/edit-properties.ts'
import { readFragment } from '@pone/jmeter/jmx/fragment.ts'
import { type JmxNode, type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'

type Language = 'zh' | 'en'

/** The text of a new element, named after its kind. */
export const newElementXml = (definition: ElementDefinition, language: Language): string =>
  defaultXml(definition, definition.title[language])

/** The kinds of elements that may be added below a node. */
function definitionsBelow(node: JmxNode): readonly ElementDefinition[] {
  const category = categoryOf(node)
  return elements.filter(
    element => element.isOffered && element.category !== 'plan' && mayHold(category, element.category),
  )
}

/** The nearest parent for new elements: the chosen element if it can have children, else its nearest suitable ancestor; and the kinds permitted there. */
function addableTo(
  plan: JmxPlan,
  at: JmxNode,
): { readonly parent: JmxNode; readonly definitions: readonly ElementDefinition[] } {
  const definitions = definitionsBelow(at)
  const parent = at.parentKey === null ? undefined : plan.nodes.get(at.parentKey)
  if (definitions.length > 0 || parent === undefined) return { parent: at, definitions }
  return addableTo(plan, parent)
}

/** A place for new elements, and the kinds permitted there. */
export interface AddPlace {
  readonly parent: JmxNode
  /** Position among the children of the parent. */
  readonly index: number
  readonly definitions: readonly ElementDefinition[]
}

/** Where elements are added by default: at the end of the chosen one, or after it if it cannot have children. */
export function placeToAdd(plan: JmxPlan, at: JmxNode): AddPlace {
  const { parent, definitions } = addableTo(plan, at)
  let child = at
  while (child !== parent && child.parentKey !== parent.key)
    child = plan.nodes.get(child.parentKey ?? '') ?? parent
  const index = child === parent ? parent.children.length : parent.children.indexOf(child) + 1
  return { parent, index, definitions }
}

/** The place right before or after an element; null beside the test plan itself. */
export function placeBeside(plan: JmxPlan, at: JmxNode, where: 'before' | 'after'): AddPlace | null {
  const parent = plan.nodes.get(at.parentKey ?? '')
  if (parent === undefined) return null
  const index = parent.children.indexOf(at) + (where === 'after' ? 1 : 0)
  return { parent, index, definitions: definitionsBelow(parent) }
}

/** Controllers that can replace these elements and contain them all; none if the elements are not adjacent. */
export function parentsFor(plan: JmxPlan, nodes: readonly JmxNode[]): readonly ElementDefinition[] {
  const [first] = nodes
  const parent = plan.nodes.get(first?.parentKey ?? '')
  if (parent === undefined || nodes.some(node => node.parentKey !== parent.key)) return []
  const fits = ({ category, isDeprecated }: ElementDefinition) =>
    category === 'controller' &&
    !isDeprecated &&
    mayHold(categoryOf(parent), category) &&
    nodes.every(node => mayHold(category, categoryOf(node)))
  return elements.filter(fits)
}

/** The text of the plan with all other thread groups disabled. */
export function planOfGroup(plan: JmxPlan, key: string): string {
  const others = [...plan.nodes.values()].filter(
    node => node.key !== key && node.isEnabled && categoryOf(node) === 'threads',
  )
  const without =
    others.length === 0
      ? null
      : enableNodes(
          plan,
          others.map(node => node.key),
          false,
        )
  const alone = without?.ok === true ? without.plan : plan
  const enabled = enableNodes(alone, [key], true)
  return enabled.ok ? enabled.plan.text : alone.text
}

/** Whether elements given as text may all be children of a node; false if the text contains no elements. */
export function fragmentFits(text: string, parent: JmxNode): boolean {
  const fragment = readFragment(text)
  if (!fragment.ok) return false
  const read = readPlan(`<jmeterTestPlan><hashTree>${fragment.blocks.join('\n')}</hashTree></jmeterTestPlan>`)
  const category = categoryOf(parent)
  return read.ok && read.plan.roots.every(root => mayHold(category, categoryOf(root)))
}

/** Returns the title of a node's kind; looked up once per kind, as plans contain few kinds. */
export function createTitles(language: Language): (node: JmxNode) => string {
  const known = new Map<string, string>()
  return node => {
    const kind = `${node.testclass} ${node.guiclass}`
    const title = known.get(kind) ?? titleOf(node)[language]
    known.set(kind, title)
    return title
  }
}
