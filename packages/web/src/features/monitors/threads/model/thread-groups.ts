/** Threads of a dump that do the same, as one group each: same pool, state, lock and stack; pure. */
import type { DumpedThread } from '@pone/contract/entities/jvm-threads.ts'

export interface ThreadGroup {
  readonly key: string
  /** One of them, for what they have in common. */
  readonly thread: DumpedThread
  readonly names: readonly string[]
  /** Since the start of its threads, together; null when the JVM is too old to tell. */
  readonly cpuMs: number | null
}

/** Pool, state, lock and stack. */
export const doingOf = ({ pool, state, waitsFor, stack }: DumpedThread): string =>
  [pool, state, waitsFor, stack.key].join('\n')

/** The largest first. */
export function threadGroups(threads: readonly DumpedThread[]): ThreadGroup[] {
  const groups = new Map<string, { thread: DumpedThread; names: string[]; cpuMs: number | null }>()
  for (const thread of threads) {
    const key = doingOf(thread)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { thread, names: [thread.name], cpuMs: thread.cpuMs })
    else {
      group.names.push(thread.name)
      group.cpuMs = group.cpuMs === null || thread.cpuMs === null ? null : group.cpuMs + thread.cpuMs
    }
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort((a, b) => b.names.length - a.names.length || (a.key < b.key ? -1 : 1))
}

/** Whether a text is in its name, its lock or its stack; without regard to case. */
export function mentions(thread: DumpedThread, search: string): boolean {
  const text = search.toLowerCase()
  return (
    text === '' ||
    thread.name.toLowerCase().includes(text) ||
    thread.waitsFor.toLowerCase().includes(text) ||
    thread.stack.key.toLowerCase().includes(text)
  )
}
