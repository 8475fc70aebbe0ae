/** One connection to a broker of Kafka: signs in, sends requests, and hands each answer to who asked. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import { connectionFault } from '../connection-fault.ts'
import { openSocket, type SocketAddress, untilAborted } from '../open-socket.ts'
import { scramClient } from '../scram.ts'
import { apiKeys, apiVersions, type KafkaRequest, saslAuthenticate, saslHandshake } from './requests.ts'
import { KafkaReader, KafkaWriter } from './wire.ts'

export const saslMechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const

/** Where and as whom; without a mechanism nobody signs in. */
export interface KafkaAddress extends SocketAddress {
  readonly mechanism: (typeof saslMechanisms)[number] | undefined
  readonly user: string
  readonly password: string
}

interface Waiting {
  readonly settle: (answer: KafkaReader) => void
  readonly reject: (fault: unknown) => void
}

/** First byte of a TLS record that says why a handshake failed. */
const tlsAlert = 0x15

/** An open connection. */
export class KafkaClient {
  readonly #socket: Socket
  readonly #waiting = new Map<number, Waiting>()
  #highest: ReadonlyMap<number, number> = new Map()
  #chunks: Buffer[] = []
  #size = 0
  #correlation = 0
  #hasAnswered = false
  #end: TargetFault | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', bytes => this.#read(bytes))
    socket.on('error', error => this.#fail(connectionFault(error)))
    socket.on('close', () => this.#fail(new TargetFault('targetClosed')))
  }

  /** Connects, asks for the versions that the broker knows, and signs in. @throws TargetFault; the signal's reason */
  static async open(address: KafkaAddress, signal: AbortSignal): Promise<KafkaClient> {
    const client = new KafkaClient(await openSocket(address, signal))
    try {
      const { highest } = await client.send(apiVersions(), signal)
      client.#highest = highest
      if (!highest.has(apiKeys.metadata)) throw new TargetFault('wrongProduct')
      if (address.mechanism) await client.#signIn(address.mechanism, address, signal)
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  /** Highest version of an API that the broker knows, -1 for none. */
  highest(api: keyof typeof apiKeys): number {
    return this.#highest.get(apiKeys[api]) ?? -1
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** Sends a request. @throws TargetFault; the signal's reason */
  async send<Answer>(request: KafkaRequest<Answer>, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    if (this.#end) throw this.#end
    const correlation = ++this.#correlation
    const replied = new Promise<Answer>((resolve, reject) => {
      const settle = (answer: KafkaReader) => {
        try {
          // The answer that tells versions has the old head in all versions.
          if (request.isFlexible && request.apiKey !== apiKeys.apiVersions) answer.tags()
          resolve(request.read(answer))
        } catch (thrown) {
          reject(this.#notUnderstood(thrown))
        }
      }
      this.#waiting.set(correlation, { settle, reject })
    })
    this.#socket.write(framed(request, correlation))
    return await untilAborted(replied, signal)
  }

  close(): void {
    this.#fail(new TargetFault('targetClosed'))
    this.#socket.destroy()
  }

  async #signIn(
    mechanism: NonNullable<KafkaAddress['mechanism']>,
    { user, password }: KafkaAddress,
    signal: AbortSignal,
  ): Promise<void> {
    const offered = await this.send(saslHandshake(mechanism), signal)
    if (offered.error !== 0) {
      const list = offered.mechanisms.join(', ')
      throw new TargetFault('wrongPassword', `SASL ${mechanism}: error ${offered.error}; offered: ${list}`)
    }
    const step = async (text: string) => {
      const answer = await this.send(saslAuthenticate(Buffer.from(text)), signal)
      if (answer.error !== 0) throw new TargetFault('wrongPassword', answer.message)
      return answer.bytes.toString('utf8')
    }
    if (mechanism === 'PLAIN') {
      await step(`\0${user}\0${password}`)
      return
    }
    const hash = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha512'
    const scram = scramClient(hash, user, password, randomBytes(24).toString('base64url'))
    const final = scram.final(await step(scram.first))
    if (!final) throw new TargetFault('malformed', 'SCRAM')
    // A broker that does not know the password either is another one.
    if (!final.isProof(await step(final.message))) throw new TargetFault('wrongProduct', 'SCRAM')
  }

  #read(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#size += bytes.length
    try {
      for (let frame = this.#frame(); frame; frame = this.#frame()) this.#settle(frame)
    } catch (thrown) {
      this.#fail(this.#notUnderstood(thrown))
      this.#socket.destroy()
    }
  }

  /** The next whole answer without its length. */
  #frame(): Buffer | undefined {
    const [first] = this.#chunks
    if (!first || this.#size < 4) return undefined
    if (!this.#hasAnswered && first[0] === tlsAlert) throw new TargetFault('tlsMismatch')
    if (first.length < 4) this.#join()
    const length = (this.#chunks[0] ?? first).readInt32BE(0)
    if (!this.#hasAnswered && (length < 4 || length > maxAnswerBytes))
      throw new RangeError(`an answer of ${length} bytes: ${JSON.stringify(first.toString('latin1', 0, 40))}`)
    if (length > maxAnswerBytes) throw new TargetFault('tooLarge', '', { limit: '8 MiB' })
    if (this.#size < length + 4) return undefined
    const all = this.#join()
    const rest = all.subarray(length + 4)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return all.subarray(4, length + 4)
  }

  #join(): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }

  #settle(frame: Buffer): void {
    const answer = new KafkaReader(frame)
    const correlation = answer.int32()
    const waiting = this.#waiting.get(correlation)
    if (!waiting) throw new RangeError(`an answer to request ${correlation}`)
    this.#hasAnswered = true
    this.#waiting.delete(correlation)
    waiting.settle(answer)
  }

  #notUnderstood(thrown: unknown): TargetFault {
    if (thrown instanceof TargetFault) return thrown
    const said = thrown instanceof Error ? thrown.message : ''
    return new TargetFault(this.#hasAnswered ? 'malformed' : 'wrongProduct', said)
  }

  #fail(fault: TargetFault): void {
    this.#end ??= fault
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
  }
}

function framed<Answer>(
  { apiKey, version, isFlexible, body }: KafkaRequest<Answer>,
  correlation: number,
): Buffer {
  const head = new KafkaWriter().int16(apiKey).int16(version).int32(correlation).string('pone-monitor')
  if (isFlexible) head.noTags()
  const bytes = Buffer.concat([head.toBuffer(), body])
  return Buffer.concat([new KafkaWriter().int32(bytes.length).toBuffer(), bytes])
}
