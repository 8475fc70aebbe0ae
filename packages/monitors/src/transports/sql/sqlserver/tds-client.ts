/**
 * A small client of SQL Server that only reads: TDS 7.4, sign-in by password, one statement at a time, answers within bounds.
 * A library would bring the sign-in of a cloud with it, and reads answers without bounds.
 */

import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { maxAnswerBytes } from '../../../reading/records.ts'
import { TargetFault } from '../../../target-fault.ts'
import { connectionFault } from '../../connection-fault.ts'
import { openSocket, type SocketAddress } from '../../open-socket.ts'
import { sqlServerFault } from './faults.ts'
import {
  batch,
  encryptionOf,
  encryptions,
  packetOf,
  packetsOf,
  packetTypes,
  preLogin,
  type SignIn,
  signIn,
} from './tds-messages.ts'
import { readTokens, type TdsAnswer } from './tds-tokens.ts'
import { type Secured, shakeHands } from './tds-tunnel.ts'

export interface TdsAddress extends SocketAddress, Omit<SignIn, 'host'> {}

interface Message {
  readonly bytes: Buffer
  /** It was longer than what is read. */
  readonly isPart: boolean
}

interface Waiting {
  readonly maxBytes: number
  resolve(message: Message): void
  reject(fault: unknown): void
}

/** Bytes of an answer before the sign-in is through. */
const maxSignInBytes = 65_536
const usualPacketSize = 4_096

export class TdsClient {
  readonly #socket: Socket
  /** Where messages travel: the socket, or TLS on it. */
  #stream: Duplex
  #waiting: Waiting | undefined
  #rest: Buffer = Buffer.alloc(0)
  #parts: Buffer[] = []
  #size = 0
  #packetSize = usualPacketSize
  #hasAnswered = false
  #end: TargetFault | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#stream = socket
    socket.on('error', error => this.#fail(connectionFault(error)))
    socket.on('close', () => this.#fail(new TargetFault('targetClosed')))
    socket.on('data', this.#read)
  }

  /** Connects, agrees on encryption and signs in. @throws TargetFault; the signal's reason */
  static async open(address: TdsAddress, signal: AbortSignal): Promise<TdsClient> {
    // TLS begins inside the protocol, after both sides have said what they can.
    const client = new TdsClient(await openSocket({ ...address, isTls: false }, signal))
    try {
      await client.#signIn(address, signal)
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  /** Rows of a statement. One whose answer is too long, or whose signal fires, costs the connection. @throws TargetFault; the signal's reason */
  async query(statement: string, signal: AbortSignal): Promise<TdsAnswer> {
    const message = await this.#exchange(packetTypes.batch, batch(statement), maxAnswerBytes, signal)
    const answer = this.#answerOf(message)
    const [error] = answer.errors
    if (error) throw sqlServerFault(error)
    return answer
  }

  close(): void {
    this.#fail(new TargetFault('targetClosed'))
    this.#socket.destroy()
  }

  async #signIn(address: TdsAddress, signal: AbortSignal): Promise<void> {
    const { isTls } = address
    const wanted = isTls ? encryptions.on : encryptions.signInOnly
    const offered = await this.#exchange(packetTypes.preLogin, preLogin(wanted), maxSignInBytes, signal)
    const encryption = encryptionOf(offered.bytes)
    const isAll = encryption === encryptions.on || encryption === encryptions.required
    if (isTls && !isAll) throw new TargetFault('tlsMismatch', 'the server offers no encryption')
    const isEncrypted = encryption !== encryptions.none
    const secured = isEncrypted
      ? await this.#encrypt({ ...address, verifiesTls: isTls && address.verifiesTls }, signal)
      : undefined
    const message = signIn({ ...address, host: hostname() })
    const sent = this.#exchange(packetTypes.signIn, message, maxSignInBytes, signal)
    // The answer to a sign-in that alone was encrypted comes in the clear.
    if (!isAll) {
      secured?.leave()
      this.#listen(this.#socket)
    }
    const answer = this.#answerOf(await sent)
    const [error] = answer.errors
    if (error) throw sqlServerFault(error)
    if (answer.routedTo !== undefined)
      throw new TargetFault('refused', `SQL Server: connect to ${answer.routedTo} instead`)
    if (!answer.isSignedIn) throw new TargetFault('malformed', 'TDS: no answer to the sign-in')
  }

  async #encrypt(address: TdsAddress, signal: AbortSignal): Promise<Secured> {
    this.#socket.off('data', this.#read)
    const secured = await shakeHands(this.#socket, address, signal)
    secured.stream.on('error', error => this.#fail(connectionFault(error)))
    this.#listen(secured.stream)
    return secured
  }

  #listen(stream: Duplex): void {
    this.#stream.off('data', this.#read)
    this.#stream = stream
    stream.on('data', this.#read)
  }

  #exchange(type: number, content: Buffer, maxBytes: number, signal: AbortSignal): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.#end) {
        reject(this.#end)
        return
      }
      const abort = () => {
        // The server ends the statement; nobody waits for that.
        if (type === packetTypes.batch)
          this.#stream.write(packetsOf(packetTypes.attention, Buffer.alloc(0), this.#packetSize))
        this.#settle(waiting => waiting.reject(signal.reason))
        this.#fail(new TargetFault('targetClosed'))
        this.#socket.destroySoon()
      }
      this.#waiting = {
        maxBytes,
        resolve: message => {
          signal.removeEventListener('abort', abort)
          resolve(message)
        },
        reject: fault => {
          signal.removeEventListener('abort', abort)
          reject(fault)
        },
      }
      this.#stream.write(packetsOf(type, content, this.#packetSize))
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
    })
  }

  #answerOf({ bytes, isPart }: Message): TdsAnswer {
    const answer = readTokens(bytes, isPart)
    if (answer.packetSize !== undefined && answer.packetSize >= 512 && answer.packetSize <= 32_767)
      this.#packetSize = answer.packetSize
    return answer
  }

  readonly #read = (bytes: Buffer): void => {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    try {
      for (let packet = packetOf(this.#rest); packet && !this.#end; packet = packetOf(this.#rest)) {
        this.#hasAnswered = true
        this.#rest = this.#rest.subarray(packet.length)
        this.#take(packet.content, packet.isLast)
      }
    } catch (error) {
      const fault = connectionFault(error)
      this.#fail(this.#hasAnswered ? fault : new TargetFault('wrongProduct', fault.details))
      this.#socket.destroy()
    }
  }

  #take(content: Buffer, isLast: boolean): void {
    if (!this.#waiting) throw new TargetFault('malformed', 'TDS: an answer that nobody asked for')
    const { maxBytes } = this.#waiting
    this.#parts.push(content)
    this.#size += content.length
    const isPart = this.#size > maxBytes
    if (isPart && maxBytes <= maxSignInBytes) throw new TargetFault('tooLarge', '', { limit: '64 KiB' })
    if (!isLast && !isPart) return
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    this.#settle(waiting => waiting.resolve({ bytes, isPart }))
    // What follows would be taken for the answer to another statement.
    if (isPart) this.close()
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) how(waiting)
  }

  /** Of a connection that closes before it has said anything of the protocol, another product is the cause. */
  #fail(fault: TargetFault): void {
    const isForeign = !this.#hasAnswered && fault.code === 'targetClosed'
    this.#end ??= isForeign ? new TargetFault('wrongProduct', fault.details) : fault
    const end = this.#end
    this.#settle(waiting => waiting.reject(end))
  }
}
