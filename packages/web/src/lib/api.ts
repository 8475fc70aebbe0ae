/** The client of all calls, typed from the contract's registry: `api.user.list({...})`. */
import { callTable } from 'virtual:call-table'
import type { ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import {
  administratorHeader,
  apiBase,
  languageHeader,
  tokenHeader,
  uploadIdField,
} from '@pone/contract/envelope.ts'
import { encodeFields } from '@pone/contract/form-fields.ts'
import { requestTimeoutMs, wholeUploadBytes } from '@pone/schema/limits.ts'
import { ApiError, failureOf, NetworkError } from './api-error.ts'
import type { CallEntry } from './call-table.ts'
import { isProxyFailure, serverConnection } from './server-connection.ts'
import { session } from './session/session.ts'
import { endSession } from './session/session-end.ts'
import { createSpeedMeter, type UploadProgress } from './upload/upload-progress.ts'

/** A piece of an upload that makes no progress for this long is sent again, ms. */
const pieceStallMs = 30_000

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The file of an upload call; a large one is sent in pieces, which survives lost connections and reloads of the page. */
  readonly file?: File | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}
type ClientCall<C> =
  Record<string, never> extends ClientInputOf<C>
    ? (input?: ClientInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
    : (input: ClientInputOf<C>, options?: CallOptions) => Promise<OutputOf<C>>
export type Api = { readonly [M in keyof Calls]: { readonly [N in keyof Calls[M]]: ClientCall<Calls[M][N]> } }

/** @throws ApiError for a refusal, NetworkError if no response arrived, DOMException AbortError if `signal` was aborted. */
export const api = forEachCall(
  (key, call) =>
    (input: object = {}, options: CallOptions = {}) =>
      options.file
        ? upload({ key, call, input, file: options.file, options })
        : request(call, input, options),
) as Api

type FileCall<C> =
  Record<string, never> extends ClientInputOf<C>
    ? (input?: ClientInputOf<C>) => Promise<void>
    : (input: ClientInputOf<C>) => Promise<void>
type Downloads = {
  readonly [M in keyof Calls]: {
    readonly [N in keyof Calls[M] as Calls[M][N] extends { readonly download: true } ? N : never]: FileCall<
      Calls[M][N]
    >
  }
}

/** Runs a call whose response is a file, and saves the file under the name from the server: `download.run.sampleLog({...})`. */
export const download = forEachCall(
  (_key, call) =>
    (input: object = {}) =>
      save(call, input),
) as Downloads

type BytesCall<C> = (input: ClientInputOf<C>, signal?: AbortSignal) => Promise<Blob>
type FileBytes = {
  readonly [M in keyof Calls]: {
    readonly [N in keyof Calls[M] as Calls[M][N] extends { readonly download: true } ? N : never]: BytesCall<
      Calls[M][N]
    >
  }
}

/** Runs a call whose response is a file, and returns its bytes: `fileBytes.profile.data({...})`. @throws as `api` */
export const fileBytes = forEachCall(
  (_key, call) => (input: object, signal?: AbortSignal) => bytesOf(call, input, signal),
) as FileBytes

function forEachCall(make: (key: string, call: CallEntry) => unknown): object {
  return Object.fromEntries(
    Object.entries(callTable).map(([module, entries]) => [
      module,
      Object.fromEntries(
        Object.entries(entries).map(([name, call]) => [name, make(`${module}.${name}`, call)]),
      ),
    ]),
  )
}

function headers(): Record<string, string> {
  const { token, isAdministrator, language } = session.get()
  return {
    ...(token ? { [tokenHeader]: token } : {}),
    [administratorHeader]: String(isAdministrator),
    [languageHeader]: language,
  }
}

/** While the server is known to be down nothing is sent: the call waits until it answers again. */
async function send(call: CallEntry, input: object, signal: AbortSignal | undefined): Promise<Response> {
  await serverConnection.untilItAnswers(call.path.slice(1), signal)
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    const answer = await fetch(apiBase + call.path, {
      method: 'POST',
      headers: headers(),
      body: new URLSearchParams(encodeFields(call.fields, input)),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (isProxyFailure(answer.status)) throw new Error(`the proxy answered ${answer.status}`)
    return answer
  } catch (error) {
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (!timeout.aborted) void serverConnection.ask()
    throw new NetworkError(timeout.aborted ? 'timeout' : 'offline', { cause: error })
  }
}

async function request(call: CallEntry, input: object, options: CallOptions): Promise<unknown> {
  const usedToken = session.get().token
  const answer = await send(call, input, options.signal)
  return dataOf(await textOf(answer), usedToken)
}

const textOf = (answer: Response): Promise<unknown> =>
  answer.text().then(text => parsed(text, answer.status), unreadable)

/** The data of a response envelope. A 401 ends the session of the token that was used. */
function dataOf(body: unknown, usedToken: string): unknown {
  const failure = failureOf(body)
  if (failure) {
    if (failure.status === 401) endSession(failure.code, failure.message, usedToken)
    throw new ApiError(failure)
  }
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data
  throw new NetworkError('unreadable')
}

function parsed(text: string, httpStatus: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NetworkError('unreadable', { cause, httpStatus })
  }
}
function unreadable(cause: unknown): never {
  throw new NetworkError('unreadable', { cause })
}

/** A file in one request, or in pieces when it is large. */
function upload(order: UploadOrder): Promise<unknown> {
  return order.file.size > wholeUploadBytes ? uploadLarge(order) : uploadWhole(order)
}

interface UploadOrder {
  readonly key: string
  readonly call: CallEntry
  readonly input: object
  readonly file: File
  readonly options: CallOptions
}

function uploadWhole({ call, input, file, options }: UploadOrder): Promise<unknown> {
  const form = new FormData()
  for (const [name, text] of encodeFields(call.fields, input)) form.append(name, text)
  form.append('file', file)
  const meter = createSpeedMeter(Date.now)
  const totalBytes = file.size
  return exchange(call.path, form, {
    signal: options.signal,
    onSent: (sent, total) => {
      const sentBytes = Math.round((sent / total) * totalBytes)
      const progress = { fileName: file.name, sentBytes, totalBytes }
      if (sent < total)
        options.onProgress?.({ ...progress, state: 'sending', bytesPerSecond: meter.measure(sentBytes) })
      else options.onProgress?.({ ...progress, state: 'finishing', bytesPerSecond: null })
    },
  })
}

async function uploadLarge({ key, call, input, file, options }: UploadOrder): Promise<unknown> {
  const [{ uploadInPieces }, { createUploadMemory }, { uploadCalls }, { formFieldsOf }] = await Promise.all([
    import('./upload/piece-upload.ts'),
    import('./upload/upload-memory.ts'),
    import('@pone/contract/calls/upload.ts'),
    import('@pone/contract/form-codec.ts'),
  ])
  const { signal } = options
  const projectId = 'projectId' in input && typeof input.projectId === 'string' ? input.projectId : null
  const identity = { userId: session.get().userId, call: key, projectId, file }
  const memory = createUploadMemory(window.localStorage, Date.now)
  const uploads = api.upload
  return uploadInPieces({
    file,
    signal,
    memory: {
      recall: () => memory.recall(identity),
      remember: id => memory.remember(identity, id),
      forget: () => memory.forget(identity),
    },
    line: {
      begin: () => uploads.begin({ call: key, projectId, name: file.name, sizeBytes: file.size }, { signal }),
      status: id => uploads.status({ id }, { signal }),
      append: async ({ bytes, ...piece }, onSent) => {
        const { append } = uploadCalls
        const query = new URLSearchParams(encodeFields(formFieldsOf(append.input), piece)).toString()
        const answer = await exchange(`${append.path}?${query}`, bytes, {
          signal,
          onSent,
          stallMs: pieceStallMs,
        })
        return append.output.parse(answer)
      },
      finish: id => request(call, { ...input, [uploadIdField]: id }, { signal }),
      discard: id => uploads.abort({ id }),
    },
    onProgress: progress => options.onProgress?.(progress),
    pause: untilLineMayBeBack,
    now: Date.now,
  })
}

/** Ends early when the browser is online again. */
function untilLineMayBeBack(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stopListening = serverConnection.onBack(done)
    window.addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })
}

/** Sends a body and parses a response envelope; uses XMLHttpRequest, because fetch does not report upload progress. */
function exchange(
  path: string,
  body: FormData | Blob,
  options: {
    signal: AbortSignal | undefined
    onSent: (sentBytes: number, totalBytes: number) => void
    /** A connection without progress for this long is treated as lost. */
    stallMs?: number
  },
): Promise<unknown> {
  const { signal, onSent, stallMs } = options
  const usedToken = session.get().token
  return new Promise<unknown>((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'))
    const exchanged = new XMLHttpRequest()
    let stall: number | undefined
    const giveUp = () => exchanged.abort()
    const settle = (work: () => void) => () => {
      window.clearTimeout(stall)
      signal?.removeEventListener('abort', giveUp)
      work()
    }
    const move = () => {
      window.clearTimeout(stall)
      if (stallMs !== undefined) stall = window.setTimeout(giveUp, stallMs)
    }
    exchanged.open('POST', apiBase + path)
    for (const [name, value] of Object.entries(headers())) exchanged.setRequestHeader(name, value)
    if (body instanceof Blob) exchanged.setRequestHeader('content-type', 'application/octet-stream')
    exchanged.timeout = requestTimeoutMs
    exchanged.upload.addEventListener('progress', event => {
      move()
      if (event.lengthComputable) onSent(event.loaded, event.total)
    })
    exchanged.addEventListener(
      'load',
      settle(() => {
        try {
          resolve(dataOf(parsed(exchanged.responseText, exchanged.status), usedToken))
        } catch (error) {
          reject(error instanceof Error ? error : new NetworkError('unreadable'))
        }
      }),
    )
    const fail = (error: () => Error) => settle(() => reject(error()))
    exchanged.addEventListener(
      'error',
      fail(() => {
        void serverConnection.ask()
        return new NetworkError('offline')
      }),
    )
    exchanged.addEventListener(
      'timeout',
      fail(() => new NetworkError('timeout')),
    )
    exchanged.addEventListener(
      'abort',
      fail(() => (signal?.aborted ? new DOMException('aborted', 'AbortError') : new NetworkError('timeout'))),
    )
    signal?.addEventListener('abort', giveUp, { once: true })
    move()
    exchanged.send(body)
  })
}

async function save(call: CallEntry, input: object): Promise<void> {
  const usedToken = session.get().token
  const answer = await send(call, input, undefined)
  const disposition = answer.headers.get('content-disposition')
  if (!disposition) {
    dataOf(await textOf(answer), usedToken)
    return
  }
  saveFile(await answer.blob().catch(unreadable), fileNameOf(disposition))
}

async function bytesOf(call: CallEntry, input: object, signal: AbortSignal | undefined): Promise<Blob> {
  const usedToken = session.get().token
  const answer = await send(call, input, signal)
  if (answer.headers.get('content-disposition') !== null) return answer.blob().catch(unreadable)
  dataOf(await textOf(answer), usedToken)
  throw new NetworkError('unreadable')
}

/** The file name of a content-disposition header, preferring its UTF-8 form. */
export function fileNameOf(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download'
}

/** Saves a blob as a file through the browser. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
