/** Lists of names and values whose texts are templates: query, headers, forms. */
import type { NameValue } from '@pone/schema/template.ts'
import type { ComponentContext, Scope, Template } from '../../protocol.ts'

/** A name and its value. */
export interface Pair {
  name: Template
  value: Template
}

/** Compiles those that are enabled and have a name. */
export function pairsOf(items: readonly NameValue[], context: Pick<ComponentContext, 'template'>): Pair[] {
  return items
    .filter(item => item.enabled && item.name !== '')
    .map(item => ({ name: context.template(item.name), value: context.template(item.value) }))
}

/** `name=value&…`, each text as `write` gives it. */
export const joinPairs = (pairs: readonly Pair[], scope: Scope, write: (text: string) => string): string =>
  pairs.map(pair => `${write(pair.name.evaluate(scope))}=${write(pair.value.evaluate(scope))}`).join('&')

/** Whether none of them ever changes. */
export const arePairsConstant = (pairs: readonly Pair[]): boolean =>
  pairs.every(pair => pair.name.constant !== null && pair.value.constant !== null)

/** Text as it stands in a query. */
export const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Text as it stands in a form. */
export const formEncode = (text: string): string => encode(text).replaceAll('%20', '+')
