/** Lines of `/proc/<pid>/stat` → the processes that use most, with their share of a CPU since the lines before. */
import type { Records } from '../../reading/records.ts'

const ticksPerSecond = 100
const pageBytes = 4_096
const usualLimit = 20

interface Process {
  readonly pid: string
  readonly name: string
  readonly state: string
  readonly ticks: number
  readonly threads: string
  /** With the pid, tells a process from a later one of the same pid. */
  readonly started: string
  readonly rssBytes: number
}

/** CPU ticks by process, and when they were read. */
export interface ProcessTimes {
  readonly elapsedMs: number
  readonly ticks: ReadonlyMap<string, number>
}

/** The name may hold spaces and brackets; it ends at the last bracket. */
function processOf(line: string): Process | undefined {
  const [, pid, name, rest] = /^(\d+) \((.*)\) (.+)$/s.exec(line.trim()) ?? []
  if (pid === undefined || name === undefined || rest === undefined) return undefined
  const values = rest.split(' ')
  return {
    pid,
    name,
    state: values[0] ?? '',
    ticks: Number(values[11]) + Number(values[12]),
    threads: values[17] ?? '',
    started: values[19] ?? '',
    rssBytes: Number(values[21]) * pageBytes,
  }
}

const identity = ({ pid, started }: Process): string => `${pid} ${started}`

/** Rows in the order of use: of CPU since `before`, then of memory. Without `before`, the share of a CPU is not known. */
export function topProcesses(
  statLines: readonly string[],
  elapsedMs: number,
  before: ProcessTimes | undefined,
  limit = usualLimit,
): { records: Records; times: ProcessTimes } {
  const processes = statLines.flatMap(line => processOf(line) ?? [])
  const ticks = new Map(processes.map(process => [identity(process), process.ticks]))
  const periodMs = before === undefined ? 0 : elapsedMs - before.elapsedMs
  const shares = processes.map(process => {
    const past = before?.ticks.get(identity(process)) ?? (before === undefined ? undefined : 0)
    const isKnown = past !== undefined && periodMs > 0
    const cpuPercent = isKnown ? ((process.ticks - past) * 100_000) / ticksPerSecond / periodMs : Number.NaN
    return { process, cpuPercent }
  })
  const records = shares
    .toSorted((a, b) => (b.cpuPercent || 0) - (a.cpuPercent || 0) || b.process.rssBytes - a.process.rssBytes)
    .slice(0, limit)
    .map(({ process, cpuPercent }) => ({
      pid: process.pid,
      name: process.name,
      state: process.state,
      threads: process.threads,
      rssBytes: String(process.rssBytes),
      cpuPercent: Number.isNaN(cpuPercent) ? '' : cpuPercent.toFixed(1),
    }))
  return { records, times: { elapsedMs, ticks } }
}
