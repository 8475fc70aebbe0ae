/** Health of the worker process and its machine, once a second: an overloaded generator measures itself. */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Batch } from '@pone/contract/link/batch.ts'
import { CpuWaitGauge } from './cpu-wait.ts'
import { HostCpu } from './host-cpu.ts'
import { HostStrainGauge } from './host-strain.ts'

const resolutionMs = 10
/** Over a shorter time, such as the last moment of a run, a share of CPU is meaningless. */
export const shortestSpanMs = 500

export class HealthGauge {
  readonly #maxConnections = maxOpenFiles()
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #host = new HostCpu()
  readonly #strain = new HostStrainGauge()
  readonly #wait = new CpuWaitGauge()
  #cpu = process.cpuUsage()
  #readAt = performance.now()
  #memoryBytes = 0

  constructor() {
    this.#delay.enable()
  }

  /** Called at the run's start: the preparation is left out. */
  begin(): void {
    this.#cpu = process.cpuUsage()
    this.#readAt = performance.now()
    this.#delay.reset()
    this.#host.read()
    this.#strain.read()
    this.#wait.read()
  }

  /** Figures since the last call; null within half a second of it. */
  read(connections: number): Batch['health'] {
    const now = performance.now()
    const spanMs = now - this.#readAt
    if (spanMs < shortestSpanMs) return null
    const used = process.cpuUsage(this.#cpu)
    const delayMs = this.#delay.count === 0 ? 0 : this.#delay.percentile(99) / 1e6 - resolutionMs
    this.#cpu = process.cpuUsage()
    this.#readAt = now
    this.#delay.reset()
    return {
      cpu01: (used.user + used.system) / (spanMs * 1_000),
      cpuCores: 1,
      ...this.#host.read(),
      ...this.#strain.read(),
      cpuWait01: this.#wait.read(),
      spanMs,
      eventLoopDelayMs: Math.max(0, delayMs),
      memoryBytes: this.#readMemory(),
      connections,
      maxConnections: this.#maxConnections,
    }
  }

  close(): void {
    this.#delay.disable()
    this.#host.close()
    this.#strain.close()
    this.#wait.close()
  }

  #readMemory(): number {
    try {
      this.#memoryBytes = process.memoryUsage.rss()
    } catch {
      // It opens a file, which fails when connections have used up the descriptors; the run continues with the last
      // figure.
    }
    return this.#memoryBytes
  }
}

/** The process's limit of open files, which bounds its connections; null where the system does not provide it. */
function maxOpenFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
