/** The last word on the rules of a run on this machine, where batches came late. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpoolWriter } from '@pone/engine/spool/spool.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { closeFigures } from '@pone/results/live/closing-figures.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { onTestFinished, test } from 'vitest'
import { judgeLateBatches } from './spool-batches.ts'
import { Totals } from './totals.ts'

const { record: sample, batches } = sampleRun({ seconds: 40, workers: 2 })
const startedAt = sample.startedAt ?? 0
const [early, late] = ['1.1', '2.1'].map(worker =>
  batches.filter(({ workerId }) => workerId.endsWith(`/${worker}`)),
)

/** The run as its live figures end it; a second is judged when the first worker's batch of it has come. */
function ended(
  order: readonly (typeof batches)[],
  judgesMeanwhile: boolean,
): { record: RunRecord; live: LiveRun } {
  const record = { ...sample, endedAt: null }
  const live = new LiveRun(record)
  for (const [index, part] of order.entries()) {
    for (const batch of part)
      live.add(toStoredBatch(batch, label => record.labels[label]?.kind === 'request'))
    if (judgesMeanwhile && index === 0) live.sla.advance(live.judgedSecond(startedAt + 60_000, () => true))
  }
  closeFigures(record, live, { startedAt, now: startedAt + 60_000 })
  return { record, live }
}

test('rules that were judged before a batch came are judged on everything that was written', async ({
  expect,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-late-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [index, part] of [early, late].entries()) {
    const spool = new SpoolWriter(join(folder, `${index}.spool`))
    for (const batch of part ?? []) spool.append(batch)
    spool.close()
  }
  const whole = ended([batches.toSorted((a, b) => a.second - b.second)], false)
  const { record, live } = ended([early ?? [], late ?? []], true)
  expect(record.slaResults).not.toEqual(whole.record.slaResults)
  await judgeLateBatches({ record, live, totals: new Totals(), folder })
  expect(record.slaResults).toEqual(whole.record.slaResults)
  expect(record).toMatchObject({
    requests: whole.record.requests,
    p95Ms: whole.record.p95Ms,
  })
})
