/** Every element that JMeter 5.6.3 ships or still reads, and those of popular plugins, found by their classes in a plan. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { ancestorsOf, type JmxNode, type JmxPlan } from '../jmx/plan.ts'
import { assertionElements } from './assertions.ts'
import { configElements } from './configs.ts'
import { controllerElements, planElements } from './controllers.ts'
import { databaseElements } from './database.ts'
import { directoryElements } from './directory.ts'
import type { ElementCategory, ElementDefinition, ElementIcon } from './element.ts'
import { httpElements } from './http.ts'
import { httpManagerElements } from './http-managers.ts'
import { httpServerElements } from './http-servers.ts'
import { listenerElements } from './listeners.ts'
import { mailElements } from './mail.ts'
import { messagingElements } from './messaging.ts'
import { networkElements } from './network.ts'
import { obsoleteElements } from './obsolete.ts'
import { pluginListenerElements } from './plugin-listeners.ts'
import { pluginProtocolElements } from './plugin-protocols.ts'
import { pluginElements } from './plugins.ts'
import { postProcessorElements, preProcessorElements } from './processors.ts'
import { programsElements } from './programs.ts'
import { threadElements } from './threads.ts'
import { timerElements } from './timers.ts'

/** In the order of JMeter's menus. */
export const elements: readonly ElementDefinition[] = [
  ...planElements,
  ...threadElements,
  ...controllerElements,
  ...httpElements,
  ...httpManagerElements,
  ...programsElements,
  ...databaseElements,
  ...networkElements,
  ...messagingElements,
  ...mailElements,
  ...directoryElements,
  ...configElements,
  ...timerElements,
  ...preProcessorElements,
  ...postProcessorElements,
  ...assertionElements,
  ...listenerElements,
  ...httpServerElements,
  ...pluginElements,
  ...pluginProtocolElements,
  ...pluginListenerElements,
  ...obsoleteElements,
]

/** Titles of the categories, as the menu of new elements shows them. */
export const categoryTitles: Readonly<Record<ElementCategory, Bilingual>> = {
  plan: { zh: '测试计划', en: 'Test plan' },
  threads: { zh: '线程组', en: 'Threads' },
  fragment: { zh: '测试片段', en: 'Test fragment' },
  controller: { zh: '逻辑控制器', en: 'Logic controllers' },
  sampler: { zh: '取样器', en: 'Samplers' },
  config: { zh: '配置元件', en: 'Config elements' },
  timer: { zh: '定时器', en: 'Timers' },
  preProcessor: { zh: '前置处理器', en: 'Pre-processors' },
  postProcessor: { zh: '后置处理器', en: 'Post-processors' },
  assertion: { zh: '断言', en: 'Assertions' },
  listener: { zh: '监听器', en: 'Listeners' },
  nonTest: { zh: '非测试元件', en: 'Non-test elements' },
}

/** A class name without its package. */
const shortName = (className: string): string => className.slice(className.lastIndexOf('.') + 1)

/** JMeter's own classes by their short name; other classes may have the same short name. */
export const ownName = (className: string): string =>
  className.startsWith('org.apache.jmeter.') ? shortName(className) : className

const byId = new Map(elements.map(element => [element.id, element]))

const classesOf = (element: ElementDefinition): readonly string[] =>
  [element.testclass, ...element.aliases].map(ownName)
/** The first element of a class is used where the guiclass is not known. */
const byClass = new Map(
  elements.toReversed().flatMap(element => classesOf(element).map(name => [name, element] as const)),
)
const byPanel = new Map(
  elements
    .toReversed()
    .flatMap(element =>
      classesOf(element).map(name => [`${name} ${ownName(element.guiclass)}`, element] as const),
    ),
)

/** Panels that JMeter has removed, with those that open their elements now. */
const renamedPanels: ReadonlyMap<string, string> = new Map([
  ['UrlConfigGui', 'HttpDefaultsGui'],
  ['HttpTestSampleGui2', 'HttpTestSampleGui'],
  ['JMSConfigGui', 'JMSSamplerGui'],
])

/** Definition of that id; undefined when there is none. */
export const elementById = (id: string): ElementDefinition | undefined => byId.get(id)

/** The registry's entry for a node; undefined for elements of unknown plugins. */
export function elementOf(node: Pick<JmxNode, 'testclass' | 'guiclass'>): ElementDefinition | undefined {
  const testclass = ownName(node.testclass)
  const panel = ownName(node.guiclass)
  const found = byPanel.get(`${testclass} ${renamedPanels.get(panel) ?? panel}`) ?? byClass.get(testclass)
  if (found === undefined || ownName(found.guiclass) === panel) return found
  // Configuration elements share one class: without their panel it is unknown what they configure.
  if (testclass === 'ConfigTestElement' && !renamedPanels.has(panel)) return undefined
  // A collector with an unknown panel is treated as what it does without a window: it writes.
  return testclass === 'ResultCollector' ? byId.get('SimpleDataWriter') : found
}

const suffixes: readonly (readonly [RegExp, ElementCategory])[] = [
  [/ThreadGroup$/, 'threads'],
  [/(Timer)$/, 'timer'],
  [/(PreProcessor|Modifier)$/, 'preProcessor'],
  [/(PostProcessor|Extractor)$/, 'postProcessor'],
  [/Assertion$/, 'assertion'],
  [/(Listener|Collector|Visualizer|Reporter|Writer)$/, 'listener'],
  [/Controller$/, 'controller'],
  [/Sampler(Proxy)?$/, 'sampler'],
  [/(Config|Config\w*Element|Manager|DataSet|Arguments|Defaults)$/, 'config'],
]

/** Category of a node; for unknown elements by the usual ends of class names, null when these are not conclusive. */
export function categoryOf(node: Pick<JmxNode, 'testclass' | 'guiclass'>): ElementCategory | null {
  const known = elementOf(node)
  if (known !== undefined) return known.category
  if (shortName(node.testclass) === 'ConfigTestElement') return 'config'
  return suffixes.find(([pattern]) => pattern.test(shortName(node.testclass)))?.[1] ?? null
}

/** Icon of a node, known or not. */
export const iconOf = (node: Pick<JmxNode, 'testclass' | 'guiclass'>): ElementIcon =>
  elementOf(node)?.icon ?? categoryOf(node) ?? 'config'

/** Title of a node's kind; of unknown elements the class name in both languages. */
export function titleOf(node: Pick<JmxNode, 'testclass' | 'guiclass'>): Bilingual {
  const name = shortName(node.testclass)
  return elementOf(node)?.title ?? { zh: name, en: name }
}

const besideSamplers: readonly ElementCategory[] = [
  'config',
  'timer',
  'preProcessor',
  'postProcessor',
  'assertion',
  'listener',
]
const inSteps: readonly ElementCategory[] = ['controller', 'sampler', ...besideSamplers]

const children: Readonly<Record<ElementCategory, readonly ElementCategory[]>> = {
  plan: ['threads', 'fragment', 'nonTest', ...besideSamplers],
  threads: inSteps,
  fragment: inSteps,
  controller: inSteps,
  sampler: besideSamplers,
  nonTest: ['controller', ...besideSamplers],
  config: [],
  timer: [],
  preProcessor: [],
  postProcessor: [],
  assertion: [],
  listener: [],
}

/**
 * Which categories may be below one, as in JMeter's menus; unknown ones (null) may contain everything and be anywhere.
 */
export const mayHold = (parent: ElementCategory | null, child: ElementCategory | null): boolean =>
  parent === null || child === null || children[parent].includes(child)

/** Categories that may be inserted below a node, in the order of the menu. */
export function insertableBelow(node: Pick<JmxNode, 'testclass' | 'guiclass'>): ElementCategory[] {
  const parent = categoryOf(node)
  return Object.keys(children).filter(
    (category): category is ElementCategory =>
      isCategory(category) && mayHold(parent, category) && category !== 'plan',
  )
}

const isCategory = (name: string): name is ElementCategory => Object.hasOwn(children, name)

/** True when a node and all below it may be moved below another, which must not be inside it. */
export function mayMoveBelow(plan: JmxPlan, node: JmxNode, parent: JmxNode): boolean {
  if ([parent, ...ancestorsOf(plan, parent)].includes(node)) return false
  return mayHold(categoryOf(parent), categoryOf(node))
}
