/** Waits at the end of a run or session for values that agents have not sent yet. */
import { setTimeout as pause } from 'node:timers/promises'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorRow } from '../monitor/monitor.repository.ts'

const maxWaitMs = 20_000
const lookEveryMs = 200
/** Beyond the time between two sends, what a batch may need on its way. */
const deliveryMs = 3_000
/** A monitor that was silent for longer than this before the end is not waited for. */
const silentMs = 60_000

export interface LastValuesDeps {
  readonly monitors: {
    findAll(projectId: string, ids: readonly string[]): Promise<readonly MonitorRow[]>
  }
  readonly timeSeries: Pick<TimeSeries, 'latest'>
  readonly now: () => number
}

/** Returns when the values of the last moments before `endedAt` (epoch ms) are stored, or after a bounded time. */
export async function awaitLastValues(
  { monitors, timeSeries, now }: LastValuesDeps,
  projectId: string,
  {
    topologies,
    endedAt,
    signal,
  }: {
    readonly topologies: readonly LinkTopology[]
    readonly endedAt: number
    /** Ends the waiting. */
    readonly signal?: AbortSignal
  },
): Promise<void> {
  const ids = topologies.flatMap(topology => topology.nodes.flatMap(node => node.monitorId ?? []))
  const rows = await monitors.findAll(projectId, [...new Set(ids)])
  const sendMs = Math.max(0, ...rows.map(row => row.send_interval_ms))
  const until = now() + Math.min(maxWaitMs, sendMs + deliveryMs)
  const frequency = new Map(rows.map(row => [row.id, row.frequency_in_force_ms]))
  const isAwaited = ([id, slot]: readonly [string, number]): boolean =>
    slot > endedAt - silentMs - sendMs && slot < endedAt - (frequency.get(id) ?? 0)
  while (now() < until && signal?.aborted !== true) {
    const latest = new Map<string, number>()
    for (const { monitorId, slotMs } of await timeSeries.latest([...frequency.keys()]))
      latest.set(monitorId, Math.max(slotMs, latest.get(monitorId) ?? 0))
    if (![...latest].some(isAwaited)) return
    await pause(lookEveryMs)
  }
}
