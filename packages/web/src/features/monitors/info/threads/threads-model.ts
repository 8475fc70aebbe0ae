/** What changed between two thread dumps of a JVM. */
import type { ThreadDump, ThreadGroup } from '@pone/contract/entities/jvm-threads.ts'

export interface ThreadChange {
  readonly group: ThreadGroup
  /** Threads that do this, in each dump. */
  readonly before: number
  readonly after: number
  /** Threads with the same stack in both dumps, by the names that are told. */
  readonly same: number
}

export const keyOf = ({ pool, state, waitsFor, frames }: ThreadGroup): string =>
  [pool, state, waitsFor, ...frames].join('\n')

/** Groups of both dumps, those that changed most first. */
export function threadChanges(before: ThreadDump, after: ThreadDump): ThreadChange[] {
  const former = new Map(before.groups.map(group => [keyOf(group), group]))
  const latter = new Map(after.groups.map(group => [keyOf(group), group]))
  const changes = [...new Set([...latter.keys(), ...former.keys()])].flatMap((key): ThreadChange[] => {
    const [was, is] = [former.get(key), latter.get(key)]
    const group = is ?? was
    if (group === undefined) return []
    const names = new Set(was?.names)
    return [
      {
        group,
        before: was?.count ?? 0,
        after: is?.count ?? 0,
        same: is?.names.filter(name => names.has(name)).length ?? 0,
      },
    ]
  })
  return changes.sort(
    (a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || b.after - a.after,
  )
}
