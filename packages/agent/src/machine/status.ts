/** The machine and its load: facts for the first message and the status sent every two seconds. */
import { readFile, statfs } from 'node:fs/promises'
import {
  arch,
  availableParallelism,
  cpus,
  freemem,
  hostname,
  loadavg,
  release,
  totalmem,
  type,
} from 'node:os'
import type { agentStatusSchema } from '@pone/contract/link/machine.ts'
import type { z } from 'zod'

export type AgentStatus = z.infer<typeof agentStatusSchema>

/** Values that do not change while the agent runs. */
export interface MachineFacts {
  readonly host: string
  readonly system: string
  readonly architecture: string
  readonly cores: number
  readonly memoryBytes: number
}

export const readMachineFacts = (): MachineFacts => ({
  host: hostname(),
  system: `${type()} ${release()}`,
  architecture: arch(),
  cores: availableParallelism(),
  memoryBytes: totalmem(),
})

/** CPU time since boot, in any unit that both figures share. */
export interface ProcessorTime {
  readonly busy: number
  readonly total: number
}

/** Share of all cores in use between two readings, 0 to 1. */
export function cpuBetween(before: ProcessorTime, after: ProcessorTime): number {
  const total = after.total - before.total
  if (total <= 0) return 0
  return Math.min(1, Math.max(0, (after.busy - before.busy) / total))
}

/**
 * The first line of /proc/stat: user nice system idle iowait irq softirq steal, and guest, which user already includes.
 */
export function parseProcStat(text: string): ProcessorTime | null {
  const line = /^cpu\s+([\d ]+)/.exec(text)?.[1]
  if (line === undefined) return null
  const ticks = line.trim().split(/\s+/).slice(0, 8).map(Number)
  const total = ticks.reduce((sum, each) => sum + each, 0)
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0)
  return { busy: total - idle, total }
}

async function readProcessorTime(): Promise<ProcessorTime> {
  const parsed = parseProcStat(await readFile('/proc/stat', 'utf8').catch(() => ''))
  if (parsed !== null) return parsed
  let busy = 0
  let total = 0
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.irq + times.idle
    total += all
    busy += all - times.idle
  }
  return { busy, total }
}

/** `MemAvailable` counts reclaimable caches as free. */
async function readAvailableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const kibibytes = /^MemAvailable:\s+(\d+)/m.exec(text)?.[1]
  return kibibytes === undefined ? freemem() : Number(kibibytes) * 1024
}

async function readDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Each call returns the CPU use since the call before; the disk is that of `folder`, if there is one. */
export function createStatusReader(folder?: string): () => Promise<AgentStatus> {
  let before: ProcessorTime | null = null
  return async () => {
    const now = await readProcessorTime()
    const cpu01 = before === null ? 0 : cpuBetween(before, now)
    before = now
    const memoryTotalBytes = totalmem()
    const available = await readAvailableMemory()
    return {
      cpu01,
      memoryTotalBytes,
      memoryUsedBytes: Math.max(0, memoryTotalBytes - available),
      loadAverage: loadavg()[0] ?? 0,
      ...(folder === undefined ? {} : { disk: await readDisk(folder) }),
    }
  }
}
