/** How long the engine waited for a core: what others use of the machine shows here before the machine is full. */
import { ProcFile } from './proc-file.ts'

export class CpuWaitGauge {
  /** That of the process is that of its main thread. */
  readonly #file = new ProcFile('/proc/self/schedstat')
  #waitedNs = waitedNsIn(this.#file.text())
  #readAtMs = performance.now()

  /** Share of the time since the last call in which the main thread was ready to run and had no core; null where the system does not provide it. */
  read(): number | null {
    const now = performance.now()
    const spanNs = (now - this.#readAtMs) * 1e6
    const before = this.#waitedNs
    this.#waitedNs = waitedNsIn(this.#file.text())
    this.#readAtMs = now
    if (before === null || this.#waitedNs === null || spanNs <= 0) return null
    return Math.min(1, Math.max(0, (this.#waitedNs - before) / spanNs))
  }

  close(): void {
    this.#file.close()
  }
}

/** @see https://docs.kernel.org/scheduler/sched-stats.html: time on a core, time waiting for one, both ns, time slices. */
export function waitedNsIn(schedstat: string): number | null {
  const [, waited] = /^\d+ (\d+) \d+/.exec(schedstat) ?? []
  return waited === undefined ? null : Number(waited)
}
