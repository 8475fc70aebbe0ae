/** Unpacks and filters a profile in a worker, so that the page stays responsive. */
import type { Profile } from '@pone/profiles/model/profile.ts'

export interface ProfileWork {
  readonly packed: Blob
  readonly included: readonly string[]
  readonly excluded: readonly string[]
}

export type ProfileResult = { readonly profile: Profile } | { readonly failure: string }

/** Time limit of a worker, ms. */
const patienceMs = 60_000

/** @throws Error when the data cannot be read in time, DOMException AbortError when `signal` was aborted */
export function profileFrom(work: ProfileWork, signal: AbortSignal): Promise<Profile> {
  const worker = new Worker(new URL('./profile-worker.ts', import.meta.url), { type: 'module' })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  return new Promise<Profile>((resolve, reject) => {
    const giveUp = () => reject(new DOMException('aborted', signal.aborted ? 'AbortError' : 'TimeoutError'))
    limit.addEventListener('abort', giveUp, { once: true })
    worker.onmessage = ({ data }: MessageEvent<ProfileResult>) => {
      if ('profile' in data) resolve(data.profile)
      else reject(new Error(data.failure))
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(work)
  }).finally(() => worker.terminate())
}
