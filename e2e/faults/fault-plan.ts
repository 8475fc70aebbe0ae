/**
 * Which faults a run gets: two or three, on different machines, one of them long enough that a share of the load may
 * have to be moved.
 */
import type { Machine } from './machine.ts'
import { centralParts, machineParts } from './parts.ts'
import type { Random } from './random.ts'

export interface PlannedFault {
  readonly part: string
  /** null for a part of the installation. */
  readonly machine: Machine | null
  /** Time after the first request. */
  readonly strikeAfterMs: number
  /** Time until it is repaired. */
  readonly lastsMs: number
  /** Severity of the fault, where that can vary. */
  readonly severity01: number
}

const shortestMs = 500
const latestLongStrikeMs = 4_000
/** Longer than the time in which a loss is detected, so that shares are moved in some of the cases. */
const longestMs = 11_000
const latestShortStrikeMs = 9_000
/** Shorter than the time after which an agent pauses its users. */
const longestShortMs = 3_500
const mostFaults = 3

/** In the order in which they begin. */
export function planFaults(machines: readonly Machine[], random: Random): PlannedFault[] {
  const rest = [...machines]
  const faults: PlannedFault[] = []
  const kinds = [...centralParts, ...Object.keys(machineParts)]
  const count = Math.round(random.between(1.5, mostFaults + 0.5))
  while (faults.length < count) {
    const isLong = faults.length === 0
    const isCentral = (name: string) => centralParts.some(part => part === name)
    const hasCentral = faults.some(({ part }) => isCentral(part))
    const possible = kinds.filter(name =>
      isCentral(name) ? !hasCentral : rest.some(machine => machineParts[name]?.fits(machine)),
    )
    const part = random.pick(possible)
    const machine = isCentral(part) ? null : random.pick(rest.filter(each => machineParts[part]?.fits(each)))
    if (machine !== null) rest.splice(rest.indexOf(machine), 1)
    faults.push({
      part,
      machine,
      strikeAfterMs: random.between(shortestMs, isLong ? latestLongStrikeMs : latestShortStrikeMs),
      lastsMs: random.between(shortestMs, isLong ? longestMs : longestShortMs),
      severity01: random.between(0, 1),
    })
  }
  return faults.sort((a, b) => a.strikeAfterMs - b.strikeAfterMs)
}
