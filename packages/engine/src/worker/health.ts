/** How the worker process itself fares, once a second: an overloaded generator measures itself. */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Batch } from '@pone/contract/link/batch.ts'

const resolutionMs = 10

export class HealthGauge {
  readonly #maxConnections = maxOpenFiles()
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  #cpu = process.cpuUsage()
  #readAt = performance.now()
  #memoryBytes = 0

  constructor() {
    this.#delay.enable()
  }

  /** Figures since the last call. */
  read(connections: number): NonNullable<Batch['health']> {
    const now = performance.now()
    const used = process.cpuUsage(this.#cpu)
    const spanUs = Math.max(1, (now - this.#readAt) * 1_000)
    const delayMs = this.#delay.count === 0 ? 0 : this.#delay.percentile(99) / 1e6 - resolutionMs
    this.#cpu = process.cpuUsage()
    this.#readAt = now
    this.#delay.reset()
    return {
      cpu01: (used.user + used.system) / spanUs,
      eventLoopDelayMs: Math.max(0, delayMs),
      memoryBytes: this.#readMemory(),
      connections,
      maxConnections: this.#maxConnections,
    }
  }

  close(): void {
    this.#delay.disable()
  }

  #readMemory(): number {
    try {
      this.#memoryBytes = process.memoryUsage.rss()
    } catch {
      // It opens a file, which fails when connections have used up the descriptors; the run goes on with the last figure.
    }
    return this.#memoryBytes
  }
}

/** The process's limit of open files, which bounds its connections; null where the system does not tell. */
function maxOpenFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
