/** What can be hurt in the middle of a run, and how: each part is struck, and mended again some seconds later where it does not mend itself. */
import type { Installation } from '../harness/installation.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'

export interface Victims {
  readonly installation: Installation
  readonly machines: readonly Machine[]
}

export interface Strike {
  /** For people, e.g. `m2, back after 3 s`. */
  readonly detail: string
  /** Brings the part back; nothing for those that come back by themselves. */
  readonly mend: (() => void) | null
  readonly mendAfterMs: number
}

type Hurt = (victims: Victims, random: Random) => Promise<Strike>

const shortestMs = 500
/** Longer than a loss needs to be noticed, so that shares are moved in about half of the cases. */
const longestMs = 13_000
const ownMending = { mend: null, mendAfterMs: 0 }

const anyTime = (random: Random): number => Math.round(random.between(shortestMs, longestMs))
const inWords = (name: string, ms: number): string => `${name}, back after ${(ms / 1_000).toFixed(1)} s`

/** By the name that a run's line shows. */
export const parts: Readonly<Record<string, Hurt>> = {
  worker: async ({ machines }, random) => {
    const machine = random.pick(machines)
    const [pid] = await machine.workers()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    return { detail: pid === undefined ? `${machine.name} has none` : machine.name, ...ownMending }
  },
  pausedWorker: async ({ machines }, random) => {
    const machine = random.pick(machines)
    const mendAfterMs = anyTime(random)
    const [pid] = await machine.workers()
    const signal = (name: NodeJS.Signals) => {
      if (pid !== undefined) process.kill(pid, name)
    }
    signal('SIGSTOP')
    return { detail: inWords(machine.name, mendAfterMs), mend: () => signal('SIGCONT'), mendAfterMs }
  },
  agent: async ({ machines }, random) => {
    const machine = random.pick(machines)
    const mendAfterMs = anyTime(random)
    await machine.kill()
    return { detail: inWords(machine.name, mendAfterMs), mend: () => machine.start(), mendAfterMs }
  },
  pausedAgent: async ({ machines }, random) => {
    const machine = random.pick(machines)
    const mendAfterMs = anyTime(random)
    const pid = machine.pid()
    process.kill(pid, 'SIGSTOP')
    return {
      detail: inWords(machine.name, mendAfterMs),
      mend: () => process.kill(pid, 'SIGCONT'),
      mendAfterMs,
    }
  },
  line: async ({ machines }, random) => {
    const machine = random.pick(machines)
    const mendAfterMs = anyTime(random)
    machine.line.cut()
    return { detail: inWords(machine.name, mendAfterMs), mend: () => machine.line.mend(), mendAfterMs }
  },
  server: async ({ installation }) => {
    await installation.kill('server')
    return { detail: 'restarted by up', ...ownMending }
  },
  database: async ({ installation }) => {
    await installation.kill('database')
    return { detail: 'restarted by up', ...ownMending }
  },
}
