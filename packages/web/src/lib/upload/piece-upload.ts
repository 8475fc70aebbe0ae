/** Uploads a file in pieces and makes the call that takes it; a broken line is waited out, and what has arrived is never sent again. */
import type { UploadStatus } from '@pone/contract/calls/upload.ts'
import { uploadPieceBytes } from '@pone/schema/limits.ts'
import { ApiError, isAborted, NetworkError } from '../api-error.ts'
import { crc32 } from './crc32.ts'
import { createSpeedMeter, type UploadProgress } from './upload-progress.ts'

/** As the reason of an abort: the upload is given up for good; with any other reason it can be gone on with later. */
export const discardUpload = new DOMException('discarded', 'AbortError')

/** The calls that an upload consists of. */
export interface UploadLine {
  readonly begin: () => Promise<UploadStatus>
  readonly status: (id: string) => Promise<UploadStatus>
  readonly append: (
    piece: { id: string; offsetBytes: number; crc32: string; bytes: Blob },
    onSent: (bytes: number) => void,
  ) => Promise<UploadStatus>
  /** Makes the call that takes the file. */
  readonly finish: (id: string) => Promise<unknown>
  readonly discard: (id: string) => Promise<unknown>
}

export interface PieceUpload {
  readonly file: File
  readonly line: UploadLine
  readonly memory: { recall(): string | null; remember(id: string): void; forget(): void }
  readonly signal: AbortSignal | undefined
  readonly onProgress: (progress: UploadProgress) => void
  /** Waits, or less when the line seems to be back. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly now: () => number
}

const longestPauseMs = 15_000
/** A piece that arrives damaged that often in a row is no accident. */
const maxDamaged = 5

/** @throws what the call that takes the file refuses with, and DOMException AbortError; the upload stays then, unless it was discarded */
export async function uploadInPieces(upload: PieceUpload): Promise<unknown> {
  const { line, memory, signal } = upload
  try {
    try {
      return await attempt(upload)
    } catch (error) {
      // It expired, or another page has finished it.
      if (!isGone(error)) throw error
      memory.forget()
      return await attempt(upload)
    }
  } catch (error) {
    const id = memory.recall()
    if (signal?.reason === discardUpload && id !== null) {
      memory.forget()
      // It expires by itself.
      void line.discard(id).catch(() => undefined)
    }
    throw error
  }
}

async function attempt(upload: PieceUpload): Promise<unknown> {
  const { file, line, memory } = upload
  const { tell, persist } = persistence(upload)
  const known = memory.recall()
  const begun = await persist(() => (known === null ? line.begin() : line.status(known)))
  const { id } = begun
  memory.remember(id)
  let offsetBytes = begun.offsetBytes
  tell('sending', offsetBytes)
  let damaged = 0
  while (offsetBytes < file.size) {
    const from = offsetBytes
    const bytes = file.slice(from, from + uploadPieceBytes)
    const sum = crc32(new Uint8Array(await bytes.arrayBuffer()))
    try {
      const piece = { id, offsetBytes: from, crc32: sum, bytes }
      const status = await persist(() => line.append(piece, sent => tell('sending', from + sent)))
      offsetBytes = status.offsetBytes
      damaged = 0
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      damaged += code === 'UploadDamaged' ? 1 : 0
      if (code === 'UploadOffset') offsetBytes = offsetIn(error)
      else if (code !== 'UploadDamaged' || damaged >= maxDamaged) throw error
    }
    memory.remember(id)
    tell('sending', offsetBytes)
  }
  const answer = await persist(() => {
    tell('finishing', file.size)
    return line.finish(id)
  })
  memory.forget()
  return answer
}

/** Tells how the upload stands, and repeats what a broken line or a restarting server has prevented. */
function persistence({ file, signal, onProgress, pause, now }: PieceUpload) {
  const meter = createSpeedMeter(now)
  let sentBytes = 0
  const tell = (state: UploadProgress['state'], sent: number): void => {
    sentBytes = Math.min(sent, file.size)
    if (state !== 'sending') meter.forget()
    const bytesPerSecond = state === 'sending' ? meter.measure(sentBytes) : null
    onProgress({ fileName: file.name, state, sentBytes, totalBytes: file.size, bytesPerSecond })
  }
  const persist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      signal?.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        if (signal?.aborted || isAborted(error)) throw new DOMException('aborted', 'AbortError')
        if (!isPassing(error)) throw error
        if (!isBusy(error)) tell('waiting', sentBytes)
      }
      await pause(pauseMs, signal)
    }
  }
  return { tell, persist }
}

const passingCodes = ['DatabaseUnavailable', 'ControllerUnreachable', 'TooManyRequests', 'UploadBusy']

/** Whether the same may succeed a little later. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return passingCodes.includes(error.code)
  if (!(error instanceof NetworkError)) return false
  const { httpStatus } = error
  // A proxy that answers in place of the server: of its refusals only those pass that say so.
  return httpStatus === null || httpStatus >= 500 || httpStatus === 408 || httpStatus === 429
}

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'UploadBusy'
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NotFound' && error.params['what'] === 'upload'
const offsetIn = (error: unknown): number =>
  error instanceof ApiError ? Number(error.params['offset'] ?? 0) : 0
