/** What a call can fail with, and how a failure nobody handles is shown (specification sections 7 and 8). */
import { type Failure, type FieldError, failureSchema } from '@pone/contract/envelope.ts'
import { i18n } from './i18n.ts'
import { notify } from './notices.ts'

/** The server's refusal: a code of the catalogue with its text in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly params: Readonly<Record<string, string | number>>
  /** Faults of single fields, for the form to show in place. */
  readonly fields: readonly FieldError[]
  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.status = failure.status
    this.params = failure.params ?? {}
    this.fields = failure.fields ?? []
  }
}

/** The request did not reach the server, or its answer did not come back. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly reason: 'offline' | 'timeout' | 'unreadable'
  /** Of an answer that could not be read, where it is known. */
  readonly httpStatus: number | null
  constructor(
    reason: 'offline' | 'timeout' | 'unreadable',
    options?: ErrorOptions & { httpStatus?: number },
  ) {
    super(reason, options)
    this.reason = reason
    this.httpStatus = options?.httpStatus ?? null
  }
}

/** The failure in a body, if it is one. */
export function failureOf(body: unknown): Failure | null {
  const parsed = failureSchema.safeParse(body)
  return parsed.success ? parsed.data : null
}

/** Whether an error only says that the person or the page gave up waiting. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** The file was changed, moved or deleted after it had been chosen. */
const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')

/** An error as a sentence in the present language. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return i18n.t(`error.network.${error.reason}`)
  return i18n.t(isFileGone(error) ? 'error.fileGone' : 'error.unexpected')
}

/** The message with an exclamation mark at its end, in the script of the text. */
export function exclaimed(text: string): string {
  const bare = text.trim().replace(/[。.！!]+$/u, '')
  return /[\u4e00-\u9fff]/u.test(bare) ? `${bare}！` : `${bare}!`
}

/** Shows an error that no form or page took care of: a 5 s toast, or a dialog for what nobody expected. */
export function showError(error: unknown): void {
  if (isAborted(error)) return
  // Ends of the session are announced where they are handled.
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof ApiError && error.code !== 'OperationFailed') {
    notify({ kind: 'error', text: exclaimed(error.message) })
  } else if (error instanceof NetworkError) {
    notify({ kind: 'error', text: exclaimed(errorMessage(error)) })
  } else {
    const reference = error instanceof ApiError ? error.params['reference'] : undefined
    notify({
      kind: 'dialog',
      text: exclaimed(errorMessage(error)),
      reference: reference === undefined ? undefined : String(reference),
    })
    if (!(error instanceof ApiError)) console.error(error)
  }
}
