/** The report of a run as one HTML file, made by the server's own report code out of the workers' spools. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SpoolReader } from '@pone/engine/spool/spool.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { type StoredBatch, toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { reportHtml } from '@pone/results/report/html/report-html.ts'
import { makeReport } from '@pone/results/report/make-report.ts'
import { reportRange } from '@pone/results/report-range.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { LocalRun } from '../local-run.ts'

/** The whole file. @throws the system's error */
export async function htmlOf(
  { record, live, totals, folder }: LocalRun,
  language: Language,
): Promise<string> {
  const range = reportRange(runDurationMs(record) ?? 0, { fromMs: null, toMs: null })
  const isRequest = (label: number) => record.labels[label]?.kind === 'request'
  const content = await makeReport(
    { record, range, now: Date.now() },
    {
      runs: {
        machines: async () => [
          {
            agentId: 'local',
            name: record.clusterName,
            from01: 0,
            to01: 1,
            shares: [],
            startSkewMs: null,
            endCause: record.cause,
            endDetail: '',
          },
        ],
        events: async () => [...live.events],
      },
      batches: {
        read: (_run, fromSecond = 0, toSecond = Number.POSITIVE_INFINITY) =>
          bySecond(folder, batch => batch.second >= fromSecond && batch.second <= toSecond, isRequest),
        samples: async () =>
          live.merge.errors.all().flatMap(({ label, code, message, sample }) => {
            const index = record.labels.find(each => each.name === label)?.index ?? -1
            return sample === null ? [] : [{ label: index, code, message, sample }]
          }),
        workerTotals: async () =>
          [...totals.workers].map(([workerId, { sent, completed, lost, hasEnded }]) => ({
            workerId,
            sent,
            completed,
            samples: completed,
            lost,
            hasEnded,
            isWhole: true,
          })),
      },
    },
  )
  return reportHtml(content, { language, projectName: '' })
}

/** The batches of all spools in the order of their seconds; of each spool about a MiB is held at a time. */
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
