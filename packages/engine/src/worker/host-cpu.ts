/** CPU use of all processes of this machine: a generator beside busy processes measures their effect as well. */
import { closeSync, openSync, readSync } from 'node:fs'

/** Cumulative times of all cores in the kernel's ticks; the unit cancels out. */
interface CoreTimes {
  readonly busy: number
  readonly total: number
  readonly cores: number
}

/** Large enough for the lines of some hundred cores, which come first. */
const readBytes = 65_536

/** Opens its file when it is created: an enclosed engine process cannot open files any more. */
export class HostCpu {
  readonly #buffer = Buffer.alloc(readBytes)
  readonly #file = openStat()
  #last = this.#read()

  /** Share of all cores used since the last call, 0 to 1; null where the system does not provide it. */
  read(): { readonly hostCpu01: number | null; readonly hostCores: number | null } {
    const before = this.#last
    const now = this.#read()
    this.#last = now
    if (now === null) return { hostCpu01: null, hostCores: null }
    const total = now.total - (before?.total ?? now.total)
    if (before === null || total <= 0) return { hostCpu01: null, hostCores: now.cores }
    return { hostCpu01: Math.min(1, Math.max(0, (now.busy - before.busy) / total)), hostCores: now.cores }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
  }

  #read(): CoreTimes | null {
    if (this.#file === null) return null
    try {
      const bytes = readSync(this.#file, this.#buffer, 0, readBytes, 0)
      return coreTimesIn(this.#buffer.toString('latin1', 0, bytes))
    } catch {
      return null
    }
  }
}

/** @see proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; user already includes guests. */
export function coreTimesIn(stat: string): CoreTimes | null {
  const all = /^cpu +(.*)$/m.exec(stat)
  if (all?.[1] === undefined) return null
  const times = all[1].trim().split(/\s+/).slice(0, 8).map(Number)
  const total = times.reduce((sum, time) => sum + time, 0)
  const waiting = (times[3] ?? 0) + (times[4] ?? 0)
  return { busy: total - waiting, total, cores: stat.match(/^cpu\d+ /gm)?.length ?? 1 }
}

function openStat(): number | null {
  try {
    return openSync('/proc/stat', 'r')
  } catch {
    return null
  }
}
