/** The recording that this agent makes for a server: one at a time, forgotten when no server asks for it any more. */
import type { CaptureOrder, CaptureRight } from '@pone/contract/entities/capture.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { type CaptureOutcome, maxPieceBytes, recordingLeaseMs } from '@pone/contract/link/recordings.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Log } from '../log.ts'
import { AgentCapture } from './agent-capture.ts'

export interface AgentRecordingsOptions {
  readonly folder: string
  readonly serverUrls: readonly string[]
  readonly right: CaptureRight
  readonly send: (message: ReportOf<'captureProgress' | 'captureEnded' | 'recordingPiece'>) => boolean
  readonly log: Log
  /** How long it is held without being asked for. */
  readonly leaseMs?: number
}

interface Held {
  readonly id: string
  readonly capture: AgentCapture
  outcome: CaptureOutcome | null
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
    return this.#held !== null && this.#held.outcome === null
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
    const held: Held = { id: recordingId, capture, outcome: null }
    this.#held = held
    this.#renew()
    held.outcome = await capture.ended
    if (this.#held === held) this.#tellEnd(recordingId, held.outcome)
  }

  /** The server still wants it. */
  keep(recordingId: string): void {
    if (this.#held?.id !== recordingId)
      return this.#tellEnd(recordingId, { state: 'failed', cause: toldCause('captureLost') })
    this.#renew()
    if (this.#held.outcome !== null) this.#tellEnd(recordingId, this.#held.outcome)
  }

  stop(recordingId: string): void {
    if (this.#held?.id === recordingId) this.#held.capture.stop()
  }

  async read(recordingId: string, from: number): Promise<void> {
    const held = this.#held
    if (held?.id !== recordingId || held.outcome === null) return
    const data = (await held.capture.read(from, maxPieceBytes)).toString('base64')
    this.#options.send({ kind: 'recordingPiece', recordingId, from, data })
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
        .then(() => held.capture.close())
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

  #tellEnd(recordingId: string, outcome: CaptureOutcome): void {
    this.#options.send({ kind: 'captureEnded', recordingId, outcome })
  }

  #renew(): void {
    clearTimeout(this.#lease)
    this.#lease = setTimeout(() => void this.close(), this.#options.leaseMs ?? recordingLeaseMs)
  }
}
