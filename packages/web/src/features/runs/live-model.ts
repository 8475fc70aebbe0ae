/** The state of a run on its live page: a snapshot to which each tick is applied; pure and bounded. */
import type { LogLine, RunLive, RunSecond } from '@pone/contract/entities/run.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import { pointRate } from '@pone/metrics/statistics.ts'

export interface LiveRun extends RunLive {
  /** Latest log lines, oldest first. */
  readonly log: readonly LogLine[]
}

/** Limit of stored points, more than a wide screen has pixels; the oldest points beyond it are dropped. */
export const maxSecondsKept = 7_200
export const maxLogLinesKept = 1_000

type Tick = Extract<LiveMessage, { kind: 'runTick' }>

/** New points replace those of the same second; the result is sorted. */
export function mergeSeconds(old: readonly RunSecond[], fresh: readonly RunSecond[]): RunSecond[] {
  if (fresh.length === 0) return [...old]
  const firstFresh = Math.min(...fresh.map(point => point.second))
  const untouched = old.filter(point => point.second < firstFresh)
  const late = new Map(old.filter(point => point.second >= firstFresh).map(point => [point.second, point]))
  for (const point of fresh) late.set(point.second, point)
  const merged = [...untouched, ...[...late.values()].toSorted((a, b) => a.second - b.second)]
  return merged.length > maxSecondsKept ? merged.slice(merged.length - maxSecondsKept) : merged
}

/** Replaces entries with the same key in place and appends new ones, so that table rows keep their position. */
function upsert<T>(old: readonly T[], fresh: readonly T[], keyOf: (entry: T) => string): T[] {
  const byKey = new Map(fresh.map(entry => [keyOf(entry), entry]))
  const kept = old.map(entry => byKey.get(keyOf(entry)) ?? entry)
  const known = new Set(old.map(keyOf))
  return [...kept, ...fresh.filter(entry => !known.has(keyOf(entry)))]
}

export const liveFromSnapshot = (live: RunLive, log: readonly LogLine[] = []): LiveRun => ({ ...live, log })

export function applyTick(live: LiveRun, tick: Tick): LiveRun {
  return {
    run: tick.run,
    secondsPerPoint: tick.secondsPerPoint,
    seconds: mergeSeconds(live.seconds, tick.seconds),
    total: tick.total,
    labels: upsert(live.labels, tick.labels, entry => String(entry.label.index)),
    errors: upsert(live.errors, tick.errors, entry => `${entry.label}\n${entry.code}\n${entry.message}`),
    events: upsert(
      live.events,
      tick.events,
      entry => `${entry.at}\n${entry.kind}\n${JSON.stringify(entry.params)}`,
    ),
    sla: tick.sla,
    metrics: tick.metrics,
    machines: tick.machines,
    log: [...live.log, ...tick.log].slice(-maxLogLinesKept),
  }
}

/** The state after a message; other kinds of messages leave it unchanged. */
export function receive(live: LiveRun | null, message: LiveMessage): LiveRun | null {
  if (message.kind === 'runSnapshot') return liveFromSnapshot(message.live, live?.log ?? [])
  if (message.kind === 'runTick' && live !== null) return applyTick(live, message)
  return live
}

/** Joins stored lines with streamed lines without duplicates; also returns whether older lines were dropped. */
export function joinLog(
  stored: { readonly lines: readonly LogLine[]; readonly olderLines: number },
  streamed: readonly LogLine[],
): { log: LogLine[]; isLogCut: boolean } {
  const firstStreamed = streamed[0]?.at ?? Number.POSITIVE_INFINITY
  const all = [...stored.lines.filter(line => line.at < firstStreamed), ...streamed]
  const log = all.slice(-maxLogLinesKept)
  return { log, isLogCut: stored.olderLines > 0 || log.length < all.length }
}

/** Requests per second of the latest point that is long enough for a rate; 0 before the first. */
export function latestRate({
  seconds,
  secondsPerPoint,
}: Pick<LiveRun, 'seconds' | 'secondsPerPoint'>): number {
  for (const { requests, lengthMs } of seconds.toReversed()) {
    const rate = pointRate(requests, lengthMs, secondsPerPoint * 1_000)
    if (rate !== null) return rate
  }
  return 0
}

/** Number of arrivals that started late, and of those dropped without a free user, over all seconds. */
export function missedStarts(seconds: readonly Pick<RunSecond, 'lateStarts' | 'droppedStarts'>[]): {
  late: number
  dropped: number
} {
  return seconds.reduce(
    (sum, second) => ({ late: sum.late + second.lateStarts, dropped: sum.dropped + second.droppedStarts }),
    { late: 0, dropped: 0 },
  )
}
