/** Thread that computes one dashboard: reads the logs of all machines side by side, in the order of time, and hands the report's content back. */

import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import { Dashboard } from '@pone/jmeter/dashboard/dashboard.ts'
import { wholeNamePattern } from '@pone/jmeter/dashboard/options.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { maxReportLabels, reportContent } from '@pone/results/jmeter/report-content.ts'
import { errorText } from '@pone/schema/error-text.ts'
import {
  type DashboardBytes,
  type DashboardNews,
  dashboardBytesSchema,
  dashboardTaskSchema,
} from './dashboard-messages.ts'

const pieceBytes = 64 * 1024
const port = parentPort
if (port === null) throw new Error('This file is the code of a thread.')
const task = dashboardTaskSchema.parse(workerData)
const { settings } = task

const post = (news: DashboardNews): void => port.postMessage(news)

/** Who waits for bytes, by log. */
const waiting = new Map<number, (answer: DashboardBytes) => void>()
port.on('message', message => {
  const answer = dashboardBytesSchema.parse(message)
  waiting.get(answer.log)?.(answer)
})

/** Compressed bytes of a log as the server hands them over. */
async function* compressed(log: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytes, failed } = await new Promise<DashboardBytes>(resolve => {
      waiting.set(log, resolve)
      post({ kind: 'want', log })
    })
    if (failed) throw new Error('missing')
    if (bytes === null) return
    yield bytes
  }
}

/** Text of a log. Its streams are made when the first piece is wanted, so that an error of theirs always has somebody who waits for it. */
async function* text(log: number): AsyncGenerator<Uint8Array> {
  const source = Readable.from(compressed(log))
  const unpacked = createGunzip({ chunkSize: pieceBytes })
  source.on('error', cause => unpacked.destroy(cause))
  yield* source.pipe(unpacked)
}

const dashboard = new Dashboard({
  satisfiedMs: settings.satisfiedMs,
  toleratedMs: settings.toleratedMs,
  granularityMs: settings.granularityMs ?? task.granularityMs,
  sampleFilter: settings.labelFilter === '' ? null : wholeNamePattern(settings.labelFilter),
  hasLegacyPercentiles: settings.percentiles === 'legacy',
  maxLabels: maxReportLabels,
})
const fromMs = settings.fromMs === null ? Number.NEGATIVE_INFINITY : task.startedAt + settings.fromMs
const toMs = settings.toMs === null ? Number.POSITIVE_INFINITY : task.startedAt + settings.toMs

const logs = task.machines.map((machine, index) => {
  const log = { machine, lastEndMs: 0, hasEnded: false, damage: '' }
  const reader = new JtlReader({
    utcOffsetMinutes: settings.utcOffsetMinutes,
    ...(settings.dateOrder === null ? {} : { dateOrder: settings.dateOrder }),
    onRow: row => {
      const endMs = row.timeStampMs + row.elapsedMs
      log.lastEndMs = endMs
      if (row.timeStampMs >= fromMs && endMs <= toMs) dashboard.add(row)
    },
  })
  return Object.assign(log, { reader, pieces: text(index) })
})

for (;;) {
  // The one that is furthest behind, so that what happened in the same second is read at about the same time.
  const [log] = logs.filter(each => !each.hasEnded).sort((a, b) => a.lastEndMs - b.lastEndMs)
  if (log === undefined) break
  try {
    const { done, value } = await log.pieces.next()
    if (done === true) log.hasEnded = true
    else log.reader.push(value)
  } catch (cause) {
    log.damage = errorText(cause)
    log.hasEnded = true
  }
  if (log.reader.fault !== null) log.hasEnded = true
  if (log.hasEnded) log.reader.end()
}

const sources = logs.map(({ machine, reader, damage }) => ({
  machine,
  rows: reader.rows,
  skipped: reader.skips,
  isCutOff: reader.lastLine === 'half',
  fault: damage !== '' ? damage : (reader.fault?.code ?? null),
}))
post({
  kind: 'done',
  content: reportContent({
    figures: dashboard.figures(),
    settings,
    sources,
    missingLogs: task.missingLogs,
  }),
  rows: sources.reduce((sum, { rows }) => sum + rows, 0),
  faults: sources.flatMap(({ fault }) => fault ?? []),
})
port.close()
