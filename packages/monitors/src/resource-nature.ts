/** How a counter of a monitor type can be the limit of a system, where the type does not say it itself. Browser-safe. */
import { namesIn, parseExpression } from './expressions/expression.ts'
import type { MonitorSection } from './type.ts'

type Counter = MonitorSection['counters'][number] | MonitorSection['computed'][number]
export type CounterNature = Exclude<Counter['nature'], 'none' | undefined>

/**
 * What the type states, else by role and unit of a counter of use: `%` and `ratio` are busy, `bytes` is space, `count` is
 * held; a share that is computed from another counter of use with a capacity says what that one says. Null of what cannot
 * be the limit. Names decide nothing.
 */
export function natureOf(counter: Counter, section: MonitorSection): CounterNature | null {
  const { nature, role, unit } = counter
  if (nature !== undefined) return nature === 'none' ? null : nature
  if (role !== 'utilisation' || repeatsAnother(counter, section)) return null
  if (unit === '%' || unit === 'ratio') return 'busy'
  if (unit === 'bytes') return 'space'
  return unit === 'count' ? 'held' : null
}

function repeatsAnother(counter: Counter, { counters }: MonitorSection): boolean {
  if (!('expression' in counter)) return false
  const tree = parseExpression(counter.expression)
  const from = 'problem' in tree ? new Set<string>() : new Set(namesIn(tree))
  return counters.some(
    ({ key, role, capacity }) => from.has(key) && role === 'utilisation' && capacity !== undefined,
  )
}
