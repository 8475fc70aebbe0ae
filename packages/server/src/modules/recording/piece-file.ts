/** The file of a recording on a machine, in the pieces that its agent sends: only what was asked for is taken, and agents are not believed. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { maxPieceBytes } from '@pone/contract/link/recordings.ts'

export type TakenPiece = 'more' | 'complete' | 'wrong'

export interface PieceFileOptions {
  readonly path: string
  /** Of the file. */
  readonly maxBytes: number
  readonly ask: (from: number) => void
}

export class PieceFile {
  readonly #options: PieceFileOptions
  #file: FileHandle | null = null
  #bytes = 0
  /** The piece that begins at the end of what is there is awaited. */
  #isAwaited = false
  /** A piece shorter than it may be ends the file. */
  #isWhole = false

  constructor(options: PieceFileOptions) {
    this.#options = options
  }

  /** Asks for the next piece, again if it was asked for. */
  askNext(): void {
    this.#isAwaited = true
    this.#options.ask(this.#bytes)
  }

  /** Whether this is the piece that was asked for; then it has to be added before anything else, and no other one is taken meanwhile. */
  expects(from: number): boolean {
    const isExpected = this.#isAwaited && from === this.#bytes
    if (isExpected) this.#isAwaited = false
    return isExpected
  }

  /** @throws the error of the file system, as on a full disk */
  async add(data: string): Promise<TakenPiece> {
    const piece = Buffer.from(data, 'base64')
    this.#file ??= await open(this.#options.path, 'wx', 0o600)
    if (piece.length === 0) {
      await this.close()
      return 'complete'
    }
    if (this.#isWhole || piece.length > maxPieceBytes || this.#bytes + piece.length > this.#options.maxBytes)
      return 'wrong'
    await this.#file.appendFile(piece)
    this.#bytes += piece.length
    this.#isWhole = piece.length < maxPieceBytes
    return 'more'
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#options.path, { force: true })
  }
}
