/** Threads of a dump that do the same, as one group each: same pool, state, lock and stack. */
import {
  maxThreadFrames,
  maxThreadGroups,
  maxThreadNames,
  type ThreadGroup,
  type ToldThreads,
} from '@pone/contract/entities/jvm-threads.ts'
import { isOfJvm, type JavaThread, type ThreadDump } from './thread-dump.ts'

const maxText = 500
const maxDeadlocked = 200

/** Threads of the JVM itself are left out. */
export function groupThreads(dump: ThreadDump): ToldThreads {
  const own = dump.threads.filter(thread => !isOfJvm(thread))
  const groups = new Map<string, Mutable<ThreadGroup>>()
  const states: Record<string, number> = {}
  for (const thread of own) {
    states[thread.state] = (states[thread.state] ?? 0) + 1
    add(groups, thread)
  }
  const all = [...groups.values()].sort((a, b) => b.count - a.count || (a.pool < b.pool ? -1 : 1))
  return {
    threads: own.length,
    states,
    groups: all.slice(0, maxThreadGroups),
    omittedGroups: Math.max(0, all.length - maxThreadGroups),
    deadlocked: dump.deadlocked.slice(0, maxDeadlocked).map(({ name, waitsFor, heldBy }) => ({
      name: cut(name),
      waitsFor: cut(waitsFor),
      heldBy: cut(heldBy),
    })),
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function add(
  groups: Map<string, Mutable<ThreadGroup>>,
  { name, state, waitsFor, frames, cpuMs }: JavaThread,
): void {
  const pool = cut(poolOf(name))
  const key = [pool, state, waitsFor, ...frames].join('\n')
  const group = groups.get(key)
  if (group === undefined) {
    const shown = frames.slice(0, maxThreadFrames).map(cut)
    const names = [cut(name)]
    groups.set(key, { pool, state, waitsFor: cut(waitsFor), frames: shown, count: 1, cpuMs, names })
    return
  }
  group.count += 1
  group.cpuMs = group.cpuMs === null || cpuMs === null ? null : group.cpuMs + cpuMs
  if (group.names.length < maxThreadNames) group.names.push(cut(name))
}

/** Threads of a pool have the same name but for numbers: `pool-1-thread-7` and `pool-1-thread-*`. */
export const poolOf = (name: string): string => name.replace(/\d+(?=\D*$)/, '*')

const cut = (text: string): string => text.slice(0, maxText)
