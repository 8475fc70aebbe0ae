/** CPU time of this process with its threads, and of PostgreSQL with its processes. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseStat } from '../process-usage.ts'

/** CPU time so far, µs. */
export interface CpuTimes {
  readonly own: number
  readonly postgres: number
}

export function readCpu(postgresPid: number): CpuTimes {
  const { user, system } = process.cpuUsage()
  const postgres = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => statOf(name))
    .filter(({ pid, parent }) => pid === postgresPid || parent === postgresPid)
    .reduce((sum, { cpuUs }) => sum + cpuUs, 0)
  return { own: user + system, postgres }
}

/** Of a process by its number in `/proc`: its parent, and CPU time so far, µs; zeros when it has ended. */
export function statOf(name: string): { pid: number; parent: number; cpuUs: number } {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { pid: Number(name), parent, cpuUs: parseStat(stat)?.cpuUs ?? 0 }
  } catch {
    return { pid: 0, parent: 0, cpuUs: 0 }
  }
}

export const cpuBetween = (before: CpuTimes, after: CpuTimes): CpuTimes => ({
  own: after.own - before.own,
  postgres: after.postgres - before.postgres,
})
