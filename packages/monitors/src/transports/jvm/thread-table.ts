/** Makes the stored form of a thread dump: every method, stack and lock is written once, whatever the number of threads. */
import {
  maxDeadlockedThreads,
  maxListedThreads,
  maxStackEntries,
  maxThreadFrames,
  maxThreadText,
  type StoredThreads,
  threadStates,
} from '@pone/contract/entities/jvm-threads.ts'
import { type DeadlockedThread, isOfJvm, type JavaThread } from './thread-dump.ts'

export class ThreadTable {
  readonly #frames = new Places()
  readonly #locks = new Places()
  readonly #stacks: number[][] = []
  readonly #stackPlaces = new Map<string, number>()
  readonly #columns: Pick<StoredThreads, 'names' | 'numbers' | 'states' | 'stackOf' | 'lockOf' | 'cpuMs'> = {
    names: [],
    numbers: [],
    states: [],
    stackOf: [],
    lockOf: [],
    cpuMs: [],
  }
  readonly #counts = threadStates.map(() => 0)
  #stackEntries = 0

  /** Threads of the JVM itself are left out; threads that are too many are counted alone. */
  add(thread: JavaThread): void {
    const state = threadStates.findIndex(each => each === thread.state)
    if (state < 0 || isOfJvm(thread)) return
    this.#counts[state] = (this.#counts[state] ?? 0) + 1
    const { names, numbers, states, stackOf, lockOf, cpuMs } = this.#columns
    if (names.length >= maxListedThreads) return
    const stack = this.#stackOf(thread)
    if (stack < 0) return
    names.push(cut(thread.name))
    numbers.push(thread.number)
    states.push(state)
    stackOf.push(stack)
    lockOf.push(thread.waitsFor === '' ? -1 : this.#locks.of(cut(thread.waitsFor)))
    cpuMs.push(thread.cpuMs)
  }

  stored(deadlocked: readonly DeadlockedThread[]): StoredThreads {
    return {
      version: 1,
      frames: this.#frames.texts,
      stacks: this.#stacks,
      locks: this.#locks.texts,
      ...this.#columns,
      counts: this.#counts,
      deadlocked: deadlocked.slice(0, maxDeadlockedThreads).map(({ name, waitsFor, heldBy }) => ({
        name: cut(name),
        waitsFor: cut(waitsFor),
        heldBy: cut(heldBy),
      })),
    }
  }

  /** -1 = there is no more room for different stacks. */
  #stackOf({ frames, depth }: JavaThread): number {
    const stack = [depth, ...frames.slice(0, maxThreadFrames).map(frame => this.#frames.of(cut(frame)))]
    const key = stack.join()
    const known = this.#stackPlaces.get(key)
    if (known !== undefined) return known
    if (this.#stackEntries + stack.length > maxStackEntries) return -1
    this.#stackEntries += stack.length
    this.#stackPlaces.set(key, this.#stacks.length)
    return this.#stacks.push(stack) - 1
  }
}

/** Texts, each at one place. */
class Places {
  readonly texts: string[] = []
  readonly #places = new Map<string, number>()

  of(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

const cut = (text: string): string => text.slice(0, maxThreadText)
