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

export interface ThreadFilter {
  /** In its name, its lock or its stack; without regard to case. */
  readonly search: string
  /** '' = all. */
  readonly state: string
}

/** Whether a thread fits. A stack that many threads share is searched once. */
export function threadFilter({ search, state }: ThreadFilter): (thread: DumpedThread) => boolean {
  const text = search.toLowerCase()
  const stacks = new Map<DumpedThread['stack'], boolean>()
  const isInStack = (stack: DumpedThread['stack']): boolean => {
    const known = stacks.get(stack) ?? stack.key.toLowerCase().includes(text)
    stacks.set(stack, known)
    return known
  }
  return thread =>
    (state === '' || thread.state === state) &&
    (text === '' ||
      thread.name.toLowerCase().includes(text) ||
      thread.waitsFor.toLowerCase().includes(text) ||
      isInStack(thread.stack))
}
