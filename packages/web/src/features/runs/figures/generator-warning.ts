/** From when on the figures of a run are doubtful because load machines were overloaded, by machine; pure. */
import type { RunEvent } from '@pone/contract/entities/run.ts'

export interface DoubtfulMachine {
  readonly machine: string
  /** Whole seconds since the start of the run. */
  readonly fromSecond: number
  /** Everything that exceeded a limit since then. */
  readonly reasons: readonly string[]
}

/** Machines in the order in which they were overloaded; empty when none was. `startedAt` epoch ms. */
export function doubtfulMachines(
  events: readonly Pick<RunEvent, 'kind' | 'at' | 'params'>[],
  startedAt: number | null,
): DoubtfulMachine[] {
  const found = new Map<string, DoubtfulMachine>()
  for (const { kind, at, params } of events) {
    if (kind !== 'generatorOverloaded') continue
    const machine = String(params['machine'] ?? '')
    const since = Math.max(0, Math.floor((at - (startedAt ?? at)) / 1_000))
    const second = typeof params['second'] === 'number' ? params['second'] : since
    const reasons = String(params['reason'] ?? '')
      .split(',')
      .filter(Boolean)
    const known = found.get(machine)
    found.set(machine, {
      machine,
      fromSecond: Math.min(second, known?.fromSecond ?? second),
      reasons: [...new Set([...(known?.reasons ?? []), ...reasons])],
    })
  }
  return [...found.values()].toSorted((a, b) => a.fromSecond - b.fromSecond)
}
