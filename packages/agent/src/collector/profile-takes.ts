/** Takes flame diagrams: records each target, reads what its engine wrote within limits, and packs the profiles for the server. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { maxTakenMib } from '@pone/contract/entities/profiling.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { TakeOrder, TakeOutcome } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { NoFlightRecorder } from '@pone/monitors/transports/jvm/flight-recording.ts'
import { type Recording, totalOf } from '@pone/profiles/model/profile.ts'
import { ProfileFault } from '@pone/profiles/model/profile-fault.ts'
import { writeProfile } from '@pone/profiles/model/stored-form.ts'
import { readRecording } from '@pone/profiles/readers/registry.ts'
import { filtered } from '@pone/profiles/views/filter.ts'
import { jvmCause } from './jvm-cause.ts'
import type { TakenRecordings } from './jvm-engines.ts'
import { NotTaken } from './not-taken.ts'
import { RunningTakes } from './running-takes.ts'
import { type TakeMachine, targetOf } from './take-target.ts'

const packed = promisify(gzip)
/** For attaching, writing and reading, besides the time of the recording. */
const spareMs = 45_000
const mebibyte = 1024 ** 2

type TakenKind = TakeOrder['kinds'][number]

export class ProfileTakes {
  readonly #machine: TakeMachine
  readonly #send: (message: ReportOf<'profileTaken'>) => boolean
  readonly #running = new RunningTakes()
  /** What is recorded: two recordings of one JVM would mix their events. */
  readonly #recorded = new Set<string>()

  constructor(machine: TakeMachine, send: (message: ReportOf<'profileTaken'>) => boolean) {
    this.#machine = machine
    this.#send = send
  }

  /** Reports the outcome once. */
  start(order: TakeOrder): void {
    const { takeId } = order
    const report = (outcome: TakeOutcome) => void this.#send({ kind: 'profileTaken', takeId, outcome })
    const { isFull, limit } = this.#running
    if (isFull) report({ state: 'failed', cause: toldCause('profileTooMany', { limit }) })
    else this.#running.start(takeId, signal => this.#outcome(order, signal), report)
  }

  cancel(takeId: string): void {
    this.#running.cancel(takeId)
  }

  /** Resolves when no recording is left on a JVM. */
  close(): Promise<void> {
    return this.#running.close()
  }

  async #outcome(order: TakeOrder, cancelled: AbortSignal): Promise<TakeOutcome> {
    const limit = AbortSignal.timeout(order.seconds * 1_000 + spareMs)
    try {
      return await this.#take(order, AbortSignal.any([cancelled, limit]))
    } catch (error) {
      if (cancelled.aborted) return { state: 'cancelled' }
      if (limit.aborted)
        return {
          state: 'failed',
          cause: toldCause('profileTimedOut', { seconds: order.seconds + spareMs / 1_000 }),
        }
      return { state: 'failed', cause: causeOf(error) }
    }
  }

  async #take(order: TakeOrder, signal: AbortSignal): Promise<TakeOutcome> {
    const target = await targetOf(order, this.#machine)
    if (this.#recorded.has(target.key)) return { state: 'failed', cause: toldCause('profileOverlap') }
    this.#recorded.add(target.key)
    try {
      const begunAt = Date.now()
      const taken = await target.record(signal)
      const read = await partsOf(taken, order)
      return {
        state: 'complete',
        startedAt: read.startedAt ?? begunAt,
        durationMs: read.durationMs ?? order.seconds * 1_000,
        process: target.name.slice(0, 2_000),
        pid: target.pid,
        format: taken.format,
        runtime: taken.runtime.slice(0, 200),
        engines: [...taken.engines],
        notes: [...taken.notes],
        cost: taken.cost ?? null,
        parts: read.parts,
      }
    } finally {
      this.#recorded.delete(target.key)
    }
  }
}

/** The profiles of the kinds and classes that were ordered, packed. @throws NotTaken with a coded text, ProfileFault */
async function partsOf(
  { recordings, kinds: told = [] }: TakenRecordings,
  { kinds, included, excluded }: TakeOrder,
) {
  const read = recordings.flatMap((bytes, index) => asTold(readIfAny(bytes), told[index]))
  const [first] = read
  const kept = read
    .flatMap(({ profiles }) => profiles)
    .filter(({ kind }) => kinds.some(each => each === kind))
    .map(profile => filtered(profile, { included, excluded }))
    .filter(profile => totalOf(profile) > 0)
  const parts = await Promise.all(
    kept.slice(0, 10).map(async profile => (await packed(writeProfile(profile))).toString('base64')),
  )
  if (parts.length === 0) throw new NotTaken(toldCause('profileNoSamples'))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length > (maxTakenMib * mebibyte * 4) / 3)
    throw new NotTaken(toldCause('profileTooLarge', { limit: maxTakenMib }))
  return { parts, startedAt: first?.startedAt, durationMs: first?.durationMs }
}

const asTold = (read: readonly Recording[], kind: TakenKind | undefined): readonly Recording[] =>
  kind === undefined
    ? read
    : read.map(each => ({ ...each, profiles: each.profiles.map(profile => ({ ...profile, kind })) }))

/** None when it has no stacks: the other one may have some. @throws ProfileFault */
function readIfAny(bytes: Uint8Array): Recording[] {
  try {
    return [readRecording(bytes)]
  } catch (error) {
    if (error instanceof ProfileFault && error.code === 'noStacks') return []
    throw error
  }
}

function causeOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message
  if (error instanceof NoFlightRecorder)
    return toldCause('profileNoJfr', { version: error.version.slice(0, 200) })
  if (!(error instanceof ProfileFault)) return jvmCause(error)
  return toldCause('profileUnreadable', {}, error.message)
}
