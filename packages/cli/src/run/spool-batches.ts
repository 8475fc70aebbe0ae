/** The batches of a run on this machine, from the spools of its workers: for its report, and for the last word on its rules. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SpoolReader } from '@pone/engine/spool/spool.ts'
import { type StoredBatch, toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { BatchReader } from '@pone/results/run-results.ts'
import { recount } from '@pone/run-control/rebuild.ts'
import type { Totals } from './totals.ts'

export interface SpooledRun {
  readonly record: RunRecord
  readonly live: LiveRun
  readonly totals: Pick<Totals, 'workers'>
  /** Of the spools. */
  readonly folder: string
}

export function spoolBatches({ record, live, totals, folder }: SpooledRun): BatchReader {
  const isRequest = (label: number) => record.labels[label]?.kind === 'request'
  return {
    read: (_run, fromSecond = 0, toSecond = Number.POSITIVE_INFINITY) =>
      bySecond(folder, batch => batch.second >= fromSecond && batch.second <= toSecond, isRequest),
    samples: async () =>
      live.merge.errors.all().flatMap(({ label, code, message, sample }) => {
        const index = record.labels.find(each => each.name === label)?.index ?? -1
        return sample === null ? [] : [{ label: index, code, message, sample }]
      }),
    workerTotals: async () =>
      [...totals.workers].map(([workerId, { sent, completed, lost, repeated, hasEnded }]) => ({
        workerId,
        sent,
        completed,
        samples: completed,
        lost,
        repeated,
        hasEnded,
        isWhole: true,
      })),
  }
}

/** Judges the rules anew where batches came for seconds that had been judged; its report and its result then agree. */
export async function judgeLateBatches(run: SpooledRun): Promise<void> {
  const { record, live } = run
  if (!live.hasLateBatches) return
  const runs = { events: async () => [...live.events], update: async () => undefined }
  await recount(record, { runs, batches: spoolBatches(run) })
}

/** The batches of all spools in the order of their seconds; about one MiB of each spool is in memory at a time. */
async function* bySecond(
  folder: string,
  isWanted: (batch: StoredBatch) => boolean,
  isRequest: (label: number) => boolean,
): AsyncGenerator<StoredBatch[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.spool'))
  const lanes = names.map(name => ({
    reader: new SpoolReader(join(folder, name)),
    waiting: [] as StoredBatch[],
  }))
  for (;;) {
    let next: (typeof lanes)[number] | null = null
    for (const lane of lanes) {
      if (lane.waiting.length === 0)
        lane.waiting = lane.reader.read().map(batch => toStoredBatch(batch, isRequest))
      const second = lane.waiting[0]?.second
      if (second !== undefined && second < (next?.waiting[0]?.second ?? Number.POSITIVE_INFINITY)) next = lane
    }
    const batch = next?.waiting.shift()
    if (batch === undefined) return
    if (isWanted(batch)) yield [batch]
  }
}
