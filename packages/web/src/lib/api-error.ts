/** What a call can fail with, and how a failure nobody handles is shown (specification sections 7 and 8). */
import type { Failure, FieldError } from '@pone/contract/answer.ts'
import { translate } from './i18n.ts'
import { exclaimed, notify } from './notices.ts'

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
  return isFailure(body) ? body : null
}

/** Written out, because the schema of an answer is not loaded with the first page; api-error.test.ts compares both. */
function isFailure(body: unknown): body is Failure {
  if (typeof body !== 'object' || body === null || !('status' in body && 'code' in body && 'message' in body))
    return false
  const { status, code, message } = body
  const fields = 'fields' in body ? body.fields : undefined
  const params = 'params' in body ? body.params : undefined
  return (
    (status === 500 || status === 401) &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    (fields === undefined || (Array.isArray(fields) && fields.every(isFieldError))) &&
    (params === undefined || isParams(params))
  )
}

const isNameOrNumber = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

function isFieldError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('path' in value && 'message' in value)) return false
  return Array.isArray(value.path) && value.path.every(isNameOrNumber) && typeof value.message === 'string'
}

const isParams = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isNameOrNumber)

/** Whether an error only says that the person or the page gave up waiting. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** The file was changed, moved or deleted after it had been chosen. */
const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')

/** An error as a sentence in the present language. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return translate(`error.network.${error.reason}`)
  return translate(isFileGone(error) ? 'error.fileGone' : 'error.unexpected')
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
