/** Uploads a file in pieces and runs the call that uses it; a lost connection is retried, and received pieces are never sent again. */
import type { UploadStatus } from '@pone/contract/calls/upload.ts'
import { uploadPieceBytes } from '@pone/schema/limits.ts'
import { ApiError, isAborted, NetworkError } from '../api-error.ts'
import { crc32 } from './crc32.ts'
import { createSpeedMeter, type UploadProgress } from './upload-progress.ts'

/** Reason of an abort that discards the upload; after an abort with any other reason it can be continued later. */
export const discardUpload = new DOMException('discarded', 'AbortError')

/** The calls of an upload. */
export interface UploadLine {
  readonly begin: () => Promise<UploadStatus>
  readonly status: (id: string) => Promise<UploadStatus>
  readonly append: (
    piece: { id: string; offsetBytes: number; crc32: string; bytes: Blob },
    onSent: (bytes: number) => void,
  ) => Promise<UploadStatus>
  /** Runs the call that uses the file. */
  readonly finish: (id: string) => Promise<unknown>
  readonly discard: (id: string) => Promise<unknown>
}

export interface PieceUpload {
  readonly file: File
  readonly line: UploadLine
  readonly memory: { recall(): string | null; remember(id: string): void; forget(): void }
  readonly signal: AbortSignal | undefined
  readonly onProgress: (progress: UploadProgress) => void
  /** Waits, or less if the connection seems to be restored. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly now: () => number
}

const longestPauseMs = 15_000
/** After this number of damaged pieces in a row the upload fails, as the damage is then systematic. */
const maxDamaged = 5

/** @throws refusals of the call that uses the file, and DOMException AbortError; the upload is then kept, unless it was discarded */
export async function uploadInPieces(upload: PieceUpload): Promise<unknown> {
  const { line, memory, signal } = upload
  try {
    try {
      return await attempt(upload)
    } catch (error) {
      // The upload expired, or another page has completed it.
      if (!isGone(error)) throw error
      memory.forget()
      return await attempt(upload)
    }
  } catch (error) {
    const id = memory.recall()
    if (signal?.reason === discardUpload && id !== null) {
      memory.forget()
      // A failure does no harm, because the upload expires on the server.
      void line.discard(id).catch(() => undefined)
    }
    throw error
  }
}

async function attempt(upload: PieceUpload): Promise<unknown> {
  const { file, line, memory } = upload
  const { report, retry } = createRetry(upload)
  const known = memory.recall()
  const begun = await retry(() => (known === null ? line.begin() : line.status(known)))
  const { id } = begun
  memory.remember(id)
  let offsetBytes = begun.offsetBytes
  report('sending', offsetBytes)
  let damaged = 0
  while (offsetBytes < file.size) {
    const from = offsetBytes
    const bytes = file.slice(from, from + uploadPieceBytes)
    const sum = crc32(new Uint8Array(await bytes.arrayBuffer()))
    try {
      const piece = { id, offsetBytes: from, crc32: sum, bytes }
      const status = await retry(() => line.append(piece, sent => report('sending', from + sent)))
      offsetBytes = status.offsetBytes
      damaged = 0
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      damaged += code === 'UploadDamaged' ? 1 : 0
      if (code === 'UploadOffset') offsetBytes = offsetIn(error)
      else if (code !== 'UploadDamaged' || damaged >= maxDamaged) throw error
    }
    memory.remember(id)
    report('sending', offsetBytes)
  }
  const answer = await retry(() => {
    report('finishing', file.size)
    return line.finish(id)
  })
  memory.forget()
  return answer
}

/** Reports the progress of the upload, and retries after a lost connection or a restart of the server. */
function createRetry({ file, signal, onProgress, pause, now }: PieceUpload) {
  const meter = createSpeedMeter(now)
  let sentBytes = 0
  const report = (state: UploadProgress['state'], sent: number): void => {
    sentBytes = Math.min(sent, file.size)
    if (state !== 'sending') meter.forget()
    const bytesPerSecond = state === 'sending' ? meter.measure(sentBytes) : null
    onProgress({ fileName: file.name, state, sentBytes, totalBytes: file.size, bytesPerSecond })
  }
  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      signal?.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        if (signal?.aborted || isAborted(error)) throw new DOMException('aborted', 'AbortError')
        if (!isPassing(error)) throw error
        if (!isBusy(error)) report('waiting', sentBytes)
      }
      await pause(pauseMs, signal)
    }
  }
  return { report, retry }
}

const passingCodes = ['DatabaseUnavailable', 'ControllerUnreachable', 'TooManyRequests', 'UploadBusy']

/** Whether a retry may succeed a little later. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return passingCodes.includes(error.code)
  if (!(error instanceof NetworkError)) return false
  const { httpStatus } = error
  // A proxy may respond in place of the server: only its temporary refusals are retried.
  return httpStatus === null || httpStatus >= 500 || httpStatus === 408 || httpStatus === 429
}

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'UploadBusy'
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NotFound' && error.params['what'] === 'upload'
const offsetIn = (error: unknown): number =>
  error instanceof ApiError ? Number(error.params['offset'] ?? 0) : 0
