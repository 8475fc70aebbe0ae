/** Memory and network of this machine as shares of what it has: both slow a generator down before its CPU shows it. */
import { readdirSync, readFileSync } from 'node:fs'
import { ProcFile } from './proc-file.ts'

export interface HostStrain {
  /** Share of the memory that is in use; null where the system does not provide it. */
  readonly hostMemory01: number | null
  /** Of the busiest interface and direction, share of its speed; null where no interface has a known speed. */
  readonly network01: number | null
}

const bitsPerByte = 8

export class HostStrainGauge {
  readonly #memory = new ProcFile('/proc/meminfo')
  readonly #network = new ProcFile('/proc/net/dev')
  /** Bytes per second by interface, without loopback. */
  readonly #speeds = interfaceSpeeds()
  #sent = this.#counters()
  #readAtMs = performance.now()

  /** Since the last call. */
  read(): HostStrain {
    const now = performance.now()
    const before = this.#sent
    const spanSeconds = (now - this.#readAtMs) / 1_000
    this.#sent = this.#counters()
    this.#readAtMs = now
    return {
      hostMemory01: memoryUsed01(this.#memory.text()),
      network01: networkUsed01(before, this.#sent, this.#speeds, spanSeconds),
    }
  }

  close(): void {
    this.#memory.close()
    this.#network.close()
  }

  #counters(): ReadonlyMap<string, InterfaceBytes> {
    return this.#speeds.size === 0 ? new Map() : bytesIn(this.#network.text())
  }
}

export interface InterfaceBytes {
  readonly received: number
  readonly sent: number
}

/** @see proc_meminfo(5): what is available without swapping counts as free. */
export function memoryUsed01(meminfo: string): number | null {
  const kib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(meminfo)?.[1] ?? Number.NaN)
  const used01 = 1 - kib('MemAvailable') / kib('MemTotal')
  return Number.isFinite(used01) ? Math.min(1, Math.max(0, used01)) : null
}

/** @see proc_net_dev(5): after the name, bytes received are the first figure and bytes sent the ninth. */
export function bytesIn(dev: string): Map<string, InterfaceBytes> {
  return new Map(
    [...dev.matchAll(/^\s*([^\s:]+):\s*(.*)$/gm)].map(([, name = '', figures = '']) => {
      const values = figures.trim().split(/\s+/).map(Number)
      return [name, { received: values[0] ?? 0, sent: values[8] ?? 0 }]
    }),
  )
}

/** `speeds` in bytes per second. */
export function networkUsed01(
  before: ReadonlyMap<string, InterfaceBytes>,
  now: ReadonlyMap<string, InterfaceBytes>,
  speeds: ReadonlyMap<string, number>,
  spanSeconds: number,
): number | null {
  const shares = [...speeds].flatMap(([name, speed]) => {
    const [then, present] = [before.get(name), now.get(name)]
    if (then === undefined || present === undefined || spanSeconds <= 0) return []
    const bytes = Math.max(present.received - then.received, present.sent - then.sent)
    return [Math.min(1, Math.max(0, bytes / spanSeconds / speed))]
  })
  return shares.length === 0 ? null : Math.max(...shares)
}

/** Interfaces without a known speed, such as those of most virtual machines, are left out. */
function interfaceSpeeds(): ReadonlyMap<string, number> {
  const folder = '/sys/class/net'
  try {
    return new Map(
      readdirSync(folder).flatMap((name): [string, number][] => {
        const megabits = speedOf(`${folder}/${name}/speed`)
        return megabits > 0 ? [[name, (megabits * 1e6) / bitsPerByte]] : []
      }),
    )
  } catch {
    return new Map()
  }
}

/** Mbit/s; 0 where it is not known. */
function speedOf(path: string): number {
  try {
    return Number(readFileSync(path, 'latin1'))
  } catch {
    return 0
  }
}
