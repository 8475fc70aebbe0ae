/** Resource use of processes, read from /proc: CPU time of a whole session, memory of one process. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time in hundredths of a second on every architecture that Node runs on. */
const usPerTick = 10_000
const kibibyte = 1_024

interface ProcessTimes {
  readonly session: number
  readonly cpuUs: number
}

/** CPU time, µs, that the processes of a session have used so far, ended and awaited children included. */
export function cpuUsOfSession(session: number): number {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => timesOf(Number(name)))
    .filter(times => times?.session === session)
    .reduce((all, times) => all + (times?.cpuUs ?? 0), 0)
}

/** Ids of the processes of a session. */
export const processesOfSession = (session: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => timesOf(pid)?.session === session)

/** Time, µs, that a core has been busy so far, by any process, steal time included. */
export function busyUsOfCore(core: number): number {
  return parseCoreLine(readProcFile('/proc/stat'), core)
}

/** Reads the line of a core in /proc/stat: all time except idle and waiting for the disk. */
export function parseCoreLine(stat: string, core: number): number {
  const line = stat.split('\n').find(candidate => candidate.startsWith(`cpu${core} `))
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = (line ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softIrq + steal) * usPerTick
}

/** Resident memory of a process, bytes; 0 when it has ended. */
export function residentBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`)) ?? []
  return Number(kibibytes ?? 0) * kibibyte
}

/** Reads /proc/<pid>/stat; the command in brackets may hold blanks and brackets. */
export function parseStat(stat: string): ProcessTimes | null {
  const end = stat.lastIndexOf(')')
  if (end < 0) return null
  const fields = stat.slice(end + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((all, field) => all + Number(field), 0)
  return { session: Number(fields[3]), cpuUs: ticks * usPerTick }
}

const timesOf = (pid: number): ProcessTimes | null => parseStat(readProcFile(`/proc/${pid}/stat`))

function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
