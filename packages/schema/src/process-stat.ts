/** What `/proc/PID/stat` of Linux tells of a process; pure. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */

/** The same on all architectures that Node runs on. */
export const ticksPerSecond = 100
const pageBytes = 4_096

export interface ProcessStat {
  readonly pid: number
  readonly name: string
  /** One letter; Z is a zombie, X dead. */
  readonly state: string
  readonly parentPid: number
  readonly majorFaults: number
  /** Processor time of all its threads, in its own code and in the kernel. */
  readonly userTicks: number
  readonly systemTicks: number
  readonly threads: number
  /** Since the start of the machine; with the pid, tells a process from a later one of the same pid. */
  readonly startTicks: number
  readonly residentBytes: number
}

/** null if the text is no such line. */
export function processStatOf(text: string): ProcessStat | null {
  // The name may contain spaces and brackets; it ends at the last bracket.
  const [, pid, name = '', rest = ''] = /^(\d+) \((.*)\) (.+)$/s.exec(text.trim()) ?? []
  if (pid === undefined) return null
  const fields = rest.split(' ')
  /** By its number in the manual. */
  const number = (at: number) => Number(fields[at - 3])
  return {
    pid: Number(pid),
    name,
    state: fields[0] ?? 'X',
    parentPid: number(4),
    majorFaults: number(12),
    userTicks: number(14),
    systemTicks: number(15),
    threads: number(20),
    startTicks: number(22),
    residentBytes: number(24) * pageBytes,
  }
}
