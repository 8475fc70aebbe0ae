/** A connection whose answers name the request that they belong to: cuts what arrives into messages, and hands each to who asked. */
import type { Socket } from 'node:net'
import { TargetFault } from '../target-fault.ts'
import { connectionFault } from './connection-fault.ts'
import { untilAborted } from './open-socket.ts'

/** First byte of a TLS record that says why a handshake failed. */
export const tlsAlert = 0x15

/** What differs between protocols. Errors that are no faults mean that the bytes are not of the protocol. */
export interface MessageFormat<Answer> {
  /** Bytes in which the length of a message stands. */
  readonly headBytes: number
  /** Looks at the beginning of the first answer before anything of it is read; it may be shorter than a head. @throws TargetFault, Error */
  checkFirst(first: Buffer, join: () => Buffer): void
  /** Length of the message that begins with this head, which belongs to it. @throws TargetFault, Error */
  lengthOf(head: Buffer, hasAnswered: boolean): number
  /** Number of the request that is answered. */
  requestOf(message: Buffer): number
  /** @throws Error */
  answerOf(message: Buffer): Answer
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (fault: unknown) => void
}

export class MessageConnection<Answer> {
  readonly #socket: Socket
  readonly #format: MessageFormat<Answer>
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #chunks: Buffer[] = []
  #size = 0
  #request = 0
  #hasAnswered = false
  #end: TargetFault | undefined

  constructor(socket: Socket, format: MessageFormat<Answer>) {
    this.#socket = socket
    this.#format = format
    socket.on('data', bytes => this.#read(bytes))
    socket.on('error', error => this.#fail(connectionFault(error)))
    socket.on('close', () => this.#fail(new TargetFault('targetClosed')))
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** The answer to the message of a request of this number. @throws TargetFault; the signal's reason */
  async ask(messageOf: (request: number) => Buffer, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    if (this.#end) throw this.#end
    const request = ++this.#request
    const replied = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject })
    })
    this.#socket.write(messageOf(request))
    return await untilAborted(replied, signal)
  }

  close(): void {
    this.#fail(new TargetFault('targetClosed'))
    this.#socket.destroy()
  }

  /** The fault of an answer that cannot be read: the first one is of another product. */
  notUnderstood(thrown: unknown): TargetFault {
    if (thrown instanceof TargetFault) return thrown
    const said = thrown instanceof Error ? thrown.message : ''
    return new TargetFault(this.#hasAnswered ? 'malformed' : 'wrongProduct', said)
  }

  #read(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#size += bytes.length
    try {
      for (let message = this.#message(); message; message = this.#message()) this.#settle(message)
    } catch (thrown) {
      this.#fail(this.notUnderstood(thrown))
      this.#socket.destroy()
    }
  }

  /** The next whole message. */
  #message(): Buffer | undefined {
    const { headBytes } = this.#format
    const [first] = this.#chunks
    if (!first) return undefined
    if (!this.#hasAnswered) this.#format.checkFirst(first, () => this.#join())
    if (this.#size < headBytes) return undefined
    const head = first.length < headBytes ? this.#join() : first
    const length = this.#format.lengthOf(head, this.#hasAnswered)
    if (this.#size < length) return undefined
    const all = this.#join()
    const rest = all.subarray(length)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return all.subarray(0, length)
  }

  #join(): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }

  #settle(message: Buffer): void {
    const request = this.#format.requestOf(message)
    const waiting = this.#waiting.get(request)
    if (!waiting) throw new RangeError(`an answer to request ${request}`)
    const answer = this.#format.answerOf(message)
    this.#hasAnswered = true
    this.#waiting.delete(request)
    waiting.resolve(answer)
  }

  #fail(fault: TargetFault): void {
    this.#end ??= fault
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
  }
}
