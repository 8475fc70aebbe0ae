/** Curves of runs over elapsed time, all with points of one width. */
import type { ComparisonCurve } from '@pone/contract/entities/comparison.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { decodeLabels } from '../batches/label-codec.ts'
import { TimeAxis } from '../merge/time-axis.ts'
import type { PartOfRun } from './compared-part.ts'
import { labelOfKey } from './label-keys.ts'
import { type MergedSeconds, type ResultsStore, readMerged } from './merged-seconds.ts'
import { createBreather } from './work-queue.ts'

const maxPoints = 600

/** A part and the width of its condensed rows, null without any. */
export type CurvePart = PartOfRun & { readonly rowSeconds: number | null }

interface CurveInput {
  /** By its key; null = all requests. */
  readonly label: string | null
  readonly secondsPerPoint: number
  readonly store: ResultsStore
  readonly signal: AbortSignal
}

/** A run without the label has points without requests. @throws the signal's reason when it has fired */
export async function curvesOf(
  parts: readonly CurvePart[],
  { label, store, signal }: Omit<CurveInput, 'secondsPerPoint'>,
): Promise<{ secondsPerPoint: number; curves: ComparisonCurve[] }> {
  const longest = Math.max(...parts.map(({ range }) => range.lastSecond - range.firstSecond + 1))
  const wanted = Math.max(1, Math.ceil(longest / maxPoints))
  // Powers of two, as the rows of all parts are.
  const secondsPerPoint = wanted === 1 ? 1 : 2 ** Math.ceil(Math.log2(wanted))
  const curves: ComparisonCurve[] = []
  for (const part of parts) curves.push(await curveOf(part, { label, secondsPerPoint, store, signal }))
  return { secondsPerPoint, curves }
}

async function curveOf(part: CurvePart, input: CurveInput): Promise<ComparisonCurve> {
  const { label, secondsPerPoint, store, signal } = input
  const { record, range, suspect } = part
  const breathe = createBreather(signal)
  const wanted = label === null ? null : labelOfKey(record.labels, label)
  const isWanted = (index: number) =>
    label === null ? record.labels[index]?.kind === 'request' : index === wanted?.index
  const rowSeconds = part.rowSeconds !== null && part.rowSeconds <= secondsPerPoint ? part.rowSeconds : null
  // Rows lie wholly within points that begin where rows do.
  const firstSecond = range.firstSecond - (range.firstSecond % (rowSeconds ?? 1))
  const axis = new TimeAxis({ maxPoints: maxPoints + 1, firstSecond, secondsPerPoint })
  const decoded = new DecodedCounts()
  for await (const portion of readMerged(part, rowSeconds, store)) {
    for (const seconds of portion) {
      add(axis, seconds, { isWanted, decoded, countsLost: label === null })
      axis.reachTo(Math.min(range.toMs, (seconds.second + seconds.seconds) * 1_000))
      await breathe()
    }
    axis.pack()
  }
  const rows = axis.takeChanged((from, to) => suspect.touches(from, to))
  return {
    runId: record.id,
    points: rows.map(
      ({ users, requests, failed, avgMs, p50Ms, p90Ms, p95Ms, p99Ms, isSuspect, second, lengthMs }) => ({
        second: second - firstSecond,
        lengthMs,
        users,
        requests,
        failed,
        avgMs,
        p50Ms,
        p90Ms,
        p95Ms,
        p99Ms,
        isSuspect,
      }),
    ),
  }
}

function add(
  axis: TimeAxis,
  { second, worker, users, lost, labels }: MergedSeconds,
  by: { isWanted: (label: number) => boolean; decoded: DecodedCounts; countsLost: boolean },
): void {
  const point = axis.pointAt(second)
  try {
    for (const stored of decodeLabels(labels, by.decoded))
      if (by.isWanted(stored.label)) point.addRequests(stored)
  } catch (cause) {
    // Reports tell of damaged batches; the others still say what they say.
    if (!(cause instanceof RangeError)) throw cause
  }
  if (users !== null) point.setReading(second, worker, { ...users, targetUsers: 0, connections: 0 })
  if (by.countsLost) point.lost += lost
}
