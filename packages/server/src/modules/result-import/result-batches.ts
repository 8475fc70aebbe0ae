/** Converts uploaded results to the batches that a load machine would have sent, second by second, in bounded memory. */
import { AppError } from '@pone/contract/errors.ts'
import type { Batch, LabelName } from '@pone/contract/link/batch.ts'
import type { JtlReaderOptions } from '@pone/jmeter/jtl/format-reader.ts'
import type { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { type RecordedSecond, RowRecorder } from '@pone/jmeter/jtl/row-recorder.ts'
import { type OpenResults, readResults } from './reading.ts'
import type { Survey } from './thread-messages.ts'

/** Maximum distance of rows from their order that is read in one pass. */
const mildDisorderMs = 60_000
/** Number of histograms kept at a time for a file without order; each takes some 10 kB. */
const openCells = 8_000
/** Maximum number of passes over a file without order. */
const maxPasses = 50
/** A longer pause of the load is shown as a pause. */
const longestPauseSeconds = 600

/** Maximum number of batches stored at once, so that storing does not block other work. */
const batchesPerStore = 50

export interface ResultBatchesOptions {
  /** Told which reading it is. */
  readonly open: (pass: number, passes: number) => ReturnType<OpenResults>
  readonly runId: string
  readonly workerId: string
  /** Origin of the labels: the file name. */
  readonly component: string
  readonly survey: Survey
  readonly reading: Omit<JtlReaderOptions, 'onRow'>
  readonly countsSubSamples: boolean
  readonly onProgress: (reader: JtlReader) => void
  /** Stores batches; the next ones wait for it. */
  readonly store: (batches: Batch[]) => Promise<void>
}

/** Returns the number of rows that are not counted. @throws AppError FileContentRefused for a long file in no order */
export async function storeResults(options: ResultBatchesOptions): Promise<number> {
  const { open, survey, reading, countsSubSamples, store } = options
  const recorder = new RowRecorder({ startAtMs: survey.startMs, countsSubSamples })
  const writer = batchWriter(options)
  const put = (seconds: readonly RecordedSecond[]) => inPortions(seconds, writer, store)
  const openSeconds = Math.ceil(survey.disorderMs / 1_000) + 1
  const passes = passesOf(survey)
  for (const [pass, { from, to, isAll }] of passes.entries()) {
    const isWithin = (endMs: number): boolean => {
      const second = Math.floor((endMs - survey.startMs) / 1_000)
      return second >= from && second < to
    }
    await readResults(
      () => open(pass, passes.length),
      {
        ...reading,
        onRow: row => {
          if (isAll || isWithin(row.timeStampMs + row.elapsedMs)) recorder.add(row)
        },
      },
      async reader => {
        options.onProgress(reader)
        if (isAll) await put(recorder.takeBefore(recorder.latestSecond - openSeconds))
      },
    )
    await put(recorder.takeAll())
  }
  await store([writer.lastBatch()])
  return recorder.leftOut
}

/** Stores seconds as batches, a few at a time. */
export async function inPortions(
  seconds: readonly RecordedSecond[],
  writer: ReturnType<typeof batchWriter>,
  store: ResultBatchesOptions['store'],
): Promise<void> {
  const batches = seconds.flatMap(second => writer.batchesOf(second))
  for (let from = 0; from < batches.length; from += batchesPerStore)
    await store(batches.slice(from, from + batchesPerStore))
}

/** Seconds counted by each pass over the file: all at once, or some at a time for a file without order. */
function passesOf({
  startMs,
  endMs,
  labels,
  disorderMs,
}: Survey): { from: number; to: number; isAll: boolean }[] {
  if (disorderMs <= mildDisorderMs) return [{ from: 0, to: Number.POSITIVE_INFINITY, isAll: true }]
  const seconds = Math.floor((endMs - startMs) / 1_000) + 1
  const perPass = Math.max(60, Math.floor(openCells / labels))
  const passes = Math.ceil(seconds / perPass)
  if (passes > maxPasses) throw new AppError('FileContentRefused', { detail: 'resultsInNoOrder' })
  return Array.from({ length: passes }, (_, pass) => ({
    from: pass * perPass,
    to: (pass + 1) * perPass,
    isAll: false,
  }))
}

/** Numbers the batches of a run. */
export function batchWriter({
  runId,
  workerId,
  component,
}: Pick<ResultBatchesOptions, 'runId' | 'workerId' | 'component'>) {
  const names: LabelName[] = []
  let seq = 0
  let lastSecond = -1
  let users = 0
  let completed = 0
  const batch = (second: number, fields: Partial<Batch>): Batch => ({
    runId,
    workerId,
    seq: ++seq,
    second,
    users,
    targetUsers: users,
    iterations: 0,
    lateStarts: 0,
    droppedStarts: 0,
    sent: completed,
    completed,
    labels: [],
    errors: [],
    log: [],
    health: null,
    end: null,
    ...fields,
  })
  return {
    /** The second, and earlier ones without ended samples, in which threads were active all the same. */
    batchesOf(taken: RecordedSecond): Batch[] {
      const { second, labels, errors } = taken
      for (const { label, name, kind, isOverflow } of taken.names)
        names[label] = { label, name, kind, component: isOverflow ? '' : component }
      const pauseSeconds = second - lastSecond - 1
      const silent = pauseSeconds > longestPauseSeconds ? 0 : Math.max(0, pauseSeconds)
      const between = Array.from({ length: silent }, (_, at) => batch(second - silent + at, {}))
      lastSecond = Math.max(lastSecond, second)
      if (taken.users > 0) users = taken.users
      completed = taken.completed
      const used = new Set([...labels, ...errors].map(each => each.label))
      return [
        ...between,
        batch(second, { labels, errors, names: [...used].flatMap(label => names[label] ?? []) }),
      ]
    },
    lastBatch: (): Batch =>
      batch(Math.max(0, lastSecond), {
        users: 0,
        targetUsers: 0,
        end: { cause: 'planned', detail: '', lost: 0 },
      }),
  }
}
