/** Has a dashboard computed in a thread of its own with bounded memory and time, and feeds it the sample logs. */

import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { JmeterReportContent, JmeterReportFailure } from '@pone/contract/entities/jmeter-report.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type DashboardBytes, type DashboardTask, dashboardNewsSchema } from './dashboard-messages.ts'

const maxHeapMiB = 768

export interface DashboardJob extends Omit<DashboardTask, 'machines'> {
  readonly logs: readonly { readonly machine: string; readonly open: () => Readable }[]
  readonly timeoutMs: number
  /** Ends the thread; the answer is then that of the time-out. */
  readonly signal: AbortSignal
}

export type DashboardResult =
  | { readonly content: JmeterReportContent; readonly failure: null }
  | { readonly content: null; readonly failure: JmeterReportFailure }

const failed = (code: JmeterReportFailure['code'], detail = ''): DashboardResult => ({
  content: null,
  failure: { code, detail },
})

/** Never rejects. */
export async function computeDashboard(job: DashboardJob): Promise<DashboardResult> {
  const { logs, timeoutMs, signal, ...rest } = job
  const task: DashboardTask = { ...rest, machines: logs.map(({ machine }) => machine) }
  const worker = new Worker(new URL('./dashboard.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  const feed = feeder(logs)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    return await new Promise<DashboardResult>(resolve => {
      const give = async (message: unknown): Promise<void> => {
        const news = dashboardNewsSchema.parse(message)
        if (news.kind === 'want') worker.postMessage(await feed.next(news.log))
        else if (news.content !== null) resolve({ content: news.content, failure: null })
        else if (news.rows === 0 && news.faults.length > 0)
          resolve(failed('unreadable', [...new Set(news.faults)].join(', ')))
        else resolve(failed('noRows'))
      }
      worker.on('message', message => {
        give(message).catch((cause: unknown) => resolve(failed('fault', errorText(cause))))
      })
      worker.once('error', cause => resolve(failed('fault', errorText(cause))))
      worker.once('exit', () => resolve(failed('fault', 'the thread ended early')))
      void once(deadline, 'abort').then(() => resolve(failed('timeout')))
      if (deadline.aborted) resolve(failed('timeout'))
    })
  } finally {
    await worker.terminate()
    feed.close()
  }
}

/** Opens a log when the first bytes of it are wanted. */
function feeder(logs: DashboardJob['logs']) {
  const open = new Map<number, { stream: Readable; pieces: AsyncIterator<unknown> }>()
  return {
    async next(log: number): Promise<DashboardBytes> {
      let source = open.get(log)
      if (source === undefined) {
        const stream = logs[log]?.open()
        if (stream === undefined) return { log, bytes: null, failed: true }
        source = { stream, pieces: stream[Symbol.asyncIterator]() }
        open.set(log, source)
      }
      try {
        const { done, value } = await source.pieces.next()
        if (done === true) return { log, bytes: null, failed: false }
        return {
          log,
          bytes: new Uint8Array(Buffer.isBuffer(value) ? value : Buffer.from(String(value))),
          failed: false,
        }
      } catch {
        return { log, bytes: null, failed: true }
      }
    },
    close(): void {
      for (const { stream } of open.values()) stream.destroy()
    },
  }
}
