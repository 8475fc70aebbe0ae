/** A file without a name: it is gone from the disk when it is closed, or when this process ends in whatever way. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export class HeldFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** @throws the error of the file system */
  static async create(folder: string): Promise<HeldFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return new HeldFile(file)
  }

  /** @throws the error of the file system, as on a full disk */
  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes)
  }

  /** At most `maxBytes` from there on. */
  async read(from: number, maxBytes: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(maxBytes), 0, maxBytes, from)
    return buffer.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
