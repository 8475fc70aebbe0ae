/** The client of all calls, typed from the contract's registry: `api.user.list({...})`. */
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { type Calls, calls } from '@pone/contract/calls/registry.ts'
import { administratorHeader, apiBase, languageHeader, tokenHeader } from '@pone/contract/envelope.ts'
import { encodeForm } from '@pone/contract/form-codec.ts'
import { requestTimeoutMs } from '@pone/contract/limits.ts'
import { ApiError, failureOf, NetworkError } from './api-error.ts'
import { session } from './session.ts'
import { endSession } from './session-end.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The file of an upload call. */
  readonly file?: File | undefined
  /** Part of the upload that has left, 0 to 1. */
  readonly onProgress?: ((sent01: number) => void) | undefined
}
type ClientCall<C> =
  Record<string, never> extends ClientInputOf<C>
    ? (input?: ClientInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: ClientInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
export type Api = { readonly [M in keyof Calls]: { readonly [N in keyof Calls[M]]: ClientCall<Calls[M][N]> } }

/** @throws ApiError for a refusal, NetworkError when no answer came, DOMException AbortError when `signal` fired. */
export const api = Object.fromEntries(
  Object.entries(calls).map(([module, entries]) => [
    module,
    Object.fromEntries(
      Object.entries<Call>(entries).map(([name, call]) => [
        name,
        (input: object = {}, options: CallOptions = {}) =>
          options.file ? upload(call, input, options.file, options) : request(call, input, options),
      ]),
    ),
  ]),
) as Api

function headers(): Record<string, string> {
  const { token, isAdministrator, language } = session.get()
  return {
    ...(token ? { [tokenHeader]: token } : {}),
    [administratorHeader]: String(isAdministrator),
    [languageHeader]: language,
  }
}

async function send(call: Call, input: object, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    return await fetch(apiBase + call.path, {
      method: 'POST',
      headers: headers(),
      body: new URLSearchParams(encodeForm(call.input, input)),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
    throw new NetworkError(timeout.aborted ? 'timeout' : 'offline', { cause: error })
  }
}

async function request(call: Call, input: object, options: CallOptions): Promise<unknown> {
  const usedToken = session.get().token
  const answer = await send(call, input, options.signal)
  return dataOf(await answer.text().then(parsed, unreadable), usedToken)
}

/** The data of an envelope. A 401 ends the session of the token that was used. */
function dataOf(body: unknown, usedToken: string): unknown {
  const failure = failureOf(body)
  if (failure) {
    if (failure.status === 401) endSession(failure.code, failure.message, usedToken)
    throw new ApiError(failure)
  }
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data
  throw new NetworkError('unreadable')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return unreadable(error)
  }
}
function unreadable(cause: unknown): never {
  throw new NetworkError('unreadable', { cause })
}

/** Uploads go over XMLHttpRequest because fetch cannot tell how much has left. */
function upload(call: Call, input: object, file: File, options: CallOptions): Promise<unknown> {
  const usedToken = session.get().token
  const form = new FormData()
  for (const [name, text] of encodeForm(call.input, input)) form.append(name, text)
  form.append('file', file)
  return new Promise<unknown>((resolve, reject) => {
    const exchange = new XMLHttpRequest()
    exchange.open('POST', apiBase + call.path)
    for (const [name, value] of Object.entries(headers())) exchange.setRequestHeader(name, value)
    exchange.timeout = requestTimeoutMs
    exchange.upload.addEventListener('progress', event => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    })
    exchange.addEventListener('load', () => {
      try {
        resolve(dataOf(parsed(exchange.responseText), usedToken))
      } catch (error) {
        reject(error instanceof Error ? error : new NetworkError('unreadable'))
      }
    })
    exchange.addEventListener('error', () => reject(new NetworkError('offline')))
    exchange.addEventListener('timeout', () => reject(new NetworkError('timeout')))
    exchange.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    options.signal?.addEventListener('abort', () => exchange.abort(), { once: true })
    exchange.send(form)
  })
}

/** Runs a call whose answer is a file, and saves the file under the name the server gave. */
export async function download<C extends Call>(call: C, input: ClientInputOf<C>): Promise<void> {
  const usedToken = session.get().token
  const answer = await send(call, input ?? {}, undefined)
  const disposition = answer.headers.get('content-disposition')
  if (!disposition) {
    dataOf(await answer.text().then(parsed, unreadable), usedToken)
    return
  }
  saveFile(await answer.blob().catch(unreadable), fileNameOf(disposition))
}

/** The file name of a content-disposition header, preferring its UTF-8 form. */
export function fileNameOf(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download'
}

/** Lets the browser save a blob. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
