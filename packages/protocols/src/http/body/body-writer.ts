/** Reads a body source and puts it on a connection's socket as fast as the socket takes it, in chunks when its length is not known. */

import type { Duplex } from 'node:stream'
import { errorText } from '@pone/schema/error-text.ts'
import { failureText } from '../definition/failures.ts'
import type { BodySource } from '../exchange.ts'

/** Callbacks about its progress. */
export interface BodyWriterOwner {
  /** So many bytes more were handed to the socket, or it took what it had. */
  onBodyProgress(bytes: number): void
  /** The source could not be read, or is not as long as it said; the request cannot be completed. */
  onBodyFault(code: string, message: string): void
}

/** One body on its way. */
export class BodyWriter {
  /** The whole body was, or is just being, handed to the socket. */
  isDone = false
  readonly #socket: Duplex
  readonly #source: BodySource
  readonly #owner: BodyWriterOwner
  #isStopped = false
  #proceed: (() => void) | null = null

  constructor(socket: Duplex, source: BodySource, owner: BodyWriterOwner) {
    this.#socket = socket
    this.#source = source
    this.#owner = owner
  }

  /** Begins; never throws. */
  start(): void {
    void this.#run()
  }

  /** Writes nothing more and closes the source; no further callback is made. */
  stop(): void {
    this.#isStopped = true
    this.#proceed?.()
  }

  async #run(): Promise<void> {
    try {
      const fault = await this.#copy()
      if (this.#isStopped) return
      if (fault !== null) this.#owner.onBodyFault('requestBody.size', fault)
    } catch (error) {
      if (this.#isStopped) return
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      this.#owner.onBodyFault(
        `requestBody.${code}`,
        failureText('requestBodyUnreadable', { detail: errorText(error) }),
      )
    }
  }

  /** Null when all was written or nobody wants it any more, else what is wrong with the length. */
  async #copy(): Promise<string | null> {
    const { sizeBytes } = this.#source
    let written = 0
    for await (const piece of this.#source.open()) {
      if (this.#isStopped) return null
      if (piece.length === 0) continue
      written += piece.length
      if (sizeBytes !== null && written > sizeBytes)
        return failureText('requestBodyLonger', { bytes: sizeBytes })
      // The answer may come before the source says that this was all.
      if (written === sizeBytes) this.isDone = true
      await this.#write(piece, sizeBytes === null)
      if (this.#isStopped) return null
    }
    if (sizeBytes !== null && written < sizeBytes)
      return failureText('requestBodyShorter', { written, bytes: sizeBytes })
    this.isDone = true
    if (sizeBytes === null && !this.#isStopped) await this.#put('0\r\n\r\n')
    return null
  }

  async #write(piece: Uint8Array, isChunked: boolean): Promise<void> {
    if (!isChunked) return this.#put(piece)
    this.#socket.cork()
    const head = `${piece.length.toString(16)}\r\n`
    this.#socket.write(head, 'latin1')
    this.#socket.write(piece)
    this.#owner.onBodyProgress(head.length + piece.length)
    const taken = this.#put('\r\n')
    this.#socket.uncork()
    return taken
  }

  /** Resolves when the socket takes more, or when stopped. */
  async #put(bytes: Uint8Array | string): Promise<void> {
    const isRoomLeft = this.#socket.write(bytes)
    this.#owner.onBodyProgress(bytes.length)
    if (isRoomLeft || this.#isStopped) return
    await new Promise<void>(resolve => {
      const proceed = () => {
        this.#socket.off('drain', proceed)
        this.#proceed = null
        resolve()
      }
      this.#proceed = proceed
      this.#socket.on('drain', proceed)
    })
    if (!this.#isStopped) this.#owner.onBodyProgress(0)
  }
}
