/** How long the engine waited for a core: what others use of the machine shows here before the machine is full. */
import { closeSync, openSync, readSync } from 'node:fs'

const readBytes = 128

/** Opens its file when it is created: an enclosed engine process cannot open files any more. */
export class CpuWaitGauge {
  readonly #buffer = Buffer.alloc(readBytes)
  readonly #file = openOrNull()
  #waitedNs = this.#read()
  #readAtMs = performance.now()

  /** Share of the time since the last call in which the main thread was ready to run and had no core; null where the system does not provide it. */
  read(): number | null {
    const now = performance.now()
    const spanNs = (now - this.#readAtMs) * 1e6
    const before = this.#waitedNs
    this.#waitedNs = this.#read()
    this.#readAtMs = now
    if (before === null || this.#waitedNs === null || spanNs <= 0) return null
    return Math.min(1, Math.max(0, (this.#waitedNs - before) / spanNs))
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
  }

  #read(): number | null {
    if (this.#file === null) return null
    try {
      return waitedNsIn(
        this.#buffer.toString('latin1', 0, readSync(this.#file, this.#buffer, 0, readBytes, 0)),
      )
    } catch {
      return null
    }
  }
}

/** @see https://docs.kernel.org/scheduler/sched-stats.html: time on a core, time waiting for one, both ns, time slices. */
export function waitedNsIn(schedstat: string): number | null {
  const [, waited] = /^\d+ (\d+) \d+/.exec(schedstat) ?? []
  return waited === undefined ? null : Number(waited)
}

/** That of the process is that of its main thread. */
function openOrNull(): number | null {
  try {
    return openSync('/proc/self/schedstat', 'r')
  } catch {
    return null
  }
}
