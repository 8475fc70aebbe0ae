/** Curves of runs over elapsed time, all with points of one width. */
import type { ComparisonCurve } from '@pone/contract/entities/comparison.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { TimeAxis } from '../../controller/merge/time-axis.ts'
import { decodeLabels } from '../run/label-codec.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { StoredBatch } from '../run/stored-batch.ts'
import type { PartOfRun } from './compared-part.ts'
import { labelOfKey } from './label-keys.ts'
import { createBreather } from './work-queue.ts'

const maxPoints = 600

/** Of one label by its key, or of all requests; a run without the label has points without requests. @throws the signal's reason when it has fired */
export async function curvesOf(
  parts: readonly PartOfRun[],
  label: string | null,
  { batches, signal }: { batches: Pick<RunBatchRepository, 'read'>; signal: AbortSignal },
): Promise<{ secondsPerPoint: number; curves: ComparisonCurve[] }> {
  const longest = Math.max(...parts.map(({ range }) => range.lastSecond - range.firstSecond + 1))
  const secondsPerPoint = Math.max(1, Math.ceil(longest / maxPoints))
  const curves: ComparisonCurve[] = []
  for (const part of parts) {
    curves.push(await curveOf(part, { label, secondsPerPoint, batches, signal }))
  }
  return { secondsPerPoint, curves }
}

async function curveOf(
  { record, range, suspect }: PartOfRun,
  input: {
    readonly label: string | null
    readonly secondsPerPoint: number
    readonly batches: Pick<RunBatchRepository, 'read'>
    readonly signal: AbortSignal
  },
): Promise<ComparisonCurve> {
  const { label, secondsPerPoint, batches, signal } = input
  const breathe = createBreather(signal)
  const wanted = label === null ? null : labelOfKey(record.labels, label)
  const isWanted = (index: number) =>
    label === null ? record.labels[index]?.kind === 'request' : index === wanted?.index
  const axis = new TimeAxis({ maxPoints, firstSecond: range.firstSecond, secondsPerPoint })
  const decoded = new DecodedCounts()
  for await (const portion of batches.read(record.id, range.firstSecond, range.lastSecond)) {
    for (const batch of portion) {
      addBatch(axis, batch, { isWanted, decoded, countsLost: label === null })
      await breathe()
    }
    axis.pack()
  }
  const rows = axis.takeChanged((from, to) => suspect.touches(from, to))
  return {
    runId: record.id,
    points: rows.map(({ users, requests, failed, avgMs, p50Ms, p90Ms, p95Ms, p99Ms, isSuspect, second }) => ({
      second: second - range.firstSecond,
      users,
      requests,
      failed,
      avgMs,
      p50Ms,
      p90Ms,
      p95Ms,
      p99Ms,
      isSuspect,
    })),
  }
}

function addBatch(
  axis: TimeAxis,
  batch: StoredBatch,
  {
    isWanted,
    decoded,
    countsLost,
  }: { isWanted: (label: number) => boolean; decoded: DecodedCounts; countsLost: boolean },
): void {
  const point = axis.pointAt(batch.second)
  try {
    for (const stored of decodeLabels(batch.labels, decoded))
      if (isWanted(stored.label)) point.addRequests(stored)
  } catch (cause) {
    // Reports tell of damaged batches; the others still say what they say.
    if (!(cause instanceof RangeError)) throw cause
  }
  const { users, targetUsers, end, workerId } = batch
  if (end === null || users > 0)
    point.setReading(batch.second, workerId, { users, targetUsers, connections: 0 })
  if (countsLost) point.lost += end?.lost ?? 0
}
