/** Takes profiles of a Go program from its pprof address, which its own HTTP server gives. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { TakenRecordings } from './jvm-engines.ts'
import { NotTaken } from './not-taken.ts'

const unpacked = promisify(gunzip)
const mebibyte = 1024 ** 2
/** What a packed profile may be when it is unpacked, times. */
const maxGrowth = 16
const maxDetail = 500

/** All but the one of processor time are differences between two instants. */
const profiles = { cpu: 'profile', alloc: 'allocs', lock: 'mutex' } as const

/** @throws NotTaken; the signal's reason when it is aborted */
export async function takeGoProfile(order: TakeOrder, signal: AbortSignal): Promise<TakenRecordings> {
  const recordings = await Promise.all(
    order.kinds
      .filter(kind => kind !== 'wall')
      .map(kind => profileAt(addressOf(order.process, profiles[kind], order.seconds), order, signal)),
  )
  return { recordings, format: 'pprof', runtime: '', engines: ['Go pprof'], notes: [] }
}

/** `base`: `http://host:port`, with the folder of pprof or without it. */
export function addressOf(base: string, profile: string, seconds: number): string {
  const folder = base.replace(/\/+$/, '')
  const pprof = folder.endsWith('/pprof') ? folder : `${folder}/debug/pprof`
  return `${pprof}/${profile}?seconds=${seconds}`
}

async function profileAt(
  address: string,
  { bufferMib }: TakeOrder,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const limit = bufferMib * mebibyte
  try {
    const answer = await fetch(address, { signal, redirect: 'error' })
    const packed = await bodyOf(answer, limit)
    if (!answer.ok) {
      const detail = packed.toString('utf8', 0, maxDetail)
      throw new NotTaken(toldCause('profileNoPprof', { address, status: answer.status }, detail))
    }
    const isPacked = packed[0] === 0x1f && packed[1] === 0x8b
    return isPacked ? await unpacked(packed, { maxOutputLength: limit * maxGrowth }) : packed
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NotTaken) throw error
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new NotTaken(toldCause('profileNoAnswer', { address }, errorText(reason)))
  }
}

/** @throws NotTaken with more than `limit` bytes */
async function bodyOf(answer: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > limit) throw new NotTaken(toldCause('profileTooLarge', { limit: limit / mebibyte }))
    parts.push(part)
  }
  return Buffer.concat(parts)
}
