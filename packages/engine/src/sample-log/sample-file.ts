/**
 * Writes a growing text file asynchronously; when the disk falls too far behind, the caller waits, and the waiting time
 * is reported.
 */

import { fstatSync, ftruncateSync, openSync, statfsSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { CauseError } from '@pone/contract/told-cause.ts'

const chunkLength = 64 * 1024
/** Free disk space below this is reserved for the run's figures. */
const keptFreeBytes = 64 * 1024 ** 2
const lookEveryMs = 1_000

/** Bytes passed to the system and not written yet, beyond which the caller waits. */
const defaultMaxPendingBytes = 16 * 1024 ** 2

interface Chunk {
  readonly bytes: Buffer
  readonly position: number
}

export interface SampleFileOptions {
  readonly path: string
  readonly maxPendingBytes?: number
  /** Called with the time that the caller has waited for the disk. */
  onWait(waitedMs: number): void
  /** Nothing can be written any more, e.g. ENOSPC; called once. */
  onFault(error: Error): void
}

export class SampleFile {
  readonly #options: SampleFileOptions
  readonly #file: number
  readonly #pending = new Set<Chunk>()
  #pendingBytes = 0
  #text = ''
  #position = 0
  #isBroken = false
  #lookedAtMs = Number.NEGATIVE_INFINITY

  /** Opens an empty file. @throws the system's error */
  constructor(options: SampleFileOptions) {
    this.#options = options
    this.#file = openSync(options.path, 'w', 0o600)
  }

  append(line: string): void {
    if (this.#isBroken) return
    this.#text += line
    if (this.#text.length >= chunkLength) this.flush()
  }

  /** Writes what is buffered. */
  flush(): void {
    if (this.#text === '' || this.#isBroken) return
    if (this.#isDiskShort())
      return this.#break(new CauseError('diskNearlyFull', { mebibytes: keptFreeBytes / 1024 ** 2 }))
    const chunk: Chunk = { bytes: Buffer.from(this.#text), position: this.#position }
    this.#text = ''
    this.#position += chunk.bytes.length
    const isBehind = this.#pendingBytes > (this.#options.maxPendingBytes ?? defaultMaxPendingBytes)
    if (isBehind) this.#waitFor(chunk)
    else this.#begin(chunk)
  }

  /** Returns only when everything is written: for the end of the process. */
  settle(): void {
    this.flush()
    // A write in progress puts the same bytes in the same place.
    for (const chunk of this.#pending) if (!this.#isBroken) this.#write(chunk)
    // The file ends with a complete line.
    if (this.#isBroken && fstatSync(this.#file).isFile()) ftruncateSync(this.#file, this.#position)
    this.#pending.clear()
  }

  #begin(chunk: Chunk): void {
    this.#pending.add(chunk)
    this.#pendingBytes += chunk.bytes.length
    const { bytes, position } = chunk
    write(this.#file, bytes, 0, bytes.length, position, (error, written) => {
      this.#pending.delete(chunk)
      this.#pendingBytes -= bytes.length
      if (error !== null) this.#break(error, position)
      else if (written < bytes.length) {
        this.#begin({ bytes: bytes.subarray(written), position: position + written })
      }
    })
  }

  #waitFor(chunk: Chunk): void {
    const startMs = performance.now()
    this.#write(chunk)
    this.#options.onWait(performance.now() - startMs)
  }

  #write({ bytes, position }: Chunk): void {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, position + done)
      }
    } catch (error) {
      this.#break(error instanceof Error ? error : new Error(String(error)), position)
    }
  }

  #isDiskShort(): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#lookedAtMs < lookEveryMs) return false
    this.#lookedAtMs = nowMs
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#options.path))
      return bavail * bsize < keptFreeBytes
    } catch {
      // An enclosed engine process may not read this; the failed write shows it.
      return false
    }
  }

  #break(error: Error, position = this.#position): void {
    this.#position = Math.min(this.#position, position)
    if (this.#isBroken) return
    this.#isBroken = true
    this.#options.onFault(error)
  }
}
