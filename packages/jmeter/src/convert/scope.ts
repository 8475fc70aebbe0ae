/** The JMeter elements that apply to a sampler: defaults, headers, timers, checks and extractors of all its ancestors. */
import { fieldValue, formOf, listValues, rowValues } from '../elements/form.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { type JmxNode, propertyValue } from '../jmx/plan.ts'

/** Elements in the order in which JMeter applies them; the outermost first. */
export interface Scope {
  readonly defaults: readonly JmxNode[]
  readonly tcpDefaults: readonly JmxNode[]
  readonly headers: readonly JmxNode[]
  readonly timers: readonly JmxNode[]
  readonly assertions: readonly JmxNode[]
  readonly extractors: readonly JmxNode[]
}

export const emptyScope: Scope = {
  defaults: [],
  tcpDefaults: [],
  headers: [],
  timers: [],
  assertions: [],
  extractors: [],
}

/** The scope of a node's children: that of the node itself and its direct children. */
export function scopeBelow(scope: Scope, node: JmxNode): Scope {
  const own = node.children.filter(child => child.isEnabled)
  const ofCategory = (category: string) => own.filter(child => categoryOf(child) === category)
  const ofElement = (id: string) => own.filter(child => elementOf(child)?.id === id)
  return {
    defaults: [...scope.defaults, ...ofElement('HttpDefaultsGui')],
    tcpDefaults: [...scope.tcpDefaults, ...ofElement('TCPConfigGui')],
    headers: [...scope.headers, ...ofElement('HeaderPanel')],
    timers: [...scope.timers, ...ofCategory('timer')],
    assertions: [...scope.assertions, ...ofCategory('assertion')],
    extractors: [...scope.extractors, ...ofCategory('postProcessor')],
  }
}

/** Rows of the table of that name in a node. */
export function tableRows(node: JmxNode, name: string): readonly Readonly<Record<string, string>>[] {
  const form = formOf(node)
  const field = form === 'raw' ? undefined : form.find(each => each.name === name && each.widget === 'table')
  return field === undefined ? [] : rowValues(node, field)
}

/** Entries of the one list that a node has. */
export function listOf(node: JmxNode): readonly string[] {
  const form = formOf(node)
  const list = form === 'raw' ? undefined : form.find(field => field.widget === 'list')
  return list === undefined ? [] : listValues(node, list)
}

/** A property of a node; empty when it has none. */
export const valueOf = (node: JmxNode, ...path: (string | number)[]): string =>
  propertyValue(node, path) ?? ''

/** True when the property is true, or when JMeter's default is true and the node lacks it. */
export function isOn(node: JmxNode, name: string): boolean {
  const form = formOf(node)
  const field = form === 'raw' ? undefined : form.find(each => each.name === name)
  return (field === undefined ? valueOf(node, name) : fieldValue(node, field)) === 'true'
}

/** A property of HTTP Request Defaults, of which the nearest applies; empty when none has it. */
export const effectiveOf = (defaults: readonly JmxNode[], name: string): string =>
  defaults
    .toReversed()
    .map(each => valueOf(each, name))
    .find(value => value !== '') ?? ''

/** Protocol, host and port of the nearest element that has them; empty where there is no host. */
export function originOf(nodes: readonly JmxNode[]): string {
  const host = effectiveOf(nodes, 'HTTPSampler.domain')
  if (host === '') return ''
  const protocol = effectiveOf(nodes, 'HTTPSampler.protocol') || 'http'
  const port = effectiveOf(nodes, 'HTTPSampler.port')
  const isUsual =
    port === '' || (protocol === 'http' && port === '80') || (protocol === 'https' && port === '443')
  return `${protocol}://${host}${isUsual ? '' : `:${port}`}`
}
