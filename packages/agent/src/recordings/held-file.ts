/** What is captured, in a file without a name until it is not wanted any more. */
import { type FileHandle, mkdir } from 'node:fs/promises'
import { unnamedFile } from '../processes/unnamed-file.ts'

export class HeldFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** @throws the error of the file system */
  static async create(folder: string): Promise<HeldFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new HeldFile(await unnamedFile(folder))
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
