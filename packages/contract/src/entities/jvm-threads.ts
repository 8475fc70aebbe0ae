/** The threads of a JVM at one instant in their stored form: columns, with methods, stacks and locks written once each. */
import { foldGeneratedName } from '@pone/profiles/model/generated-names.ts'
import { z } from 'zod'

/** As Java calls them. */
export const threadStates = ['NEW', 'RUNNABLE', 'BLOCKED', 'WAITING', 'TIMED_WAITING', 'TERMINATED'] as const
export type ThreadState = (typeof threadStates)[number]

/** Threads that are listed; more are counted by their states alone. */
export const maxListedThreads = 20_000
export const maxThreadFrames = 200
/** Of all different stacks of a dump together. */
export const maxStackEntries = 1_000_000
export const maxDeadlockedThreads = 200
export const maxThreadText = 500
/** Of the stored form, unpacked. */
export const maxThreadBytes = 16 * 1024 ** 2

const textSchema = z.string().max(maxThreadText)
const indexSchema = z.int().min(-1)
const columnOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxListedThreads)

export const storedThreadsSchema = z.object({
  version: z.literal(1),
  /** Class and method. */
  frames: z.array(textSchema),
  /** Each is its depth, then the places of its frames in `frames`, innermost first; of a deep one the outer ones are left out. */
  stacks: columnOf(
    z
      .array(z.int().min(0))
      .min(1)
      .max(maxThreadFrames + 1),
  ),
  /** Classes of locks. */
  locks: columnOf(textSchema),
  /** From here on one entry per listed thread. */
  names: columnOf(textSchema),
  /** Java's own numbers, which no other thread of the JVM gets; 0 = not told. */
  numbers: columnOf(z.int().min(0)),
  /** Places in `threadStates`. */
  states: columnOf(
    z
      .int()
      .min(0)
      .max(threadStates.length - 1),
  ),
  /** Places in `stacks`. */
  stackOf: columnOf(indexSchema),
  /** Places in `locks`; -1 = it waits for none. */
  lockOf: columnOf(indexSchema),
  /** Since the start of each thread, ms; null when the JVM is too old to tell. */
  cpuMs: columnOf(z.number().min(0).nullable()),
  /** All threads, also those that are not listed, in the order of `threadStates`. */
  counts: z.array(z.int().min(0)).length(threadStates.length),
  deadlocked: z
    .array(z.object({ name: textSchema, waitsFor: textSchema, heldBy: textSchema }))
    .max(maxDeadlockedThreads),
})
export type StoredThreads = z.infer<typeof storedThreadsSchema>

/** A stack; threads of a dump that have the same one share the object. */
export interface ThreadStack {
  /** Innermost first. */
  readonly frames: readonly string[]
  /** Frames, also those that are left out. */
  readonly depth: number
  /** Equal for equal stacks, in other dumps too. */
  readonly key: string
}

export interface DumpedThread {
  readonly name: string
  /** Names of the pool: that of the thread with its last number left out, `http-nio-8080-exec-*`. */
  readonly pool: string
  readonly number: number
  readonly state: ThreadState
  /** Class of the lock that it waits for; '' for none. */
  readonly waitsFor: string
  readonly stack: ThreadStack
  readonly cpuMs: number | null
}

export interface ThreadDump {
  readonly threads: readonly DumpedThread[]
  readonly counts: Readonly<Record<ThreadState, number>>
  readonly deadlocked: StoredThreads['deadlocked']
}

/** What the stored form holds; null when its columns do not fit each other. */
export function threadDumpOf(stored: StoredThreads): ThreadDump | null {
  const { names, numbers, states, stackOf, lockOf, cpuMs } = stored
  if (![numbers, states, stackOf, lockOf, cpuMs].every(column => column.length === names.length)) return null
  // Two JVMs, or two starts of one, name a lambda differently.
  const methods = stored.frames.map(foldGeneratedName)
  const stacks = stored.stacks.map(([depth = 0, ...places]): ThreadStack | null => {
    const frames = places.flatMap(place => methods[place] ?? [])
    if (frames.length < places.length || depth < frames.length) return null
    return { frames, depth, key: `${depth}\n${frames.join('\n')}` }
  })
  const pools = new Map<string, string>()
  const threads: DumpedThread[] = []
  for (const [at, name] of names.entries()) {
    const stack = stacks[stackOf[at] ?? -1]
    const state = threadStates[states[at] ?? -1]
    const lock = lockOf[at] ?? -1
    const waitsFor = lock < 0 ? '' : stored.locks[lock]
    if (stack === undefined || stack === null || state === undefined || waitsFor === undefined) return null
    let pool = pools.get(name)
    if (pool === undefined) pools.set(name, (pool = poolOf(name)))
    threads.push({ name, pool, number: numbers[at] ?? 0, state, waitsFor, stack, cpuMs: cpuMs[at] ?? null })
  }
  const counts = {} as Record<ThreadState, number>
  for (const [at, state] of threadStates.entries()) counts[state] = stored.counts[at] ?? 0
  return { threads, counts, deadlocked: stored.deadlocked }
}

/** Threads of a pool have the same name but for numbers: `pool-1-thread-7` and `pool-1-thread-*`. */
export const poolOf = (name: string): string => name.replace(/\d+(?=\D*$)/, '*')

export const threadTotal = (counts: Readonly<Record<ThreadState, number>>): number =>
  threadStates.reduce((sum, state) => sum + counts[state], 0)
