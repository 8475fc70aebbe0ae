/** What differs between two thread dumps: of one JVM thread by thread, of two JVMs by what their pools do; pure. */
import type { DumpedThread, ThreadDump } from '@pone/contract/entities/jvm-threads.ts'
import { doingOf } from './thread-groups.ts'
import { identityOf, isSamePlace, usedBetween } from './thread-lines.ts'

export const changeKinds = ['came', 'went', 'state', 'stack', 'same'] as const
/** state: another state, mostly with another stack; stack: the same state at another place of the code. */
export type ChangeKind = (typeof changeKinds)[number]

export interface ThreadChange {
  readonly key: string
  readonly kind: ChangeKind
  readonly before: DumpedThread | null
  readonly after: DumpedThread | null
  /** Used between the dumps, ms; of a thread that came since its start; null of one that went, and when the JVM does not tell. */
  readonly cpuMs: number | null
}

/** Of two dumps of one JVM. */
export function threadChanges(before: ThreadDump, after: ThreadDump): ThreadChange[] {
  const former = new Map(before.threads.map(thread => [identityOf(thread), thread]))
  const changes = after.threads.map((thread): ThreadChange => {
    const key = identityOf(thread)
    const was = former.get(key)
    former.delete(key)
    if (was === undefined) return { key, kind: 'came', before: null, after: thread, cpuMs: thread.cpuMs }
    return { key, kind: kindOf(was, thread), before: was, after: thread, cpuMs: usedBetween(was, thread) }
  })
  const gone = [...former].map(
    ([key, was]): ThreadChange => ({ key, kind: 'went', before: was, after: null, cpuMs: null }),
  )
  return [...changes, ...gone].sort(
    (a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) || (b.cpuMs ?? -1) - (a.cpuMs ?? -1),
  )
}

function kindOf(before: DumpedThread, after: DumpedThread): ChangeKind {
  if (before.state !== after.state) return 'state'
  return isSamePlace(before, after) ? 'same' : 'stack'
}

export interface PoolChange {
  readonly pool: string
  readonly before: number
  readonly after: number
  readonly kinds: Readonly<Record<ChangeKind, number>>
  /** Of those of its threads that are in the second dump, ms; null when the JVM does not tell. */
  readonly cpuMs: number | null
}

/** Those with the most changes first. */
export function poolChanges(changes: readonly ThreadChange[]): PoolChange[] {
  const pools = new Map<string, ThreadChange[]>()
  for (const change of changes) {
    const pool = (change.after ?? change.before)?.pool ?? ''
    const all = pools.get(pool)
    if (all === undefined) pools.set(pool, [change])
    else all.push(change)
  }
  const moved = ({ kinds, before, after }: PoolChange) => before + after - 2 * kinds.same
  return [...pools]
    .map(([pool, all]): PoolChange => {
      const kinds = { came: 0, went: 0, state: 0, stack: 0, same: 0 }
      for (const { kind } of all) kinds[kind] += 1
      const used = all.filter(({ after }) => after !== null).map(({ cpuMs }) => cpuMs)
      return {
        pool,
        before: all.length - kinds.came,
        after: all.length - kinds.went,
        kinds,
        cpuMs: used.reduce<number | null>(
          (sum, ms) => (sum === null || ms === null ? null : sum + ms),
          used.length === 0 ? null : 0,
        ),
      }
    })
    .sort((a, b) => moved(b) - moved(a) || (a.pool < b.pool ? -1 : 1))
}

export interface GroupChange {
  readonly key: string
  readonly thread: DumpedThread
  /** Threads that do this, in each dump. */
  readonly before: number
  readonly after: number
}

/** Of dumps of different JVMs, whose threads are not the same ones; those that differ most first. */
export function groupChanges(before: ThreadDump, after: ThreadDump): GroupChange[] {
  const groups = new Map<string, { thread: DumpedThread; before: number; after: number }>()
  const count = (threads: readonly DumpedThread[], side: 'before' | 'after') => {
    for (const thread of threads) {
      const key = doingOf(thread)
      let group = groups.get(key)
      if (group === undefined) groups.set(key, (group = { thread, before: 0, after: 0 }))
      group[side] += 1
    }
  }
  count(before.threads, 'before')
  count(after.threads, 'after')
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort(
      (a, b) =>
        Math.abs(b.after - b.before) - Math.abs(a.after - a.before) ||
        b.after - a.after ||
        (a.key < b.key ? -1 : 1),
    )
}
