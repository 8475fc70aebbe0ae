/** Threads over the dumps of a series: their states, how long each stayed in one stack, and the processor time between; pure. */
import type { DumpedThread, ThreadDump } from '@pone/contract/entities/jvm-threads.ts'

/** Java's own number is unique in a JVM; where it is not told, the name is all there is. */
export const identityOf = ({ number, name }: DumpedThread): string => (number > 0 ? `#${number}` : name)

export interface ThreadLine {
  readonly key: string
  /** As it was in the last dump that has it. */
  readonly thread: DumpedThread
  /** One entry per dump; null = the dump has no such thread. */
  readonly seen: readonly (DumpedThread | null)[]
  /** The most dumps in a row in which it was at the same place of the code, in the same state. */
  readonly longestStay: number
  /** Used from the first dump that has it to the last, ms; null for one dump, and when the JVM does not tell. */
  readonly cpuMs: number | null
}

/** In the order of the dumps. */
export function threadLines(dumps: readonly ThreadDump[]): ThreadLine[] {
  const seen = new Map<string, (DumpedThread | null)[]>()
  for (const [at, { threads }] of dumps.entries()) {
    for (const thread of threads) {
      const key = identityOf(thread)
      let line = seen.get(key)
      if (line === undefined) seen.set(key, (line = dumps.map(() => null)))
      line[at] = thread
    }
  }
  return [...seen].flatMap(([key, line]) => {
    const present = line.filter(thread => thread !== null)
    const [first, last] = [present[0], present.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      { key, thread: last, seen: line, longestStay: longestStay(line), cpuMs: usedBetween(first, last) },
    ]
  })
}

/** null when they are one and the same, and when the JVM does not tell. */
export const usedBetween = (before: DumpedThread, after: DumpedThread): number | null =>
  before === after || before.cpuMs === null || after.cpuMs === null
    ? null
    : Math.max(0, after.cpuMs - before.cpuMs)

function longestStay(line: readonly (DumpedThread | null)[]): number {
  let longest = 0
  let stay = 0
  let before: DumpedThread | null = null
  for (const thread of line) {
    stay = thread === null ? 0 : before !== null && isSamePlace(before, thread) ? stay + 1 : 1
    longest = Math.max(longest, stay)
    before = thread
  }
  return longest
}

/** Same state, lock and stack. */
export const isSamePlace = (a: DumpedThread, b: DumpedThread): boolean =>
  a.state === b.state && a.waitsFor === b.waitsFor && a.stack.key === b.stack.key

/** Stays count most where threads should move on: those that others hold up, then those that run. */
const weights = { BLOCKED: 5, RUNNABLE: 4, TIMED_WAITING: 3, WAITING: 2, NEW: 1, TERMINATED: 0 } as const
export type LineOrder = 'stay' | 'cpu' | 'name'

export function sortedLines(lines: readonly ThreadLine[], order: LineOrder): ThreadLine[] {
  const byName = (a: ThreadLine, b: ThreadLine) =>
    a.thread.name.localeCompare(b.thread.name, undefined, { numeric: true })
  const byStay = (a: ThreadLine, b: ThreadLine) =>
    b.longestStay - a.longestStay || weights[b.thread.state] - weights[a.thread.state] || byName(a, b)
  const byCpu = (a: ThreadLine, b: ThreadLine) => (b.cpuMs ?? -1) - (a.cpuMs ?? -1) || byName(a, b)
  return lines.toSorted(order === 'cpu' ? byCpu : order === 'name' ? byName : byStay)
}

/** Processor time of all threads between two dumps of a JVM, ms; null when the JVM does not tell. Threads that ended meanwhile are not in it. */
export function cpuBetween(before: ThreadDump, after: ThreadDump): number | null {
  const known = new Map(before.threads.map(thread => [identityOf(thread), thread]))
  let sum = 0
  for (const thread of after.threads) {
    const was = known.get(identityOf(thread))
    const used = was === undefined ? thread.cpuMs : usedBetween(was, thread)
    if (used === null) return null
    sum += used
  }
  return sum
}
