/** A recording proxy on the machine of an agent: what it tells comes over the link, and its file in pieces after its end. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentCommand, ReportOf } from '@pone/contract/link/messages.ts'
import type { ProxyReport, ProxyStarted, ProxyWish } from '@pone/contract/link/proxy.ts'
import type { ProxyCommand } from '@pone/recording-proxy/process/messages.ts'
import type { ProxyProcess } from '@pone/recording-proxy/process/proxy-process.ts'

const startMs = 40_000
/** An agent of which nothing is heard for so long has lost it. */
const silenceMs = 45_000
/** Bodies are bounded by what passes the proxy; the form of the file adds to them. */
const maxFileBytes = 1024 ** 3

interface Surroundings {
  readonly link: { send(agentId: string, command: AgentCommand): boolean }
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export interface AgentProxyWish {
  readonly agentId: string
  /** Name of the machine. */
  readonly machine: string
  readonly recordingId: string
  readonly projectId: string
  readonly wish: ProxyWish
  /** Where its file is put. */
  readonly path: string
  /** What it tells after its start; its end once the file is there. */
  readonly onReport: (report: ProxyReport) => void
}

type Ended = Extract<ProxyReport, { kind: 'ended' }>

export class ProxyLine implements ProxyProcess {
  readonly ended: Promise<void>
  readonly #surroundings: Surroundings
  readonly #options: AgentProxyWish
  #started: ProxyStarted | null = null
  readonly #first = Promise.withResolvers<ProxyReport | null>()
  readonly #over = Promise.withResolvers<void>()
  #isOver = false
  /** What the agent told of its end, while its file is on its way. */
  #end: Ended | null = null
  #file: FileHandle | null = null
  #bytes = 0
  #heardAt: number
  #work: Promise<void> = Promise.resolve()

  constructor(surroundings: Surroundings, options: AgentProxyWish) {
    this.#surroundings = surroundings
    this.#options = options
    this.#heardAt = surroundings.now()
    this.ended = this.#over.promise
  }

  get agentId(): string {
    return this.#options.agentId
  }

  get started(): ProxyStarted {
    if (this.#started === null) throw new Error('the proxy has not started')
    return this.#started
  }

  /** @throws AppError RecordingMachineSilent, RecordingMachineOff, RecordingMachineBusy, RecordingPortsTaken, RecordingNotStarted */
  async begin(): Promise<void> {
    const { recordingId, projectId, wish, machine: name } = this.#options
    const silent = new AppError('RecordingMachineSilent', { name })
    if (!this.#send({ kind: 'startProxy', recordingId, projectId, wish })) throw this.#giveUp(silent)
    const timer = setTimeout(() => this.#first.resolve(null), startMs)
    const report = await this.#first.promise.finally(() => clearTimeout(timer))
    if (report?.kind === 'started') this.#started = report
    else if (report?.kind !== 'refused') throw this.#giveUp(silent)
    else throw this.#giveUp(refusalOf(report, name))
  }

  send(command: ProxyCommand): void {
    const { recordingId } = this.#options
    if (command.kind === 'mark') this.#send({ kind: 'markRecording', recordingId, title: command.title })
  }

  async stop(): Promise<void> {
    if (!this.#isOver) this.#send({ kind: 'stopRecording', recordingId: this.#options.recordingId })
    await this.ended
  }

  take(reports: readonly ProxyReport[]): void {
    this.#heardAt = this.#surroundings.now()
    for (const report of reports) {
      if (report.kind === 'started' || report.kind === 'refused') this.#first.resolve(report)
      else if (report.kind !== 'ended') this.#options.onReport(report)
      else if (this.#started === null) this.#first.resolve(null)
      else {
        this.#end ??= report
        void this.#queue(async () => this.#ask())
      }
    }
  }

  /** Only the piece that was asked for is taken; an empty one is the end. */
  piece({ from, data }: ReportOf<'recordingPiece'>): Promise<void> {
    this.#heardAt = this.#surroundings.now()
    return this.#queue(async () => {
      if (this.#isOver || this.#end === null || from !== this.#bytes) return
      const piece = Buffer.from(data, 'base64')
      this.#file ??= await open(this.#options.path, 'wx', 0o600)
      if (piece.length === 0) return this.#complete(this.#end)
      this.#bytes += piece.length
      if (this.#bytes > maxFileBytes) return this.#fail()
      await this.#file.appendFile(piece)
      this.#ask()
    })
  }

  /** Tells the agent that it is still wanted, and asks again for what has not come. */
  keep(): void {
    if (this.#isOver) return
    if (this.#surroundings.now() - this.#heardAt > silenceMs) return this.lose()
    this.#send({ kind: 'keepRecording', recordingId: this.#options.recordingId })
  }

  /** The agent does not have it any more. */
  lose(): void {
    this.#first.resolve(null)
    if (this.#started !== null) void this.#queue(() => this.#fail())
  }

  #ask(): void {
    if (!this.#isOver)
      this.#send({ kind: 'readRecording', recordingId: this.#options.recordingId, from: this.#bytes })
  }

  async #complete(end: Ended): Promise<void> {
    await this.#file?.close()
    this.#settle(end)
  }

  async #fail(): Promise<void> {
    if (this.#isOver) return
    await this.#file?.close()
    await rm(this.#options.path, { force: true })
    this.#settle({ kind: 'ended', reason: 'machineLost' })
  }

  #settle(end: Ended): void {
    this.#options.onReport(end)
    this.#giveUp(null)
  }

  /** The agent may forget it. */
  #giveUp<Why>(why: Why): Why {
    this.#isOver = true
    this.#send({ kind: 'forgetRecording', recordingId: this.#options.recordingId })
    this.#over.resolve()
    return why
  }

  #send(command: AgentCommand): boolean {
    return this.#surroundings.link.send(this.agentId, command)
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch(async (cause: unknown) => {
      this.#surroundings.onFailure('file of a recording', cause)
      await this.#fail()
    })
    return this.#work
  }
}

function refusalOf({ reason, detail }: Extract<ProxyReport, { kind: 'refused' }>, name: string): AppError {
  if (reason === 'off') return new AppError('RecordingMachineOff', { name })
  if (reason === 'busy') return new AppError('RecordingMachineBusy', { name })
  if (reason === 'portsTaken') return new AppError('RecordingPortsTaken')
  return new AppError('RecordingNotStarted', { detail })
}
