/** The machine of the bench: its hardware, and which of its cores each side gets. */
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import type { MachineFigures } from './result.ts'

/** Cores for generators and target, each side at least one; on a machine with one core both share it. */
export interface CorePlan {
  /** The single core of a generator that is measured per core. */
  readonly generator: number
  readonly target: readonly number[]
  /** Cores that generators can use besides the target. */
  readonly free: readonly number[]
}

/** The target gets the first core; its one worker cannot use more. */
export function planCores(cores = availableParallelism()): CorePlan {
  const free = Array.from({ length: Math.max(1, cores - 1) }, (_, index) => (cores === 1 ? 0 : index + 1))
  return { generator: free.at(-1) ?? 0, target: [0], free }
}

/** The description of the machine in the output. */
export function describeMachine(plan: CorePlan): MachineFigures {
  return {
    cores: availableParallelism(),
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGib: Number((totalmem() / 1_024 ** 3).toFixed(1)),
    system: `${platform()} ${arch()} ${release().split('-')[0] ?? ''}`.trim(),
    node: process.version,
    loadAverageBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
    generatorCores: [plan.generator],
    targetCores: plan.target,
  }
}
