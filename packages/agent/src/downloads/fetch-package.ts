/**
 * Fetches an install package from the server: an interrupted download is resumed, and the file is used only after its
 * checksum was verified.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { linkPackagePath } from '@pone/contract/link/package-path.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { Identity } from '../identity.ts'
import { backoffMs } from '../link/backoff.ts'

/** Consecutive tries without a single byte. */
const maxFruitlessTries = 12
const stallMs = 30_000

/** `checksum`: it arrived completely but has another content. `download`: it could not be fetched. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly kind: 'download' | 'checksum'
  constructor(kind: 'download' | 'checksum', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A package of the server: its name, and the size and checksum of the complete file. */
export interface WantedPackage {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

export interface PackageSource {
  readonly serverUrl: string
  /** Called at each try, because the agent may have joined again. */
  readonly identity: () => Identity | null
}

/**
 * Returns the path of the whole file in `folder`, named by its checksum; an existing one is not fetched again.
 * `onProgress` is called with the number of bytes received. @throws FetchFailure, or the signal's reason
 */
export async function fetchPackage(
  source: PackageSource,
  wanted: WantedPackage,
  folder: string,
  options: { signal: AbortSignal; onProgress: (receivedBytes: number) => void },
): Promise<string> {
  const { signal, onProgress } = options
  const target = join(folder, wanted.sha256)
  const part = `${target}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await sizeOf(target)) === wanted.sizeBytes && (await sha256Of(target)) === wanted.sha256) return target
  let fruitless = 0
  for (;;) {
    signal.throwIfAborted()
    const before = await sizeOf(part)
    if (before === wanted.sizeBytes) break
    try {
      await fetchRest(source, wanted, { part, from: before, signal, onProgress })
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof FetchFailure) throw cause
      fruitless = (await sizeOf(part)) > before ? 0 : fruitless + 1
      if (fruitless > maxFruitlessTries) throw new FetchFailure('download', reasonOf(cause), { cause })
      await pause(backoffMs(fruitless, Math.random()), undefined, { signal })
    }
  }
  if ((await sha256Of(part)) !== wanted.sha256) {
    await rm(part, { force: true })
    throw new FetchFailure(
      'checksum',
      toldCause('otherChecksum', { file: wanted.fileName, checksum: wanted.sha256 }),
    )
  }
  await rename(part, target)
  return target
}

async function fetchRest(
  { serverUrl, identity }: PackageSource,
  wanted: WantedPackage,
  how: { part: string; from: number; signal: AbortSignal; onProgress: (receivedBytes: number) => void },
): Promise<void> {
  const own = identity()
  if (own === null) throw new FetchFailure('download', toldCause('notJoined'))
  const stall = new AbortController()
  const timer = setTimeout(
    () => stall.abort(new Error(toldCause('downloadStalled', { seconds: stallMs / 1_000 }))),
    stallMs,
  )
  const signal = AbortSignal.any([how.signal, stall.signal])
  try {
    const response = await fetch(serverUrl + linkPackagePath(wanted.id), {
      headers: { 'agent-id': own.agentId, 'agent-key': own.key, range: `bytes=${how.from}-` },
      signal,
    })
    const isRest = response.status === 206
    if (!isRest && response.status !== 200) {
      await response.body?.cancel()
      const isFinal = response.status < 500 && response.status !== 429
      const text = toldCause('serverAnswered', { status: response.status })
      throw isFinal ? new FetchFailure('download', text) : new Error(text)
    }
    if (response.body === null) throw new Error(toldCause('answerEmpty'))
    let received = isRest ? how.from : 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        timer.refresh()
        how.onProgress(received)
        if (received > wanted.sizeBytes) done(new FetchFailure('checksum', toldCause('downloadTooLong')))
        else done(null, chunk)
      },
    })
    const file = createWriteStream(how.part, { flags: isRest ? 'a' : 'w', mode: 0o600 })
    await pipeline(response.body, count, file, { signal })
    if (received < wanted.sizeBytes) throw new Error(toldCause('answerTooShort'))
  } finally {
    clearTimeout(timer)
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}
