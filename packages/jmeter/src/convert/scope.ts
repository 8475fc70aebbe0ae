/** What JMeter elements beside a sampler mean for it: defaults, headers, timers, checks and extractors of all that holds it. */
import { fieldValue, formOf, rowValues } from '../elements/form.ts'
import { categoryOf, elementOf } from '../elements/registry.ts'
import { type JmxNode, propertyValue } from '../jmx/plan.ts'

/** Elements in the order in which JMeter applies them; the outermost first. */
export interface Scope {
  readonly defaults: readonly JmxNode[]
  readonly headers: readonly JmxNode[]
  readonly timers: readonly JmxNode[]
  readonly assertions: readonly JmxNode[]
  readonly extractors: readonly JmxNode[]
}

export const emptyScope: Scope = { defaults: [], headers: [], timers: [], assertions: [], extractors: [] }

/** The scope of a node's children: that of the node itself and what stands directly below it. */
export function scopeBelow(scope: Scope, node: JmxNode): Scope {
  const own = node.children.filter(child => child.isEnabled)
  const ofCategory = (category: string) => own.filter(child => categoryOf(child) === category)
  const isHeaders = (child: JmxNode) => elementOf(child)?.id === 'HeaderPanel'
  return {
    defaults: [...scope.defaults, ...own.filter(child => elementOf(child)?.id === 'HttpDefaultsGui')],
    headers: [...scope.headers, ...own.filter(isHeaders)],
    timers: [...scope.timers, ...ofCategory('timer')],
    assertions: [...scope.assertions, ...ofCategory('assertion')],
    extractors: [...scope.extractors, ...ofCategory('postProcessor')],
  }
}

/** Rows of the table of that name in a node. */
export function tableRows(node: JmxNode, name: string): readonly Readonly<Record<string, string>>[] {
  const form = formOf(node)
  const field = form === 'raw' ? undefined : form.find(each => each.name === name && each.kind === 'table')
  return field === undefined ? [] : rowValues(node, field)
}

/** A property of a node; empty when it has none. */
export const valueOf = (node: JmxNode, ...path: (string | number)[]): string =>
  propertyValue(node, path) ?? ''

/** True when the property says so, or JMeter takes it so where the node lacks it. */
export function isOn(node: JmxNode, name: string): boolean {
  const form = formOf(node)
  const field = form === 'raw' ? undefined : form.find(each => each.name === name)
  return (field === undefined ? valueOf(node, name) : fieldValue(node, field)) === 'true'
}
