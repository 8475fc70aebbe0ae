/**
 * Which parts can fail during a run, and how: each fault is applied, and repaired after a while where the part does not
 * recover by itself.
 */
import type { Installation } from '../harness/installation.ts'
import type { Machine } from './machine.ts'
import type { MachineNetwork } from './machine-network.ts'

export interface Victims {
  readonly installation: Installation
  readonly machines: readonly Machine[]
}

/** Repairs the part; null for those that recover by themselves. */
type Mend = (() => void | Promise<void>) | null

/** A fault of a machine; `fits` is true for machines it can be applied to, `severity01` is its severity where that can vary. */
interface MachinePart {
  readonly fits: (machine: Machine) => boolean
  readonly strike: (machine: Machine, severity01: number) => Promise<Mend>
}

/** Delay of a packet, each way. */
const shortestDelayMs = 50
const longestDelayMs = 600
const leastLossPercent = 5
const mostLossPercent = 40

const between = (from: number, to: number, at01: number) => Math.round(from + at01 * (to - from))

const anyMachine = () => true
const hasLine = ({ line }: Machine) => line !== null
const hasNetwork = ({ network }: Machine) => network !== null

const signal = (pid: number | undefined, name: NodeJS.Signals): void => {
  if (pid === undefined || pid === 0) return
  try {
    process.kill(pid, name)
  } catch {
    // Already ended, by itself or by another fault.
  }
}

const networkPart = (
  strike: (network: MachineNetwork, severity01: number) => Promise<void>,
): MachinePart => ({
  fits: hasNetwork,
  strike: async ({ network }, severity01) => {
    if (network === null) return null
    await strike(network, severity01)
    return () => network.mend()
  },
})

/** By the name that a run's line of output shows. */
export const machineParts: Readonly<Record<string, MachinePart>> = {
  worker: {
    fits: anyMachine,
    strike: async machine => {
      const [pid] = await machine.workers()
      signal(pid, 'SIGKILL')
      return null
    },
  },
  pausedWorker: {
    fits: anyMachine,
    strike: async machine => {
      const [pid] = await machine.workers()
      signal(pid, 'SIGSTOP')
      return () => signal(pid, 'SIGCONT')
    },
  },
  agent: {
    fits: anyMachine,
    strike: async machine => {
      await machine.kill()
      return () => machine.start()
    },
  },
  pausedAgent: {
    fits: anyMachine,
    strike: async machine => {
      const pid = machine.pid()
      signal(pid, 'SIGSTOP')
      return () => signal(pid, 'SIGCONT')
    },
  },
  line: {
    fits: hasLine,
    strike: async ({ line }) => {
      line?.cut()
      return () => line?.restore()
    },
  },
  linkDown: networkPart(network => network.cut()),
  serverCut: networkPart(network => network.cutToServer()),
  answersCut: networkPart(network => network.cutAnswers()),
  slowNetwork: networkPart((network, severity01) =>
    network.delay(between(shortestDelayMs, longestDelayMs, severity01)),
  ),
  lossyNetwork: networkPart((network, severity01) =>
    network.lose(between(leastLossPercent, mostLossPercent, severity01)),
  ),
}

/** Parts that `up` restarts. */
export const centralParts = ['server', 'database'] as const
