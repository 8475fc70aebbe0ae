/** Stores the thread dumps that agents report, and ends orders whose agents are lost. */
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { readThreads } from './read-threads.ts'
import type { ThreadDumpRepository } from './thread-dump.repository.ts'

const lookEveryMs = 5_000

export interface ThreadDumpReportsDeps {
  readonly dumps: Pick<ThreadDumpRepository, 'given' | 'keep' | 'end' | 'endOverdue'>
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export class ThreadDumpReports {
  readonly #deps: ThreadDumpReportsDeps
  /** By order: its end is stored after its dumps. */
  readonly #storing = new Map<string, Promise<void>>()
  #looking: Repeated | undefined

  constructor(deps: ThreadDumpReportsDeps) {
    this.#deps = deps
    deps.link.on({
      threadsDumped: (agentId, report) => this.#queue(report.seriesId, () => this.#dumped(agentId, report)),
      threadDumpsEnded: (agentId, report) => this.#queue(report.seriesId, () => this.#ended(agentId, report)),
    })
  }

  start(): void {
    const { dumps, now, warn } = this.#deps
    this.#looking = repeatedly(
      () => dumps.endOverdue(now()),
      lookEveryMs,
      cause => warn('overdue thread dumps could not be ended', cause),
    )
  }

  async close(): Promise<void> {
    await this.#looking?.close()
    await Promise.all(this.#storing.values())
  }

  /** What cannot be stored now is told again by the agent. */
  #queue(seriesId: string, store: () => Promise<void>): void {
    const stored = (this.#storing.get(seriesId) ?? Promise.resolve())
      .then(store)
      .catch((cause: unknown) => this.#deps.warn('a thread dump could not be stored', cause))
      .finally(() => {
        if (this.#storing.get(seriesId) === stored) this.#storing.delete(seriesId)
      })
    this.#storing.set(seriesId, stored)
  }

  /** Also of an order that was cancelled or given up meanwhile: what was taken is kept. */
  async #dumped(agentId: string, report: ReportOf<'threadsDumped'>): Promise<void> {
    const { dumps, now, link } = this.#deps
    const { seriesId, number, at, tookMs, jvm, threads } = report
    const given = await dumps.given(seriesId, agentId)
    const isSameJvm =
      given === undefined ||
      given.jvm === null ||
      (given.jvm.pid === jvm.pid && given.jvm.startedAt === jvm.startedAt)
    if (given !== undefined && number <= given.dumps && isSameJvm) {
      const body = Buffer.from(threads, 'base64')
      const read = await readThreads(body)
      if (read === null)
        await dumps.end(seriesId, {
          state: 'failed',
          ended_at: now(),
          cause: toldCause('threadsNotRead', { number }),
        })
      else await dumps.keep(seriesId, { jvm, facts: { number, at, tookMs, ...read }, body })
    }
    link.send(agentId, { kind: 'forgetThreadDump', seriesId, number })
  }

  async #ended(agentId: string, report: ReportOf<'threadDumpsEnded'>): Promise<void> {
    const { dumps, now, link } = this.#deps
    const { seriesId, state, cause } = report
    if ((await dumps.given(seriesId, agentId)) !== undefined)
      await dumps.end(seriesId, { state, ended_at: now(), cause })
    link.send(agentId, { kind: 'forgetThreadDump', seriesId, number: 0 })
  }
}
