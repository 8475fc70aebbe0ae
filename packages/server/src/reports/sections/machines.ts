/** Section "machines": how hard the load machines worked, and whether one of them was the bottleneck itself. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import { OverloadWatch } from '@pone/metrics/overload.ts'
import { agentOfWorker, type StoredBatch } from '../../modules/run/stored-batch.ts'
import { reportSection } from '../section.ts'

const maxPoints = 600

type Machine = ReportContent['machines'][number]

/** Per second: the busiest worker's core and event loop, the memory of all workers. */
interface Reading {
  cpu01: number
  eventLoopDelayMs: number
  memoryBytes: number
}

export const machines = reportSection<'machines'>({
  name: 'machines',
  empty: { machines: [] },
  start: ({ machines: known, range }) => {
    const overload = new OverloadWatch()
    const overloaded = new Set<string>()
    const width = Math.max(1, Math.ceil((range.lastSecond - range.firstSecond + 1) / maxPoints))
    const readings = new Map<string, Map<number, Reading>>()
    return {
      add: batch => {
        const agentId = agentOfWorker(batch.workerId)
        if (overload.add(batch) !== null) overloaded.add(agentId)
        const seconds = readings.get(agentId) ?? new Map<number, Reading>()
        readings.set(agentId, seconds)
        read(seconds, batch)
      },
      finish: () => ({
        machines: known.map(({ agentId, name, startSkewMs }) => ({
          ...describe(name, readings.get(agentId) ?? new Map(), {
            width,
            isOverloaded: overloaded.has(agentId),
          }),
          startSkewMs,
        })),
      }),
    }
  },
})

function read(seconds: Map<number, Reading>, { second, health }: StoredBatch): void {
  if (health === null) return
  const known = seconds.get(second)
  seconds.set(second, {
    cpu01: Math.max(known?.cpu01 ?? 0, health.cpu01),
    eventLoopDelayMs: Math.max(known?.eventLoopDelayMs ?? 0, health.eventLoopDelayMs),
    memoryBytes: (known?.memoryBytes ?? 0) + health.memoryBytes,
  })
}

function describe(
  name: string,
  seconds: ReadonlyMap<number, Reading>,
  { width, isOverloaded }: { width: number; isOverloaded: boolean },
): Omit<Machine, 'startSkewMs'> {
  const points = new Map<number, { second: number; cpu01: number; eventLoopDelayMs: number }>()
  let memoryBytes = 0
  for (const [second, reading] of [...seconds].sort((a, b) => a[0] - b[0])) {
    memoryBytes = Math.max(memoryBytes, reading.memoryBytes)
    const start = second - (second % width)
    const point = points.get(start)
    points.set(start, {
      second: start,
      cpu01: Math.max(point?.cpu01 ?? 0, reading.cpu01),
      eventLoopDelayMs: Math.max(point?.eventLoopDelayMs ?? 0, reading.eventLoopDelayMs),
    })
  }
  const all = [...points.values()]
  const highest = (figure: (point: (typeof all)[number]) => number) =>
    all.length === 0 ? null : Math.max(...all.map(figure))
  return {
    name,
    maxCpu01: highest(point => point.cpu01),
    maxEventLoopDelayMs: highest(point => point.eventLoopDelayMs),
    maxMemoryBytes: all.length === 0 ? null : Math.round(memoryBytes),
    isOverloaded,
    points: all,
  }
}
