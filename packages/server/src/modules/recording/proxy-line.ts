/** A recording proxy on the machine of an agent: what it tells comes over the link, and its file in pieces after its end, all within times that the server sets. */
import { X509Certificate } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentCommand, ReportOf } from '@pone/contract/link/messages.ts'
import type { ProxyReport, ProxyStarted, ProxyWish } from '@pone/contract/link/proxy.ts'
import type { ProxyCommand } from '@pone/recording-proxy/process/messages.ts'
import type { ProxyProcess } from '@pone/recording-proxy/process/proxy-process.ts'
import { PieceFile } from './piece-file.ts'

const startMs = 40_000
/** An agent of which nothing is heard for so long has lost it. */
const silenceMs = 45_000
/** For the end of a recording whose time is over, and of one that was stopped. */
const endMs = 30_000
/** Bodies are bounded by what passes the proxy; the form of the file adds to them. */
const fileBytesPerByte = 2
/** For the whole file. */
const fileMs = 30 * 60_000

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
  readonly #file: PieceFile
  /** An end that is told leads to a question: one each time that the agent is told that it is wanted. */
  #mayAsk = true
  #heardAt: number
  /** When it has to have ended, or its file to be here. */
  #deadline = Number.POSITIVE_INFINITY
  #work: Promise<void> = Promise.resolve()

  constructor(surroundings: Surroundings, options: AgentProxyWish) {
    this.#surroundings = surroundings
    this.#options = options
    this.#heardAt = surroundings.now()
    this.ended = this.#over.promise
    const { recordingId, path, wish } = options
    this.#file = new PieceFile({
      path,
      maxBytes: wish.limits.maxBytes * fileBytesPerByte,
      ask: from => this.#send({ kind: 'readRecording', recordingId, from }),
    })
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
    if (report?.kind === 'refused') throw this.#giveUp(refusalOf(report, name))
    if (report?.kind !== 'started') throw this.#giveUp(silent)
    const authority = authorityOf(report)
    if (authority === null) throw this.#giveUp(new AppError('RecordingNotStarted', { detail: notAuthority }))
    this.#started = { ...report, ...authority }
    this.#deadline = this.#surroundings.now() + wish.limits.maxDurationMs + endMs
  }

  send(command: ProxyCommand): void {
    const { recordingId } = this.#options
    if (command.kind === 'mark') this.#send({ kind: 'markRecording', recordingId, title: command.title })
  }

  async stop(): Promise<void> {
    if (!this.#isOver) this.#send({ kind: 'stopRecording', recordingId: this.#options.recordingId })
    if (this.#end === null) this.#deadline = Math.min(this.#deadline, this.#surroundings.now() + endMs)
    await this.ended
  }

  take(reports: readonly ProxyReport[]): void {
    this.#heardAt = this.#surroundings.now()
    for (const report of reports) {
      if (report.kind === 'started' || report.kind === 'refused') this.#first.resolve(report)
      else if (report.kind === 'ended') this.#takeEnd(report)
      else if (this.#end === null) this.#options.onReport(report)
    }
  }

  /** Only the piece that was asked for is taken; an empty one is the end. */
  piece({ from, data }: ReportOf<'recordingPiece'>): Promise<void> {
    this.#heardAt = this.#surroundings.now()
    const end = this.#end
    if (this.#isOver || end === null || !this.#file.expects(from)) return Promise.resolve()
    return this.#queue(async () => {
      if (this.#isOver) return
      const taken = await this.#file.add(data)
      if (taken === 'more') this.#file.askNext()
      else if (taken === 'complete') this.#settle(end)
      else await this.#fail()
    })
  }

  /** Tells the agent that it is still wanted, and asks again for what has not come. */
  keep(): void {
    if (this.#isOver) return
    const now = this.#surroundings.now()
    if (now - this.#heardAt > silenceMs || now > this.#deadline) return this.lose()
    this.#mayAsk = true
    this.#send({ kind: 'keepRecording', recordingId: this.#options.recordingId })
  }

  /** The agent does not have it any more, or it is not wanted. */
  lose(): void {
    this.#first.resolve(null)
    if (this.#started !== null) void this.#queue(() => this.#fail())
  }

  /** Told again and again; each time what has not come is asked for. */
  #takeEnd(report: Ended): void {
    if (this.#started === null) return this.#first.resolve(null)
    if (this.#end === null) this.#deadline = this.#surroundings.now() + fileMs
    this.#end ??= report
    if (!this.#mayAsk) return
    this.#mayAsk = false
    void this.#queue(async () => {
      if (!this.#isOver) this.#file.askNext()
    })
  }

  async #fail(): Promise<void> {
    if (this.#isOver) return
    await this.#file.remove()
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

const notAuthority = 'the agent did not send the certificate of an authority'

/** What devices are asked to trust, and nothing else that the agent may have put beside it; null: it is no authority. */
function authorityOf({
  certificate,
}: ProxyStarted): Pick<ProxyStarted, 'certificate' | 'fingerprint'> | null {
  try {
    const read = new X509Certificate(certificate)
    return read.ca ? { certificate: read.toString(), fingerprint: read.fingerprint256 } : null
  } catch {
    return null
  }
}

function refusalOf({ reason, detail }: Extract<ProxyReport, { kind: 'refused' }>, name: string): AppError {
  if (reason === 'off') return new AppError('RecordingMachineOff', { name })
  if (reason === 'busy') return new AppError('RecordingMachineBusy', { name })
  if (reason === 'portsTaken') return new AppError('RecordingPortsTaken')
  return new AppError('RecordingNotStarted', { detail })
}
