/** A recording from its start until its file is removed: its process, what it told, and its note on the disk. */
import {
  type ListedExchange,
  maxExchangesPerAnswer,
  maxListedExchanges,
  type ProxyRecording,
  type RecordingEnd,
  recordingBounds,
} from '@pone/contract/entities/recording.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ProxyReport } from '@pone/contract/link/proxy.ts'
import type { ProxyOrder } from '@pone/recording-proxy/process/messages.ts'
import {
  ProxyNotStarted,
  type ProxyProcess,
  startProxyProcess,
} from '@pone/recording-proxy/process/proxy-process.ts'
import { type RecordingNote, removeFiles, writeNote } from './recording-notes.ts'

const keptMs = recordingBounds.keptMinutes * 60_000
const answerMs = 15_000

interface Surroundings {
  readonly folder: string
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

type Access = NonNullable<ProxyRecording['access']>

interface HeldProxy extends ProxyProcess {
  /** Ends it without its file, for which one that runs elsewhere would be waited for. */
  lose?(): void
}

/** A proxy that this server does not run itself. */
export interface ProxyElsewhere {
  /** Where it is reached; null: at the server's own address. */
  readonly host: string | null
  readonly start: (order: ProxyOrder, onReport: (report: ProxyReport) => void) => Promise<HeldProxy>
}

type Marked = Extract<ProxyReport, { kind: 'marked' }>['page']

export class HeldRecording {
  readonly #surroundings: Surroundings
  #note: RecordingNote
  #proxy: { process: HeldProxy; access: Omit<Access, 'isAuthorityKept'> } | null = null
  /** Settles when its process has ended and its note says so. */
  #ended: Promise<void> = Promise.resolve()
  readonly #titles = new Map<string, string>()
  readonly #exchanges: ListedExchange[] = []
  /** Whoever waits for the answer to a mark, in their order. */
  #waiting: { readonly title: string; readonly settle: (page: Marked) => void }[] = []
  /** Why it is stopped from outside, if it is. */
  #stopReason: RecordingEnd | null = null

  constructor(surroundings: Surroundings, note: RecordingNote) {
    this.#surroundings = surroundings
    this.#note = note
  }

  get note(): RecordingNote {
    return this.#note
  }

  get isUnderWay(): boolean {
    return this.#note.end === null
  }

  /** It cannot be shown yet. */
  get isStarting(): boolean {
    return this.isUnderWay && this.#proxy === null
  }

  /** When its file is removed; null while it is under way. */
  get removedAt(): number | null {
    const { endedAt } = this.#note
    return endedAt === null ? null : endedAt + keptMs
  }

  /** @throws AppError RecordingPortsTaken, RecordingNotStarted, or what the start elsewhere throws */
  async begin(order: ProxyOrder, elsewhere: ProxyElsewhere | null = null): Promise<void> {
    const { folder, now } = this.#surroundings
    const { password, addresses, limits } = order
    const start = elsewhere?.start ?? startProxyProcess
    const process = await start(order, report => this.#take(report)).catch((cause: unknown) => {
      throw cause instanceof ProxyNotStarted ? errorOf(cause) : cause
    })
    const { port, certificate, fingerprint, hostKeyHash } = process.started
    const endsAt = now() + limits.maxDurationMs
    this.#proxy = {
      process,
      access: {
        host: elsewhere?.host ?? null,
        port,
        certificate,
        fingerprint,
        hostKeyHash,
        password,
        addresses,
        endsAt,
      },
    }
    // The process may have ended already: its last note must not meet the first one.
    // Of what is recorded elsewhere the next process would find no file.
    const noted = elsewhere === null ? writeNote(folder, this.#note) : Promise.resolve()
    this.#ended = Promise.allSettled([process.ended, noted]).then(() => this.#close())
    await noted
  }

  /** Requests from now on belong to a transaction. @throws AppError RecordingEnded, RecordingTransactionsFull, RecordingMachineSilent */
  async mark(title: string): Promise<void> {
    const proxy = this.#proxy
    if (proxy === null || !this.isUnderWay) throw new AppError('RecordingEnded')
    const { promise: answer, resolve: settle } = Promise.withResolvers<Marked | 'ended' | 'silent'>()
    const waiting = { title, settle }
    this.#waiting.push(waiting)
    void proxy.process.ended.then(() => settle('ended'))
    proxy.process.send({ kind: 'mark', title })
    // Over a line that breaks there is no answer.
    const timer = setTimeout(() => settle('silent'), answerMs)
    const page = await answer.finally(() => clearTimeout(timer))
    this.#waiting = this.#waiting.filter(each => each !== waiting)
    if (page === 'ended') throw new AppError('RecordingEnded')
    if (page === 'silent') throw new AppError('RecordingMachineSilent', { name: this.#note.machine ?? '' })
    if (page === null) throw new AppError('RecordingTransactionsFull')
  }

  /** Completes its file; one that has ended keeps its reason. */
  async stop(reason: RecordingEnd): Promise<void> {
    if (this.isUnderWay) this.#stopReason ??= reason
    await this.#proxy?.process.stop()
    await this.#ended
  }

  /** Like `stop`, but of what is recorded elsewhere no file is waited for. */
  async abandon(reason: RecordingEnd): Promise<void> {
    this.#proxy?.process.lose?.()
    await this.stop(reason)
  }

  async remove(): Promise<void> {
    await this.abandon('stopped')
    await removeFiles(this.#surroundings.folder, this.#note)
  }

  /** @param from position of the first request that is wanted */
  shown(from: number, isAuthorityKept: boolean): ProxyRecording {
    const { id, machine, hosts, startedAt, end, requests, transaction } = this.#note
    // Of more than a message of an agent holds some were not told.
    const start = this.#exchanges.findIndex(({ index }) => index >= from)
    return {
      id,
      machine,
      hosts,
      startedAt,
      end,
      removedAt: this.removedAt,
      access: end === null && this.#proxy !== null ? { ...this.#proxy.access, isAuthorityKept } : null,
      requests,
      transaction,
      exchanges: start < 0 ? [] : this.#exchanges.slice(start, start + maxExchangesPerAnswer),
    }
  }

  /** What an agent tells is not believed further than it can be true. */
  #take(report: ProxyReport): void {
    if (report.kind === 'marked') this.#takeMark(report.page)
    else if (report.kind === 'exchange') this.#list(report)
    else if (report.kind === 'ended')
      this.#end(report.reason === 'machineLost' ? report.reason : (this.#stopReason ?? report.reason))
  }

  /** What answers no question, or one that is not waited for any more, is not taken. */
  #takeMark(page: Marked): void {
    const answered = this.#waiting.find(({ title }) => page === null || title === page.title)
    if (answered === undefined) return
    this.#waiting = this.#waiting.filter(each => each !== answered)
    if (page !== null) {
      this.#titles.set(page.id, page.title)
      this.#note = { ...this.#note, transaction: page.title }
    }
    answered.settle(page)
  }

  #list({ kind: _kind, pageId, ...exchange }: Extract<ProxyReport, { kind: 'exchange' }>): void {
    const { index } = exchange
    if (index < this.#note.requests || index >= recordingBounds.requests) return
    const transaction = pageId === null ? null : (this.#titles.get(pageId) ?? null)
    this.#note = { ...this.#note, requests: index + 1 }
    this.#exchanges.push({ ...exchange, transaction })
    if (this.#exchanges.length > maxListedExchanges) this.#exchanges.shift()
  }

  #end(end: RecordingEnd): void {
    if (this.isUnderWay) this.#note = { ...this.#note, end, endedAt: this.#surroundings.now() }
  }

  async #close(): Promise<void> {
    const { folder, onFailure } = this.#surroundings
    this.#end('failed')
    if (this.#note.end === 'machineLost') return
    // What is known in memory still serves; only the next process would not find it.
    await writeNote(folder, this.#note).catch((cause: unknown) => onFailure('note of a recording', cause))
  }
}

function errorOf(cause: ProxyNotStarted): AppError {
  if (cause.arePortsTaken) return new AppError('RecordingPortsTaken', {}, { cause })
  return new AppError('RecordingNotStarted', { detail: cause.message }, { cause })
}
