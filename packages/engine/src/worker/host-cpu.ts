/** How busy all processes of this machine keep its cores: a generator beside busy neighbours measures these as well. */
import { readFileSync } from 'node:fs'

/** Cumulative times of all cores in the kernel's ticks; the unit cancels out. */
interface CoreTimes {
  readonly busy: number
  readonly total: number
  readonly cores: number
}

export class HostCpu {
  #last: CoreTimes | null = readCoreTimes()

  /** Share of all cores used since the last call, 0 to 1; null where the system does not tell. */
  read(): { readonly hostCpu01: number | null; readonly hostCores: number | null } {
    const before = this.#last
    const now = readCoreTimes()
    this.#last = now
    if (now === null) return { hostCpu01: null, hostCores: null }
    const total = now.total - (before?.total ?? now.total)
    const hostCpu01 = before === null || total <= 0 ? null : (now.busy - before.busy) / total
    return {
      hostCpu01: hostCpu01 === null ? null : Math.min(1, Math.max(0, hostCpu01)),
      hostCores: now.cores,
    }
  }
}

/** @see proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; guests are in user already. */
export function coreTimesIn(stat: string): CoreTimes | null {
  const all = /^cpu +(.*)$/m.exec(stat)
  if (all?.[1] === undefined) return null
  const times = all[1].trim().split(/\s+/).slice(0, 8).map(Number)
  const total = times.reduce((sum, time) => sum + time, 0)
  const waiting = (times[3] ?? 0) + (times[4] ?? 0)
  return { busy: total - waiting, total, cores: stat.match(/^cpu\d+ /gm)?.length ?? 1 }
}

function readCoreTimes(): CoreTimes | null {
  try {
    return coreTimesIn(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return null
  }
}
