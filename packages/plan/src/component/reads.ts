/** How often a component's steps name a parameter: what is read of it in one go. */
import type { ComponentDocument } from './component.ts'

/** Most places in the steps that name one of the columns, in a text or a script. A script of its own loops reads more. */
export function readsOf({ steps }: Pick<ComponentDocument, 'steps'>, columns: readonly string[]): number {
  const text = JSON.stringify(steps)
  const named = (name: string) => text.split(`\${${name}}`).length - 1
  const got = (name: string) => text.split(new RegExp(`get\\(\\\\?['"\`]${name}\\\\?['"\`]`)).length - 1
  const counts = columns.filter(name => name !== '').map(name => named(name) + got(name))
  return Math.max(0, ...counts)
}
