/** When the figures of a run are doubtful because load machines were overloaded, by machine; pure. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { ReportMachine } from '@pone/results/sections/machines/data.ts'

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

/** Whole seconds since the start of the run, both included. */
export interface Part {
  readonly fromSecond: number
  readonly toSecond: number
}

/** Machines of a report that were overloaded, with the parts and everything that exceeded a limit in them. */
export function doubtfulParts(
  machines: readonly Pick<ReportMachine, 'name' | 'overloads'>[],
): { readonly machine: string; readonly parts: readonly Part[]; readonly reasons: readonly string[] }[] {
  return machines.flatMap(({ name, overloads }) =>
    overloads.length === 0
      ? []
      : [
          {
            machine: name,
            parts: joinParts(overloads),
            reasons: [...new Set(overloads.flatMap(({ reasons }) => reasons))],
          },
        ],
  )
}

/** In order of time; those that overlap or touch are one. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const { fromSecond, toSecond } of parts.toSorted((a, b) => a.fromSecond - b.fromSecond)) {
    const last = joined.at(-1)
    if (last === undefined || fromSecond > last.toSecond + 1) joined.push({ fromSecond, toSecond })
    else joined[joined.length - 1] = { ...last, toSecond: Math.max(last.toSecond, toSecond) }
  }
  return joined
}
