/** One connection to a broker of Kafka: signs in, sends requests, and hands each answer to who asked. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import { MessageConnection, type MessageFormat, tlsAlert } from '../message-connection.ts'
import { openSocket, type SocketAddress } from '../open-socket.ts'
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

/** Bytes of the length, which does not count itself. */
const lengthBytes = 4

const format: MessageFormat<KafkaReader> = {
  headBytes: lengthBytes,
  checkFirst: first => {
    if (first[0] === tlsAlert) throw new TargetFault('tlsMismatch')
  },
  lengthOf: (head, hasAnswered) => {
    const length = head.readInt32BE(0)
    if (!hasAnswered && (length < 4 || length > maxAnswerBytes))
      throw new RangeError(`an answer of ${length} bytes: ${JSON.stringify(head.toString('latin1', 0, 40))}`)
    if (length > maxAnswerBytes) throw new TargetFault('tooLarge', '', { limit: '8 MiB' })
    return length + lengthBytes
  },
  requestOf: message => new KafkaReader(message.subarray(lengthBytes)).int32(),
  answerOf: message => {
    const answer = new KafkaReader(message.subarray(lengthBytes))
    answer.int32()
    return answer
  },
}

/** An open connection. */
export class KafkaClient {
  readonly #connection: MessageConnection<KafkaReader>
  #highest: ReadonlyMap<number, number> = new Map()

  private constructor(socket: Socket) {
    this.#connection = new MessageConnection(socket, format)
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
    return this.#connection.isOpen
  }

  /** Sends a request. @throws TargetFault; the signal's reason */
  async send<Answer>(request: KafkaRequest<Answer>, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#connection.ask(correlation => framed(request, correlation), signal)
    try {
      // The answer that tells versions has the old head in all versions.
      if (request.isFlexible && request.apiKey !== apiKeys.apiVersions) answer.tags()
      return request.read(answer)
    } catch (thrown) {
      throw this.#connection.notUnderstood(thrown)
    }
  }

  close(): void {
    this.#connection.close()
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
