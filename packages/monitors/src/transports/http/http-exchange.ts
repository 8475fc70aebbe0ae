/** One HTTP request and its bounded answer. */
import { Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { connectionFault } from '../connection-fault.ts'

export interface HttpAnswer {
  readonly status: number
  /** Value of the header `Server`, '' for none. */
  readonly server: string
  readonly body: string
}

export interface HttpAsk {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Other ways than host and port with the system's authorities: a Unix socket; an authority, a certificate of one's own and its key as PEM. */
interface ExchangeWay {
  readonly socketPath?: string
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** Sockets to one target and the credentials that each request carries. */
export class HttpExchange {
  readonly #params: ParamValues
  readonly #isTls: boolean
  readonly #agent: HttpAgent
  readonly #socketPath: string | undefined

  constructor(params: ParamValues, { socketPath, ...files }: ExchangeWay = {}) {
    this.#params = params
    this.#socketPath = socketPath
    this.#isTls = params['tls'] === true
    const sockets = { keepAlive: true, maxSockets: 4 }
    this.#agent = this.#isTls
      ? new TlsAgent({ ...sockets, ...files, rejectUnauthorized: params['verifyTls'] !== false })
      : new HttpAgent(sockets)
  }

  /** @throws TargetFault */
  async send(ask: HttpAsk, signal: AbortSignal): Promise<HttpAnswer> {
    try {
      return await this.#once(ask, signal)
    } catch (thrown) {
      // A kept connection that the server closed in the same moment says nothing about the server.
      if (thrown instanceof StaleSocket) return this.#once(ask, signal).catch(refuse)
      return refuse(thrown)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #once({ method, path, headers, body }: HttpAsk, signal: AbortSignal): Promise<HttpAnswer> {
    const { host = '', port, user, password } = this.#params
    const send = this.#isTls ? tlsRequest : plainRequest
    const auth =
      user === undefined || user === '' ? {} : { auth: `${String(user)}:${String(password ?? '')}` }
    return new Promise((resolve, reject) => {
      const request = send(
        {
          ...(this.#socketPath === undefined
            ? { host: String(host), port: Number(port) }
            : { socketPath: this.#socketPath }),
          method,
          path,
          agent: this.#agent,
          signal,
          headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'pone-monitor', ...headers },
          ...auth,
        },
        answer => void read(answer).then(resolve, reject),
      )
      request.once('error', error => {
        const isStale = request.reusedSocket && connectionFault(error).code === 'targetClosed'
        reject(isStale ? new StaleSocket() : error)
      })
      request.end(body)
    })
  }
}

class StaleSocket extends Error {}

function refuse(thrown: unknown): never {
  throw connectionFault(thrown)
}

async function read(answer: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxAnswerBytes) {
      answer.destroy()
      throw new TargetFault('tooLarge', '', { limit: '8 MiB' })
    }
    chunks.push(chunk)
  }
  if (!answer.complete) throw new TargetFault('malformed', 'the answer ended before its end')
  const { server } = answer.headers
  return {
    status: answer.statusCode ?? 0,
    server: typeof server === 'string' ? server : '',
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
