/** The recording that this agent makes for a server: one at a time, forgotten when no server asks for it any more. */
import type { CaptureOrder, CaptureRight } from '@pone/contract/entities/capture.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { type ProxyReport, type ProxyWish } from '@pone/contract/link/proxy.ts'
import { type CaptureOutcome, maxPieceBytes, recordingLeaseMs } from '@pone/contract/link/recordings.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Log } from '../log.ts'
import { AgentCapture } from './agent-capture.ts'
import { AgentProxy } from './agent-proxy.ts'
import { ReportBatch } from './report-batch.ts'

type RecordingReport = ReportOf<
  'captureProgress' | 'captureEnded' | 'proxyReports' | 'recordingLost' | 'recordingPiece'
>

export interface AgentRecordingsOptions {
  readonly folder: string
  readonly serverUrls: readonly string[]
  readonly right: CaptureRight
  /** That proxies may listen on; none: there are no proxies. */
  readonly ports: readonly number[]
  /** Of the key and certificate of a project's authority. */
  readonly authorityPath: (projectId: string) => string
  readonly send: (message: RecordingReport) => boolean
  readonly log: Log
  /** How long it is held without being asked for. */
  readonly leaseMs?: number
}

interface Held {
  readonly id: string
  readonly work: {
    /** Settles once nothing is recorded any more. */
    readonly ended: Promise<unknown>
    stop(): void
    read(from: number, maxBytes: number): Promise<Buffer>
    close(): Promise<void>
    mark?(title: string): void
  }
  /** Of what is over: its end; of the rest: that it goes on. */
  readonly tell: () => void
  isOver: boolean
}

interface ProxyStart {
  readonly recordingId: string
  readonly projectId: string
  readonly wish: ProxyWish
}

interface CaptureWish {
  readonly recordingId: string
  readonly order: CaptureOrder
  readonly isOwn: boolean
}

export class AgentRecordings {
  readonly #options: AgentRecordingsOptions
  #held: Held | null = null
  #lease: NodeJS.Timeout | undefined
  /** Settles when what was held before is gone. */
  #closing: Promise<void> = Promise.resolve()

  constructor(options: AgentRecordingsOptions) {
    this.#options = options
  }

  /** Whether something is being recorded. */
  get isRecording(): boolean {
    return this.#held !== null && !this.#held.isOver
  }

  /** One that is known is not begun again. */
  async startCapture({ recordingId, order, isOwn }: CaptureWish): Promise<void> {
    await this.#closing
    if (this.#held?.id === recordingId) return
    const cause = this.#refusal(isOwn)
    if (cause !== null) return this.#tellEnd(recordingId, { state: 'failed', cause })
    const { folder, serverUrls, send } = this.#options
    const capture = new AgentCapture({
      order,
      folder,
      serverUrls,
      onProgress: progress => send({ kind: 'captureProgress', recordingId, ...progress }),
    })
    let outcome: CaptureOutcome | null = null
    const held = this.#hold({
      id: recordingId,
      work: capture,
      tell: () => {
        if (outcome !== null) this.#tellEnd(recordingId, outcome)
      },
      isOver: false,
    })
    outcome = await capture.ended
    this.#over(held)
  }

  /** One that is known is not begun again. */
  async startProxy({ recordingId, projectId, wish }: ProxyStart): Promise<void> {
    await this.#closing
    if (this.#held?.id === recordingId) return
    const { folder, authorityPath, ports, send } = this.#options
    const tell = (reports: ProxyReport[]) => void send({ kind: 'proxyReports', recordingId, reports })
    const reason = ports.length === 0 ? 'off' : this.#held === null ? null : 'busy'
    if (reason !== null) return tell([{ kind: 'refused', reason, detail: '' }])
    const batch = new ReportBatch(tell)
    let end: ProxyReport | null = null
    const proxy = new AgentProxy({
      wish,
      folder,
      authorityPath: authorityPath(projectId),
      ports,
      onReport: report => {
        if (report.kind === 'ended') end = report
        batch.add(report)
      },
    })
    const held = this.#hold({
      id: recordingId,
      work: proxy,
      tell: () => tell(end === null ? [] : [end]),
      isOver: false,
    })
    await proxy.ended
    batch.flush()
    held.isOver = true
  }

  /** The server still wants it. */
  keep(recordingId: string): void {
    const held = this.#held
    if (held?.id !== recordingId) return void this.#options.send({ kind: 'recordingLost', recordingId })
    this.#renew()
    held.tell()
  }

  stop(recordingId: string): void {
    if (this.#held?.id === recordingId) this.#held.work.stop()
  }

  mark(recordingId: string, title: string): void {
    if (this.#held?.id === recordingId) this.#held.work.mark?.(title)
  }

  async read(recordingId: string, from: number): Promise<void> {
    const held = this.#held
    if (held?.id !== recordingId) return
    await held.work.ended
    const data = (await held.work.read(from, maxPieceBytes)).toString('base64')
    if (this.#held === held) this.#options.send({ kind: 'recordingPiece', recordingId, from, data })
  }

  forget(recordingId: string): Promise<void> {
    return this.#held?.id === recordingId ? this.close() : Promise.resolve()
  }

  /** Ends what is recorded, and frees its file. */
  close(): Promise<void> {
    clearTimeout(this.#lease)
    const held = this.#held
    this.#held = null
    if (held !== null)
      this.#closing = this.#closing
        .then(() => held.work.close())
        .catch((cause: unknown) => this.#options.log(`a capture could not be closed: ${errorText(cause)}`))
    return this.#closing
  }

  /** null if packets may be captured now. */
  #refusal(isOwn: boolean): string | null {
    const { right } = this.#options
    if (right === 'off') return toldCause('captureOff')
    if (right === 'own' && !isOwn) return toldCause('captureShared')
    return this.#held === null ? null : toldCause('captureBusy')
  }

  #hold(held: Held): Held {
    this.#held = held
    this.#renew()
    return held
  }

  #over(held: Held): void {
    held.isOver = true
    if (this.#held === held) held.tell()
  }

  #tellEnd(recordingId: string, outcome: CaptureOutcome): void {
    this.#options.send({ kind: 'captureEnded', recordingId, outcome })
  }

  #renew(): void {
    clearTimeout(this.#lease)
    this.#lease = setTimeout(() => void this.close(), this.#options.leaseMs ?? recordingLeaseMs)
  }
}
