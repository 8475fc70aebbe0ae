/** CPU use of all processes of this machine: a generator beside busy processes measures their effect as well. */
import { ProcFile } from './proc-file.ts'

/** Cumulative times of all cores in the kernel's ticks; the unit cancels out. */
interface CoreTimes {
  readonly busy: number
  readonly total: number
  /** Given to others by the host of a virtual machine. */
  readonly stolen: number
  readonly cores: number
}

/** Since the last call, 0 to 1; null where the system does not provide it. */
interface HostCpuShares {
  readonly hostCpu01: number | null
  readonly hostCores: number | null
  readonly steal01: number | null
}

export class HostCpu {
  /** The lines of its cores come first. */
  readonly #file = new ProcFile('/proc/stat')
  #last = coreTimesIn(this.#file.text())

  /** Shares of all cores. */
  read(): HostCpuShares {
    const before = this.#last
    const now = coreTimesIn(this.#file.text())
    this.#last = now
    if (now === null) return { hostCpu01: null, hostCores: null, steal01: null }
    const total = now.total - (before?.total ?? now.total)
    if (before === null || total <= 0) return { hostCpu01: null, hostCores: now.cores, steal01: null }
    const share = (after: number, earlier: number) => Math.min(1, Math.max(0, (after - earlier) / total))
    return {
      hostCpu01: share(now.busy, before.busy),
      hostCores: now.cores,
      steal01: share(now.stolen, before.stolen),
    }
  }

  close(): void {
    this.#file.close()
  }
}

/** @see proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; user already includes guests. */
export function coreTimesIn(stat: string): CoreTimes | null {
  const all = /^cpu +(.*)$/m.exec(stat)
  if (all?.[1] === undefined) return null
  const times = all[1].trim().split(/\s+/).slice(0, 8).map(Number)
  const total = times.reduce((sum, time) => sum + time, 0)
  const waiting = (times[3] ?? 0) + (times[4] ?? 0)
  return { busy: total - waiting, total, stolen: times[7] ?? 0, cores: stat.match(/^cpu\d+ /gm)?.length ?? 1 }
}
