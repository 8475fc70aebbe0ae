/** How the worker process itself fares, once a second: an overloaded generator measures itself. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Batch } from '@pone/contract/link/batch.ts'

const resolutionMs = 10

export class HealthGauge {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  #cpu = process.cpuUsage()
  #readAt = performance.now()

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
      memoryBytes: process.memoryUsage.rss(),
      connections,
    }
  }

  close(): void {
    this.#delay.disable()
  }
}
