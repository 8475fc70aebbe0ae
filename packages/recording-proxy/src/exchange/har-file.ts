/** Writes a HAR file entry by entry, so that a recording of any length needs no memory and a crash loses its end only. */
import { type FileHandle, open } from 'node:fs/promises'
import { type Exchange } from './exchange.ts'
import { harEntryOf } from './har-entry.ts'

/** What becomes a transaction. */
export interface MarkedPage {
  readonly id: string
  readonly title: string
  readonly startedAtMs: number
}

export class HarFile {
  readonly #file: FileHandle
  readonly #onFailure: (cause: unknown) => void
  #last: Promise<void> = Promise.resolve()
  #count = 0
  #hasFailed = false
  sizeBytes = 0

  private constructor(file: FileHandle, onFailure: (cause: unknown) => void) {
    this.#file = file
    this.#onFailure = onFailure
  }

  /** Only its owner may read it: it holds what was typed. @param onFailure called once when it cannot be written any more */
  static async create(path: string, onFailure: (cause: unknown) => void): Promise<HarFile> {
    const made = new HarFile(await open(path, 'wx', 0o600), onFailure)
    const creator = JSON.stringify({ name: 'Pone', version: '1' })
    await made.#write(`{"log":{"version":"1.2","creator":${creator},"entries":[\n`)
    return made
  }

  add(exchange: Exchange): void {
    this.#append(async () => {
      const text = JSON.stringify(await harEntryOf(exchange))
      await this.#write(`${this.#count === 0 ? '' : ',\n'}${text}`)
      this.#count += 1
    })
  }

  /** Completes the file. */
  async end(pages: readonly MarkedPage[]): Promise<void> {
    const list = pages.map(({ id, title, startedAtMs }) => ({
      id,
      title,
      startedDateTime: new Date(startedAtMs).toISOString(),
      pageTimings: {},
    }))
    this.#append(() => this.#write(`\n],"pages":${JSON.stringify(list)}}}\n`))
    await this.#last
    await this.#file.close()
  }

  #append(work: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      if (this.#hasFailed) return
      try {
        await work()
      } catch (cause) {
        this.#hasFailed = true
        this.#onFailure(cause)
      }
    })
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await this.#file.appendFile(bytes)
    this.sizeBytes += bytes.length
  }
}
