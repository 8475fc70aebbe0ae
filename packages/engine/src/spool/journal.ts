/** The journal of a worker: 16 bytes with the number of requests sent and the run's second, overwritten before each flush, so that a killed worker's losses are known exactly. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'

import { isDiskFull } from './batch-keeper.ts'

const recordBytes = 16

/** Counters of a journal. */
export interface JournalRecord {
  /** Requests sent since the worker started. */
  sent: number
  /** Second of the run of the last flush. */
  second: number
}

export class JournalWriter {
  readonly #file: number
  readonly #numbers = new Float64Array(2)
  readonly #bytes = new Uint8Array(this.#numbers.buffer)

  /** Opens the journal at zero. @throws the system's error */
  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600)
    writeSync(this.#file, this.#bytes, 0, recordBytes, 0)
  }

  /** Overwrites the record with one positioned write; its block was allocated when the journal was opened. */
  write(sent: number, second: number): void {
    this.#numbers[0] = sent
    this.#numbers[1] = second
    try {
      writeSync(this.#file, this.#bytes, 0, recordBytes, 0)
    } catch (cause) {
      // A copy-on-write file system may be too full for an overwrite; the counts are not lost by that.
      if (!isDiskFull(cause)) throw cause
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Reads a journal; zeros when the worker had not opened it yet. */
export function readJournal(path: string): JournalRecord {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  if (bytes.length < recordBytes) return { sent: 0, second: 0 }
  const numbers = new Float64Array(Uint8Array.from(bytes.subarray(0, recordBytes)).buffer)
  return { sent: numbers[0] ?? 0, second: numbers[1] ?? 0 }
}
