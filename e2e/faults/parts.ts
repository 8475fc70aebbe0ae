/** What can be hurt in the middle of a run, and how: each part is struck, and mended again after a while where it does not mend itself. */
import type { Installation } from '../harness/installation.ts'
import type { Machine } from './machine.ts'
import type { MachineNetwork } from './machine-network.ts'

export interface Victims {
  readonly installation: Installation
  readonly machines: readonly Machine[]
}

/** Brings the part back; null for those that come back by themselves. */
type Mend = (() => void | Promise<void>) | null

/** A way to hurt a machine; `fits` says which machines it can be done to, `severity01` how hard it is hit where that can vary. */
interface MachinePart {
  readonly fits: (machine: Machine) => boolean
  readonly strike: (machine: Machine, severity01: number) => Promise<Mend>
}

/** Of a packet, each way. */
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
    // Gone already, by its own end or by another fault.
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

/** By the name that a run's line shows. */
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

/** Parts that `up` starts again. */
export const centralParts = ['server', 'database'] as const
