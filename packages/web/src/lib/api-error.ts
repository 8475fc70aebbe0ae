/** The errors of a call, and how an unhandled error is shown (specification sections 7 and 8). */
import type { Failure, FieldError } from '@pone/contract/answer.ts'
import { translate } from './i18n.ts'
import { exclaimed, notify } from './notices.ts'

/** A refusal by the server: an error code with its text in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly params: Readonly<Record<string, string | number>>
  /** Errors of single fields, which the form shows at the fields. */
  readonly fields: readonly FieldError[]
  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.status = failure.status
    this.params = failure.params ?? {}
    this.fields = failure.fields ?? []
  }
}

/** The request did not reach the server, or its response did not arrive. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly reason: 'offline' | 'timeout' | 'unreadable'
  /** Status of a response that could not be parsed, if known. */
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

/** The failure in a response body, if it is one. */
export function failureOf(body: unknown): Failure | null {
  return isFailure(body) ? body : null
}

/** Implemented without the schema, which is not loaded with the first page; api-error.test.ts compares both. */
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

/** Whether an error only means that the user or the page cancelled the request. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** The file was changed, moved or deleted after it was selected. */
const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')

/** An error as a text in the present language. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return translate(`error.network.${error.reason}`)
  return translate(isFileGone(error) ? 'error.fileGone' : 'error.unexpected')
}

/** Shows an error that no form or page handled: a toast of 5 s, or a dialog for unexpected errors. */
export function showError(error: unknown): void {
  if (isAborted(error)) return
  // The end of a session is reported where it is handled.
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
