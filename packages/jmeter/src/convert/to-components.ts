/** A JMeter plan → components of PR, one per thread group, and a list of what could not be converted. */

import { stepIdAt } from '@pone/plan/code/expand.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { type JmxNode, type JmxPlan, walkNodes } from '../jmx/plan.ts'
import { designedUsers, plainNumber, readThreadGroup } from '../load/thread-group.ts'
import { groupDefaultsOf } from './group-defaults.ts'
import { templateOf, variableName, withPropertyDefaults } from './jmeter-text.ts'
import { type Left, LeftList } from './left.ts'
import { type KnownFile, parameterOf } from './parameters-of.ts'
import { emptyScope, type Scope, scopeBelow, tableRows, valueOf } from './scope.ts'
import { settingsOf } from './settings-of.ts'
import { isOpenedInPlace, sqlKnowledge, usedPools } from './sql/sql-of.ts'
import { connectStep, type StepContext, stepsBelow } from './steps.ts'
import { tcpConnectionsOf } from './tcp/connections-of.ts'
import { tcpConnectStep } from './tcp/tcp-of.ts'

export interface ConvertedPlan {
  readonly components: readonly { readonly name: string; readonly document: ComponentDocument }[]
  /** In the order of the plan. */
  readonly left: readonly Left[]
}

/** `files` by the last part of their path. */
export function toComponents(
  plan: JmxPlan,
  files: ReadonlyMap<string, KnownFile> = new Map(),
): ConvertedPlan {
  const left = new LeftList()
  const components = plan.roots.flatMap(root => {
    const scope = scopeBelow(emptyScope, root)
    if (categoryOf(root) === 'plan') left.carry(root)
    return root.children
      .filter(child => categoryOf(child) === 'threads')
      .flatMap(group => componentOf({ plan, root, group, scope, left, files }))
  })
  reportRest(plan.roots, left)
  const places = new Map([...plan.nodes.keys()].map((key, place) => [key, place]))
  const placeOf = ({ key }: Left) => places.get(key) ?? 0
  return { components, left: left.items.toSorted((one, two) => placeOf(one) - placeOf(two)) }
}

/** Reports everything that was neither converted nor reported, nor is inside a part that was left out whole. */
function reportRest(nodes: readonly JmxNode[], left: LeftList): void {
  for (const node of nodes) {
    if (left.isCarried(node)) reportRest(node.children, left)
    else if (!left.isReported(node)) left.add(node, restCode(node))
  }
}

function restCode(node: JmxNode): Left['code'] {
  if (!node.isEnabled) return 'disabled'
  const category = categoryOf(node)
  if (category === 'listener') return 'notNeeded'
  const isScoped = scoped.has(elementOf(node)?.id ?? '')
  return isScoped || category === 'timer' || category === 'assertion' || category === 'postProcessor'
    ? 'unused'
    : 'noCounterpart'
}

/** Elements that apply to requests and have no effect alone. */
const scoped: ReadonlySet<string> = new Set([
  'HttpDefaultsGui',
  'TCPConfigGui',
  'HeaderPanel',
  'JDBCDataSource',
])

interface GroupInPlan {
  readonly plan: JmxPlan
  readonly root: JmxNode
  readonly group: JmxNode
  readonly scope: Scope
  readonly left: LeftList
  readonly files: ReadonlyMap<string, KnownFile>
}

function componentOf({ plan, root, group, scope, left, files }: GroupInPlan): ConvertedPlan['components'] {
  if (!group.isEnabled) {
    left.add(group, 'disabled')
    return []
  }
  if (/(Setup|Post)ThreadGroup$/.test(group.testclass)) {
    left.add(group, 'setUpGroup')
    return []
  }
  const report = (node: JmxNode) => ({
    onFunction: (name: string) => left.add(node, 'function', { name }),
    onRename: (name: string, now: string) => left.add(node, 'name', { name, now }),
  })
  const text = (node: JmxNode, value: string) => templateOf(withPropertyDefaults(value), report(node))
  const variable = (node: JmxNode, name: string) => variableName(name, report(node))
  const inside = scopeBelow(scope, group)
  const defaults = groupDefaultsOf(group, inside, text)
  let ids = 0
  const nextId = () => {
    ids += 1
    return stepIdAt(ids)
  }
  const configs = configsOf(root, group, left)
  const pools = usedPools(configs, group)
  const sql = sqlKnowledge(pools, plan.text)
  const tcp = tcpConnectionsOf(group, inside, { left, text, group: defaults })
  const context = { left, text, variable, group: defaults, nextId, sql, tcp }
  const outside = pools.filter(pool => !isOpenedInPlace(pool, plan.nodes.get(pool.parentKey ?? '')))
  const steps = [
    ...onceOf('JDBC', () => outside.flatMap(pool => connectStep(pool, context)), context),
    ...onceOf('TCP', () => tcp.kept.map(connect => tcpConnectStep(connect, context)), context),
    ...stepsBelow(group, inside, context),
  ]
  const own = settingsOf(configs, { left, text })
  const document = {
    threadGroup: threadGroupOf(group, left),
    settings: {
      ...defaults.settings,
      ...own.shared,
      http: { ...defaults.settings.http, ...own.http, baseUrl: text(group, defaults.baseUrl) },
    },
    parameters: configs.flatMap(node => parameterOf(node, { left, variable, files })),
    variables: variablesOf(root, configs).map(({ node, name, value }) => ({
      name: variable(node, name),
      value: text(node, value),
      enabled: true,
      secret: false,
    })),
    steps,
  }
  const parsed = componentDocumentSchema.safeParse(document)
  if (parsed.success) {
    left.carry(group)
    return [{ name: group.testname.trim() || 'JMeter', document: parsed.data }]
  }
  left.add(group, 'tooLong', {
    name: parsed.error.issues
      .map(issue => issue.path.join('.'))
      .slice(0, 3)
      .join(', '),
  })
  return []
}

/** What JMeter opens by itself and keeps: the pools of a plan before its users begin; a component does once per user. */
function onceOf(name: string, stepsInside: () => Step[], context: StepContext): Step[] {
  const children = stepsInside()
  return children.length === 0 ? [] : [{ id: context.nextId(), name, enabled: true, kind: 'once', children }]
}

/** Enabled configuration elements that apply to a group; those without a counterpart are reported. */
function configsOf(root: JmxNode, group: JmxNode, left: LeftList): JmxNode[] {
  const beside = root.children.filter(child => categoryOf(child) === 'config')
  const inside = [...walkNodes(group.children)].filter(child => categoryOf(child) === 'config')
  const enabled = [...beside, ...inside].filter(node => node.isEnabled)
  for (const node of enabled) {
    const id = elementOf(node)?.id ?? ''
    if (!known.has(id)) left.add(node, 'noCounterpart')
    else if (!scoped.has(id)) left.carry(node)
  }
  return enabled
}

const known = new Set([
  'HttpDefaultsGui',
  'TCPConfigGui',
  'HeaderPanel',
  'CookiePanel',
  'JDBCDataSource',
  'CacheManagerGui',
  'DNSCachePanel',
  'AuthPanel',
  'ArgumentsPanel',
  'CSVDataSet',
  'CounterConfigGui',
  'RandomVariableConfig',
])

function threadGroupOf(group: JmxNode, left: LeftList): Partial<ComponentDocument['threadGroup']> {
  const fields = readThreadGroup(group)
  if (fields === null) {
    left.add(group, 'load')
    return { threads: Math.max(1, designedUsers(group)), loops: 0 }
  }
  const onError = valueOf(group, 'ThreadGroup.on_sample_error')
  if (onError.startsWith('stop')) left.add(group, 'detail', { name: 'on_sample_error', value: onError })
  const numberOf = (name: string, value: string, fallback: number): number => {
    const parsed = value === '' ? fallback : plainNumber(value)
    if (parsed === null) left.add(group, 'detail', { name, value })
    return Math.max(0, parsed ?? fallback)
  }
  return {
    threads: Math.max(1, Math.round(numberOf('threads', fields.threads, 1))),
    rampUpSeconds: numberOf('ramp-up', fields.rampUpSeconds, 0),
    loops: fields.isForever ? 0 : Math.round(numberOf('loops', fields.loops, 1)),
    durationSeconds: numberOf('duration', fields.durationSeconds, 0),
    startDelaySeconds: numberOf('delay', fields.delaySeconds, 0),
    reuseThreads: fields.reusesThreads,
  }
}

function variablesOf(root: JmxNode, configs: readonly JmxNode[]) {
  const holders = [root, ...configs.filter(node => elementOf(node)?.id === 'ArgumentsPanel')]
  const rows = holders.flatMap(node =>
    tableRows(node, 'Arguments.arguments').map(row => ({
      node,
      name: row['Argument.name'] ?? '',
      value: row['Argument.value'] ?? '',
    })),
  )
  return [...new Map(rows.filter(row => row.name.trim() !== '').map(row => [row.name.trim(), row])).values()]
}
