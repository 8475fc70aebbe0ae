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

/** Ascending by start; section '' stands for all. */
export async function gapsOf(
  { series, history, now }: GapDeps,
  monitorIds: readonly string[],
  { from, to }: Range,
): Promise<(MonitorGap & { readonly monitorId: string })[]> {
  if (monitorIds.length === 0) return []
  const [spans, sessions] = await Promise.all([
    series.states(monitorIds, from, to),
    history.sessionsBetween(monitorIds, { from, to }),
  ])
  const range = { from, to: Math.min(to, now()) }
  const sessionsOf = Map.groupBy(sessions, session => session.monitor_id)
  const stopped = monitorIds.flatMap(monitorId =>
    stoppedGaps(sessionsOf.get(monitorId) ?? [], range).map(gap => ({ ...gap, monitorId })),
  )
  const failed = spans.flatMap(span =>
    span.cause === null ? [] : [{ ...gapOf(span), monitorId: span.monitorId }],
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
