/** Lines of `/proc/<pid>/stat` → the processes that use most, with their share of a CPU since the lines before. */
import { type ProcessStat, processStatOf, ticksPerSecond } from '@pone/schema/process-stat.ts'
import type { Records } from '../../reading/records.ts'

const usualLimit = 20

/** CPU ticks by process, and when they were read. */
export interface ProcessTimes {
  readonly elapsedMs: number
  readonly ticks: ReadonlyMap<string, number>
}

const identity = ({ pid, startTicks }: ProcessStat): string => `${pid} ${startTicks}`
const ticksOf = ({ userTicks, systemTicks }: ProcessStat): number => userTicks + systemTicks

/** Rows in the order of use: of CPU since `before`, then of memory. Without `before`, the share of a CPU is not known. */
export function topProcesses(
  statLines: readonly string[],
  elapsedMs: number,
  before: ProcessTimes | undefined,
  limit = usualLimit,
): { records: Records; times: ProcessTimes } {
  const processes = statLines.flatMap(line => processStatOf(line) ?? [])
  const ticks = new Map(processes.map(process => [identity(process), ticksOf(process)]))
  const periodMs = before === undefined ? 0 : elapsedMs - before.elapsedMs
  const shares = processes.map(process => {
    const past = before?.ticks.get(identity(process)) ?? (before === undefined ? undefined : 0)
    const isKnown = past !== undefined && periodMs > 0
    const cpuPercent = isKnown
      ? ((ticksOf(process) - past) * 100_000) / ticksPerSecond / periodMs
      : Number.NaN
    return { process, cpuPercent }
  })
  const records = shares
    .toSorted(
      (a, b) =>
        (b.cpuPercent || 0) - (a.cpuPercent || 0) || b.process.residentBytes - a.process.residentBytes,
    )
    .slice(0, limit)
    .map(({ process, cpuPercent }) => ({
      pid: String(process.pid),
      name: process.name,
      state: process.state,
      threads: String(process.threads),
      rssBytes: String(process.residentBytes),
      cpuPercent: Number.isNaN(cpuPercent) ? '' : cpuPercent.toFixed(1),
    }))
  return { records, times: { elapsedMs, ticks } }
}
