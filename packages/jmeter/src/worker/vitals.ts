/** Health of the worker and its JMeter: their share of the machine, their memory, how far reading is behind. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Batch } from '@pone/contract/link/batch.ts'
import { shortestSpanMs } from '@pone/engine/worker/health.ts'
import { HostCpu } from '@pone/engine/worker/host-cpu.ts'
import { processStatOf, ticksPerSecond } from '@pone/schema/process-stat.ts'

const resolutionMs = 10

interface Used {
  readonly cpuSeconds: number
  readonly memoryBytes: number
}

const nothingUsed: Used = { cpuSeconds: 0, memoryBytes: 0 }

export class Vitals {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #host = new HostCpu()
  #own = process.cpuUsage()
  #jmeterSeconds = 0
  #readAt = performance.now()

  constructor() {
    this.#delay.enable()
  }

  /** Figures since the last call, null within half a second of it; JMeter runs on all cores, so full means all of them. */
  read(pids: readonly number[]): Batch['health'] {
    const spanMs = performance.now() - this.#readAt
    if (spanMs < shortestSpanMs) return null
    const used = pids.map(usedBy)
    const jmeterSeconds = used.reduce((sum, each) => sum + each.cpuSeconds, 0)
    const own = process.cpuUsage(this.#own)
    const seconds = (own.user + own.system) / 1e6 + Math.max(0, jmeterSeconds - this.#jmeterSeconds)
    const delayMs = this.#delay.count === 0 ? 0 : this.#delay.percentile(99) / 1e6 - resolutionMs
    this.#own = process.cpuUsage()
    this.#jmeterSeconds = jmeterSeconds
    this.#readAt = performance.now()
    this.#delay.reset()
    return {
      cpu01: seconds / (spanMs / 1_000) / availableParallelism(),
      cpuCores: availableParallelism(),
      ...this.#host.read(),
      spanMs,
      eventLoopDelayMs: Math.max(0, delayMs),
      memoryBytes: process.memoryUsage.rss() + used.reduce((sum, each) => sum + each.memoryBytes, 0),
      connections: 0,
      maxConnections: null,
    }
  }

  close(): void {
    this.#delay.disable()
    this.#host.close()
  }
}

/** Zeros for a process that has ended, and where there is no /proc. */
function usedBy(pid: number): Used {
  try {
    const stat = processStatOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    if (stat === null) return nothingUsed
    return {
      cpuSeconds: (stat.userTicks + stat.systemTicks) / ticksPerSecond,
      memoryBytes: stat.residentBytes,
    }
  } catch {
    return nothingUsed
  }
}
