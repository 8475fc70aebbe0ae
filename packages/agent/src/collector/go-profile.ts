/** Takes profiles of a Go program from its pprof address, which its own HTTP server gives. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { TakenRecordings } from './jvm-engines.ts'
import { NotTaken } from './not-taken.ts'
import { answerAt, mebibyte, notTakenFrom } from './profile-address.ts'

const unpacked = promisify(gunzip)
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

async function profileAt(address: string, order: TakeOrder, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const { status, isGood, body } = await answerAt(address, order, signal)
    if (!isGood) {
      const detail = body.toString('utf8', 0, maxDetail)
      throw new NotTaken(toldCause('profileNoPprof', { address, status }, detail))
    }
    const isPacked = body[0] === 0x1f && body[1] === 0x8b
    const limit = order.bufferMib * mebibyte * maxGrowth
    return isPacked ? await unpacked(body, { maxOutputLength: limit }) : body
  } catch (error) {
    throw notTakenFrom(error, { code: 'profileNoAnswer', address, signal })
  }
}
