/** A JMeter plan → components of PR, one per thread group, and a list of what could not be carried. */
import type { Parameter } from '@pone/contract/entities/component/parameters.ts'
import { delimiters, fileEncodings } from '@pone/contract/entities/component/parameters.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/contract/entities/component.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { type JmxNode, type JmxPlan, walkNodes } from '../jmx/plan.ts'
import { designedUsers, plainNumber, readThreadGroup } from '../load/thread-group.ts'
import { templateOf, variableName, withPropertyDefaults } from './jmeter-text.ts'
import { type Left, LeftList } from './left.ts'
import { originOf } from './request.ts'
import { emptyScope, isOn, type Scope, scopeBelow, tableRows, valueOf } from './scope.ts'
import { stepsBelow } from './steps.ts'

/** A file of the project that stands for one that the plan names. */
export interface KnownFile {
  readonly id: string
  /** Its first line, for plans that take the names of variables from there. */
  readonly header: readonly string[]
}

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
      .flatMap(group => componentOf({ root, group, scope, left, files }))
  })
  tellRest(plan.roots, left)
  const places = new Map([...plan.nodes.keys()].map((key, place) => [key, place]))
  const placeOf = ({ key }: Left) => places.get(key) ?? 0
  return { components, left: left.items.toSorted((one, two) => placeOf(one) - placeOf(two)) }
}

/** Nothing goes without a word: what was neither carried nor told, nor lies in something that was left out whole. */
function tellRest(nodes: readonly JmxNode[], left: LeftList): void {
  for (const node of nodes) {
    if (left.isCarried(node)) tellRest(node.children, left)
    else if (!left.isTold(node)) left.add(node, restCode(node))
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

/** Elements that hold for requests and are nothing by themselves. */
const scoped: ReadonlySet<string> = new Set(['HttpDefaultsGui', 'HeaderPanel'])

interface GroupInPlan {
  readonly root: JmxNode
  readonly group: JmxNode
  readonly scope: Scope
  readonly left: LeftList
  readonly files: ReadonlyMap<string, KnownFile>
}

function componentOf({ root, group, scope, left, files }: GroupInPlan): ConvertedPlan['components'] {
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
  const [defaults] = inside.defaults
  const baseUrl = defaults === undefined ? '' : originOf(defaults, emptyScope)
  let ids = 0
  const nextId = () => {
    ids += 1
    return `jmx-${ids}`
  }
  const steps = stepsBelow(group, inside, { left, text, variable, baseUrl, nextId })
  const configs = configsOf(root, group, left)
  const document = {
    threadGroup: threadGroupOf(group, left),
    settings: {
      ...settingsOf(configs, { left, text }),
      baseUrl: defaults === undefined ? '' : text(defaults, baseUrl),
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

/** Enabled configuration elements that hold for a group; those without a counterpart are told. */
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
  'HeaderPanel',
  'CookiePanel',
  'CacheManagerGui',
  'DNSCachePanel',
  'AuthPanel',
  'ArgumentsPanel',
  'CSVDataSet',
  'CounterConfigGui',
  'RandomVariableConfig',
])

const onceOnly: ReadonlySet<string> = new Set([
  'CookiePanel',
  'CacheManagerGui',
  'DNSCachePanel',
  'AuthPanel',
])

function threadGroupOf(group: JmxNode, left: LeftList): Partial<ComponentDocument['threadGroup']> {
  const fields = readThreadGroup(group)
  if (fields === null) {
    left.add(group, 'load')
    return { threads: Math.max(1, designedUsers(group)), loops: 0 }
  }
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

function settingsOf(
  configs: readonly JmxNode[],
  { left, text }: { left: LeftList; text: (node: JmxNode, value: string) => string },
): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  const earlier = new Map<string, JmxNode>()
  for (const node of configs) {
    const id = elementOf(node)?.id ?? ''
    const before = onceOnly.has(id) ? earlier.get(id) : undefined
    if (before !== undefined) left.add(before, 'replaced')
    earlier.set(id, node)
    if (id === 'CookiePanel')
      settings['clearCookiesEachIteration'] = isOn(node, 'CookieManager.clearEachIteration')
    if (id === 'CookiePanel' && tableRows(node, 'CookieManager.cookies').length > 0)
      left.add(node, 'detail', { name: 'CookieManager.cookies', value: '…' })
    if (id === 'CacheManagerGui') {
      settings['cache'] = true
      settings['clearCacheEachIteration'] = isOn(node, 'clearEachIteration')
    }
    if (id === 'DNSCachePanel') {
      settings['hosts'] = tableRows(node, 'DNSCacheManager.hosts').map(row => ({
        name: row['StaticHost.Name'] ?? '',
        value: row['StaticHost.Address'] ?? '',
      }))
      settings['dns'] = isOn(node, 'DNSCacheManager.clearEachIteration') ? 'iteration' : 'cached'
    }
    if (id === 'AuthPanel') {
      const rows = tableRows(node, 'AuthManager.auth_list')
      const [row] = rows
      const mechanism = row?.['Authorization.mechanism'] || 'BASIC'
      if (row === undefined || rows.length > 1 || !['BASIC', 'DIGEST'].includes(mechanism)) {
        left.add(node, 'noCounterpart')
        continue
      }
      settings['auth'] = {
        kind: mechanism.toLowerCase(),
        user: text(node, row['Authorization.username'] ?? ''),
        password: text(node, row['Authorization.password'] ?? ''),
      }
    }
  }
  return settings
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

interface ParameterContext {
  readonly left: LeftList
  readonly variable: (node: JmxNode, name: string) => string
  readonly files: ReadonlyMap<string, KnownFile>
}

function parameterOf(node: JmxNode, context: ParameterContext): Parameter[] {
  const whole = (name: string, fallback: number) => {
    const value = plainNumber(valueOf(node, name))
    return value === null ? fallback : Math.round(value)
  }
  switch (elementOf(node)?.id) {
    case 'CSVDataSet':
      return csvParameter(node, context)
    case 'CounterConfigGui': {
      const from = whole('CounterConfig.start', 0)
      return [
        {
          id: node.key,
          kind: 'range',
          name: context.variable(node, valueOf(node, 'CounterConfig.name')),
          from,
          to: Math.max(from, whole('CounterConfig.end', 1_000_000_000)),
          step: Math.max(1, whole('CounterConfig.incr', 1)),
          padding: /^0+$/.test(valueOf(node, 'CounterConfig.format'))
            ? Math.min(20, valueOf(node, 'CounterConfig.format').length)
            : 0,
          selection: isOn(node, 'CounterConfig.per_user') ? 'sequential' : 'unique',
          update: 'iteration',
          exhaustion: 'cycle',
        },
      ]
    }
    case 'RandomVariableConfig':
      return [
        {
          id: node.key,
          kind: 'random',
          name: context.variable(node, valueOf(node, 'variableName')),
          form: 'integer',
          from: whole('minimumValue', 1),
          to: whole('maximumValue', 100),
          digits: 2,
          length: 8,
          alphabet: 'abcdefghijklmnopqrstuvwxyz0123456789',
          update: 'iteration',
        },
      ]
    default:
      return []
  }
}

function csvParameter(node: JmxNode, { left, variable, files }: ParameterContext): Parameter[] {
  const name = valueOf(node, 'filename').replace(/^.*[\\/]/s, '')
  const file = files.get(name)
  if (file === undefined) {
    left.add(node, 'file', { name })
    return []
  }
  const named = valueOf(node, 'variableNames')
  const columns = (named === '' ? [...file.header] : named.split(',')).map(column => variable(node, column))
  if (columns.length === 0) {
    left.add(node, 'csvColumns', { name })
    return []
  }
  const raw = valueOf(node, 'delimiter') || ','
  const delimiter = delimiters.find(each => each === (raw === '\\t' ? '\t' : raw))
  if (delimiter === undefined) left.add(node, 'detail', { name: 'delimiter', value: raw })
  const encoding = fileEncodings.find(each => each === valueOf(node, 'fileEncoding').toLowerCase())
  const isEndless = isOn(node, 'recycle')
  return [
    {
      id: node.key,
      kind: 'file',
      fileId: file.id,
      columns,
      delimiter: delimiter ?? ',',
      quote: isOn(node, 'quotedData') ? '"' : '',
      hasHeader: named === '' || isOn(node, 'ignoreFirstLine'),
      encoding: encoding ?? 'utf-8',
      selection: isEndless ? 'sequential' : 'unique',
      update: 'iteration',
      exhaustion: isEndless ? 'cycle' : isOn(node, 'stopThread') ? 'stopUser' : 'keepLast',
    },
  ]
}
