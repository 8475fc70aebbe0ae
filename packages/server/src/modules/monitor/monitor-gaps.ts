/** Intervals without values of monitors, and why: stopped, or a section that could not be collected. */
import { type MonitorGap, monitorCauseSchema } from '@pone/contract/entities/monitor.ts'
import type { SectionSpan, TimeSeries } from '../../adapters/time-series/time-series.ts'
import { placeOfDetail } from './cause-detail.ts'
import type { MonitorHistoryRepository } from './monitor-history.repository.ts'

interface Range {
  readonly from: number
  readonly to: number
}

export interface GapDeps {
  readonly series: Pick<TimeSeries, 'states'>
  readonly history: Pick<MonitorHistoryRepository, 'sessionsBetween'>
  readonly now: () => number
}

/** Of a section that has values: those of most label sets, and the others as a sum. */
const causeWithValues = 'tooManyLabels'

/** A monitor that was started within this after its creation was not stopped before. */
const startedAtOnceMs = 5_000

/** Ascending by start; section '' stands for all. Before a monitor was created there is no gap. */
export async function gapsOf(
  { series, history, now }: GapDeps,
  monitors: readonly { readonly id: string; readonly created_at: number }[],
  { from, to }: Range,
): Promise<(MonitorGap & { readonly monitorId: string })[]> {
  if (monitors.length === 0) return []
  const monitorIds = monitors.map(({ id }) => id)
  const [spans, sessions] = await Promise.all([
    series.states(monitorIds, from, to),
    history.sessionsBetween(monitorIds, { from, to }),
  ])
  const until = Math.min(to, now())
  const sessionsOf = Map.groupBy(sessions, session => session.monitor_id)
  const stopped = monitors.flatMap(({ id: monitorId, created_at }) => {
    const own = sessionsOf.get(monitorId) ?? []
    const startedAtOnce = own.find(({ started_at }) => started_at - created_at <= startedAtOnceMs)?.started_at
    return stoppedGaps(own, { from: Math.max(from, created_at), to: until })
      .filter(gap => gap.until !== startedAtOnce)
      .map(gap => ({ ...gap, monitorId }))
  })
  const failed = spans.flatMap(span =>
    span.cause === null || span.cause === causeWithValues
      ? []
      : [{ ...gapOf(span), monitorId: span.monitorId }],
  )
  return [...stopped, ...failed].toSorted((a, b) => a.from - b.from)
}

/** Intervals between the sessions of a monitor. */
function stoppedGaps(
  sessions: readonly { readonly started_at: number; readonly stopped_at: number | null }[],
  { from, to }: Range,
): MonitorGap[] {
  const ends = [
    from,
    ...sessions.flatMap(({ started_at, stopped_at }) => [started_at, stopped_at ?? Number.POSITIVE_INFINITY]),
    to,
  ]
  const stopped: MonitorGap[] = []
  for (let index = 0; index + 1 < ends.length; index += 2) {
    const [begin = 0, end = 0] = [ends[index], ends[index + 1]]
    if (end > begin)
      stopped.push({ section: '', cause: 'stopped', params: {}, detail: '', from: begin, until: end })
  }
  return stopped
}

function gapOf({ section, fromMs, toMs, cause, detail }: SectionSpan): MonitorGap {
  const known = monitorCauseSchema.safeParse(cause).data ?? 'malformed'
  const place = placeOfDetail[known]
  return {
    section,
    cause: known,
    params: place === undefined ? {} : { [place]: detail },
    detail: place === undefined ? detail : '',
    from: fromMs,
    until: toMs,
  }
}
