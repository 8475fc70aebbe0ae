/** A capture from its order until its file is removed: what its agent told, and the pieces that it has sent. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { bytesPerMegabyte, type Capture, captureBounds } from '@pone/contract/entities/capture.ts'
import type { AgentCommand, ReportOf } from '@pone/contract/link/messages.ts'
import { maxPieceBytes } from '@pone/contract/link/recordings.ts'
import { toldCause } from '@pone/contract/told-cause.ts'

const keptMs = captureBounds.keptMinutes * 60_000
/** An agent of which nothing is heard for so long has lost it. */
const silenceMs = 45_000
/** For the end of a capture whose time is over. */
const endMs = 30_000
/** For the whole file. */
const fileMs = 30 * 60_000

interface CaptureSurroundings {
  readonly now: () => number
  readonly send: (agentId: string, command: AgentCommand) => boolean
  readonly onFailure: (what: string, cause: unknown) => void
}

type CaptureFacts = Pick<Capture, 'id' | 'agentId' | 'machine' | 'order'> & {
  readonly projectId: string
  readonly userId: string
  /** Whether the machine had to be of the project alone for it; then it has to stay so. */
  readonly isOwn: boolean
  /** Of its file. */
  readonly path: string
}

export class HeldCapture {
  readonly facts: CaptureFacts
  readonly #surroundings: CaptureSurroundings
  readonly #startedAt: number
  #told: Pick<Capture, 'state' | 'end' | 'cause' | 'packets' | 'bytes' | 'dropped' | 'sentBytes'> = {
    state: 'starting',
    end: null,
    cause: '',
    packets: 0,
    bytes: 0,
    dropped: null,
    sentBytes: 0,
  }
  #endedAt: number | null = null
  #heardAt: number
  /** When it has to have ended, or its file to be here, however often the agent answers. */
  #deadline: number
  #file: FileHandle | null = null
  /** What is done with the file, one after the other. */
  #work: Promise<void> = Promise.resolve()
  #isWriting = false
  #isRemoved = false

  constructor(surroundings: CaptureSurroundings, facts: CaptureFacts) {
    this.#surroundings = surroundings
    this.facts = facts
    this.#startedAt = surroundings.now()
    this.#heardAt = this.#startedAt
    this.#deadline = this.#startedAt + facts.order.seconds * 1_000 + endMs
  }

  /** It is not yet known how it ends. */
  get isUnderWay(): boolean {
    return this.#endedAt === null
  }

  get isComplete(): boolean {
    return this.#told.state === 'complete'
  }

  get removedAt(): number | null {
    return this.#endedAt === null ? null : this.#endedAt + keptMs
  }

  get shown(): Capture {
    const { id, agentId, machine, order } = this.facts
    return {
      id,
      agentId,
      machine,
      order,
      ...this.#told,
      startedAt: this.#startedAt,
      removedAt: this.removedAt,
    }
  }

  begin(): void {
    const { id: recordingId, order, isOwn } = this.facts
    if (!this.#send({ kind: 'startCapture', recordingId, order, isOwn }))
      this.fail(toldCause('captureSilent'))
  }

  stop(): void {
    if (this.isUnderWay) this.#send({ kind: 'stopRecording', recordingId: this.facts.id })
  }

  /** Tells the agent that it is still wanted, and asks again for what has not come. */
  keep(): void {
    if (!this.isUnderWay) return
    const now = this.#surroundings.now()
    if (now - this.#heardAt > silenceMs || now > this.#deadline)
      return this.fail(toldCause(this.#told.state === 'starting' ? 'captureSilent' : 'captureLost'))
    this.#send({ kind: 'keepRecording', recordingId: this.facts.id })
  }

  fail(cause: string): void {
    if (!this.isUnderWay) return
    this.#told = { ...this.#told, state: 'failed', cause, end: null }
    this.#close()
    void this.#queue(() => this.#removeFile())
  }

  progress({ packets, bytes }: ReportOf<'captureProgress'>): void {
    this.#hear()
    const { state } = this.#told
    if (state === 'starting' || state === 'running')
      this.#told = { ...this.#told, state: 'running', packets, bytes }
  }

  /** Told again and again; each time what has not come is asked for. */
  ended({ outcome }: ReportOf<'captureEnded'>): void {
    this.#hear()
    if (!this.isUnderWay) return this.#forget()
    if (outcome.state === 'failed') return this.fail(outcome.cause)
    const { end, packets, bytes, dropped } = outcome
    // Agents are not believed.
    if (bytes > this.facts.order.megabytes * bytesPerMegabyte) return this.fail(toldCause('captureNotKept'))
    if (this.#told.state !== 'sending') {
      this.#told = { ...this.#told, state: 'sending', end, packets, bytes, dropped }
      this.#deadline = this.#surroundings.now() + fileMs
    }
    void this.#queue(() => this.#ask())
  }

  /** Only the piece that was asked for is taken, and none while one is written. */
  piece({ from, data }: ReportOf<'recordingPiece'>): Promise<void> {
    this.#hear()
    if (this.#isWriting) return Promise.resolve()
    this.#isWriting = true
    return this.#queue(async () => {
      const { state, sentBytes, bytes } = this.#told
      if (!this.isUnderWay || state !== 'sending' || from !== sentBytes) return
      const piece = Buffer.from(data, 'base64')
      if (piece.length !== Math.min(maxPieceBytes, bytes - sentBytes))
        return this.fail(toldCause('captureLost'))
      this.#file ??= await open(this.facts.path, 'wx', 0o600)
      await this.#file.appendFile(piece)
      this.#told = { ...this.#told, sentBytes: sentBytes + piece.length }
      await this.#ask()
    }).finally(() => {
      this.#isWriting = false
    })
  }

  async remove(): Promise<void> {
    this.#isRemoved = true
    this.#close()
    await this.#queue(() => this.#removeFile())
  }

  /** The next piece, or its end if there is none. */
  async #ask(): Promise<void> {
    const { state, sentBytes, bytes } = this.#told
    if (!this.isUnderWay || state !== 'sending') return
    if (sentBytes < bytes) {
      this.#send({ kind: 'readRecording', recordingId: this.facts.id, from: sentBytes })
      return
    }
    await this.#closeFile()
    this.#told = { ...this.#told, state: 'complete' }
    this.#close()
  }

  #close(): void {
    this.#endedAt ??= this.#surroundings.now()
    this.#forget()
  }

  #forget(): void {
    this.#send({ kind: 'forgetRecording', recordingId: this.facts.id })
  }

  #hear(): void {
    this.#heardAt = this.#surroundings.now()
  }

  #send(command: AgentCommand): boolean {
    return this.#surroundings.send(this.facts.agentId, command)
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((cause: unknown) => {
      this.#surroundings.onFailure('file of a capture', cause)
      if (!this.#isRemoved) this.fail(toldCause('captureNotKept'))
    })
    return this.#work
  }

  async #closeFile(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  async #removeFile(): Promise<void> {
    await this.#closeFile()
    await rm(this.facts.path, { force: true })
  }
}
