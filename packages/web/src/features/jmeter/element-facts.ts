/** What the editor asks of the registry of elements; pure. */
import { defaultXml } from '@pone/jmeter/elements/default-xml.ts'
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { categoryOf, elements, mayHold, titleOf } from '@pone/jmeter/elements/registry.ts'
import { readFragment } from '@pone/jmeter/jmx/fragment.ts'
import { type JmxNode, type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'

type Language = 'zh' | 'en'

/** The text of a new element, named after its kind. */
export const newElementXml = (definition: ElementDefinition, language: Language): string =>
  defaultXml(definition, definition.title[language])

/** The nearest place for new elements: the chosen one where it may hold some, else the one that holds it; and what may stand there. */
export function addableTo(
  plan: JmxPlan,
  at: JmxNode,
): { readonly parent: JmxNode; readonly definitions: readonly ElementDefinition[] } {
  const category = categoryOf(at)
  const definitions = elements.filter(
    element => element.category !== 'plan' && mayHold(category, element.category),
  )
  const parent = at.parentKey === null ? undefined : plan.nodes.get(at.parentKey)
  if (definitions.length > 0 || parent === undefined) return { parent: at, definitions }
  return addableTo(plan, parent)
}

/** Whether elements given as text may all stand below a node; false for what is no text of elements. */
export function fragmentFits(text: string, parent: JmxNode): boolean {
  const fragment = readFragment(text)
  if (!fragment.ok) return false
  const read = readPlan(`<jmeterTestPlan><hashTree>${fragment.blocks.join('\n')}</hashTree></jmeterTestPlan>`)
  const category = categoryOf(parent)
  return read.ok && read.plan.roots.every(root => mayHold(category, categoryOf(root)))
}

/** Gives the title of a node's kind; plans repeat few kinds, so each is looked up once. */
export function createTitles(language: Language): (node: JmxNode) => string {
  const known = new Map<string, string>()
  return node => {
    const kind = `${node.testclass} ${node.guiclass}`
    const title = known.get(kind) ?? titleOf(node)[language]
    known.set(kind, title)
    return title
  }
}
