/** A file of /proc that is read again and again. */
import { closeSync, openSync, readSync } from 'node:fs'

/** Enough for the lines of some hundred cores or interfaces. */
const readBytes = 65_536
/** Of all files: each is read at once, and its text does not stay here. */
const buffer = Buffer.alloc(readBytes)

/** Opens its file when it is created: an enclosed engine process cannot open files any more. */
export class ProcFile {
  readonly #file: number | null

  constructor(path: string) {
    this.#file = openOrNull(path)
  }

  /** The first 64 KiB of it as it is now; empty where the system does not provide it. */
  text(): string {
    if (this.#file === null) return ''
    try {
      return buffer.toString('latin1', 0, readSync(this.#file, buffer, 0, readBytes, 0))
    } catch {
      return ''
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}
