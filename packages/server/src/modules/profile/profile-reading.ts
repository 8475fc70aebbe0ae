/** Reads an uploaded profile file in a thread, within limits of time and memory, and leaves its profiles packed beside it. */
import { Worker } from 'node:worker_threads'
import type { ProfilePart } from '@pone/contract/entities/profile.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ProfileKind } from '@pone/profiles/model/profile.ts'
import { type ProfileFault, profileFaultText } from '@pone/profiles/model/profile-fault.ts'
import { createWorkLimit } from '../../adapters/work-limit.ts'
import type { ReadProfiles } from './profile-file.ts'

const maxReadMs = 120_000
const maxHeapMiB = 2_048

/** A file to be read: its profiles are written to `<path>.part-<n>`. Or packed profiles that lie there, to be checked. */
export type ProfileOrder =
  | {
      readonly path: string
      /** What collapsed stacks measure. */
      readonly kind: ProfileKind
    }
  | { readonly path: string; readonly packed: number }

export type ProfileAnswer =
  | { readonly read: ReadProfiles }
  | { readonly checked: readonly ProfilePart[] }
  | { readonly fault: Pick<ProfileFault, 'code' | 'params'> }

/** Reads one file after the other, since each may take much memory. */
export function createProfileReading() {
  const limit = createWorkLimit(1)
  return {
    /** @throws AppError ProfileRefused, ProfileTooHeavy */
    read: async (order: { path: string; kind: ProfileKind }, gone: AbortSignal): Promise<ReadProfiles> => {
      const answer = await limit.run(() => inThread(order, gone))
      if ('read' in answer) return answer.read
      throw refused(answer)
    },
    /** Of packed profiles. @throws AppError ProfileRefused, ProfileTooHeavy */
    check: async (
      order: { path: string; packed: number },
      gone: AbortSignal,
    ): Promise<readonly ProfilePart[]> => {
      const answer = await limit.run(() => inThread(order, gone))
      if ('checked' in answer) return answer.checked
      throw refused(answer)
    },
  }
}

const refused = (answer: ProfileAnswer): Error =>
  'fault' in answer
    ? new AppError('ProfileRefused', { detail: profileFaultText(answer.fault), field: 'file' })
    : new Error('the thread answered another order')

export type ProfileReading = ReturnType<typeof createProfileReading>

function inThread(order: ProfileOrder, gone: AbortSignal): Promise<ProfileAnswer> {
  gone.throwIfAborted()
  const worker = new Worker(new URL('./profile.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  return new Promise((resolve, reject) => {
    const tooHeavy = (cause?: unknown): void =>
      reject(new AppError('ProfileTooHeavy', { seconds: maxReadMs / 1_000, field: 'file' }, { cause }))
    const stop = (): void => {
      tooHeavy(gone.reason)
      void worker.terminate()
    }
    const timer = setTimeout(stop, maxReadMs)
    gone.addEventListener('abort', stop, { once: true })
    worker.once('message', (answer: ProfileAnswer) => resolve(answer))
    worker.once('error', tooHeavy)
    worker.once('exit', () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', stop)
      tooHeavy()
    })
  })
}
