/** Requests to VictoriaMetrics. What was written lately is written again after a connection was lost, since a VictoriaMetrics that is killed loses what it had not yet written to its disk. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as HttpsAgent, request as requestTls } from 'node:https'
import type { Duplex } from 'node:stream'
import { AppError } from '@pone/contract/errors.ts'
import type { VictoriaSettings } from './settings.ts'

const writeLimitMs = 10_000
const readLimitMs = 30_000
/** VictoriaMetrics writes to its disk every 5 s at the latest. */
const keptMs = 30_000
const keptBytes = 128 * 1024 ** 2
const maxAnswerBytes = 512 * 1024 ** 2
const maxErrorLength = 300
const connections = 6

export class VictoriaClient {
  readonly #settings: VictoriaSettings
  readonly #isTls: boolean
  readonly #agent: Agent
  /** What was written within `keptMs`, ascending by time. */
  readonly #kept: { readonly atMs: number; readonly body: string }[] = []
  #keptLength = 0
  #mustRepeat = false
  #isClosed = false

  constructor(settings: VictoriaSettings) {
    this.#settings = settings
    const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections }
    this.#isTls = settings.writeUrl.startsWith('https:')
    this.#agent = this.#isTls ? new HttpsAgent(options) : new Agent(options)
  }

  /** Writes lines of the format of `/api/v1/import`; writing the same again changes nothing. @throws AppError `SeriesStorageUnavailable` */
  async write(body: string): Promise<void> {
    if (this.#mustRepeat) {
      this.#mustRepeat = false
      try {
        for (const { body: earlier } of this.#kept) await this.#import(earlier)
      } catch (cause) {
        this.#mustRepeat = true
        throw cause
      }
    }
    await this.#import(body)
    const nowMs = performance.now()
    this.#kept.push({ atMs: nowMs, body })
    this.#keptLength += body.length
    for (let oldest = this.#kept[0]; oldest !== undefined; oldest = this.#kept[0]) {
      if (oldest.atMs >= nowMs - keptMs && this.#keptLength <= keptBytes) break
      this.#kept.shift()
      this.#keptLength -= oldest.body.length
    }
  }

  /** The lines of `/api/v1/export` of series that match, with samples from `fromMs` to before `toMs`. @throws AppError */
  async export(match: string, fromMs: number, toMs: number): Promise<Buffer> {
    return await this.#read('/api/v1/export', {
      'match[]': match,
      start: seconds(fromMs),
      end: seconds(toMs - 1),
    })
  }

  /** The answer of `/api/v1/query_range`, never from its cache. @throws AppError `SeriesStorageUnavailable` */
  async queryRange(query: string, range: { fromMs: number; toMs: number; stepMs: number }): Promise<Buffer> {
    return await this.#read('/api/v1/query_range', {
      query,
      start: seconds(range.fromMs),
      end: seconds(range.toMs),
      step: `${range.stepMs}ms`,
      nocache: '1',
    })
  }

  /** Removes all series that match; their disk space is freed by VictoriaMetrics when it merges parts. @throws AppError */
  async remove(match: string): Promise<void> {
    await this.#send(
      `${this.#settings.deleteUrl}/api/v1/admin/tsdb/delete_series`,
      { 'content-type': form },
      String(new URLSearchParams({ 'match[]': match })),
      readLimitMs,
    )
  }

  /** The metrics of a VictoriaMetrics of one process about itself, as Prometheus text. @throws AppError */
  async ownMetrics(): Promise<string> {
    return String(await this.#send(`${this.#settings.readUrl}/metrics`, {}, null, readLimitMs))
  }

  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
  }

  async #import(body: string): Promise<void> {
    await this.#send(`${this.#settings.writeUrl}/api/v1/import`, {}, body, writeLimitMs)
  }

  async #read(path: string, params: Record<string, string>): Promise<Buffer> {
    const body = String(new URLSearchParams(params))
    return await this.#send(`${this.#settings.readUrl}${path}`, { 'content-type': form }, body, readLimitMs)
  }

  async #send(url: string, headers: object, body: string | null, limitMs: number): Promise<Buffer> {
    const { authorization } = this.#settings
    const send = url.startsWith('https:') ? requestTls : request
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = send(
          url,
          {
            // The parts of a cluster may have different protocols.
            agent: url.startsWith('https:') === this.#isTls ? this.#agent : undefined,
            method: body === null ? 'GET' : 'POST',
            headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
            signal: AbortSignal.timeout(limitMs),
          },
          resolve,
        )
        outgoing.on('error', reject).on('socket', socket => this.#watch(socket))
        outgoing.end(body ?? undefined)
      })
      return await contentOf(answer)
    } catch (cause) {
      throw new AppError('SeriesStorageUnavailable', { detail: detailOf(cause, limitMs) }, { cause })
    }
  }

  #watch(socket: Duplex): void {
    if (socket.listenerCount('close', this.#lost) === 0) socket.once('close', this.#lost)
  }

  readonly #lost = (): void => {
    if (!this.#isClosed && this.#kept.length > 0) this.#mustRepeat = true
  }
}

const form = 'application/x-www-form-urlencoded'
const seconds = (atMs: number): string => (atMs / 1_000).toFixed(3)

async function contentOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    const bytes = Buffer.from(part as Uint8Array)
    length += bytes.length
    if (length > maxAnswerBytes) throw new Error(`the answer has more than ${maxAnswerBytes} bytes`)
    parts.push(bytes)
  }
  const content = Buffer.concat(parts)
  const status = answer.statusCode ?? 0
  if (status >= 200 && status < 300) return content
  throw new Error(`HTTP ${status} ${String(content).trim().slice(0, maxErrorLength)}`.trim())
}

function detailOf(cause: unknown, limitMs: number): string {
  if (!(cause instanceof Error)) return 'unknown error'
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return `no answer within ${limitMs} ms`
  return cause.message
}
