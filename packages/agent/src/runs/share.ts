/** Divides this machine's part of the load among engine workers. */
import type { Share } from '@pone/contract/link/plan.ts'

/** Users, or arrivals per second, that one worker drives without overload. */
const loadPerWorker = 500

/** One worker per 500 users (or arrivals per second) of this machine's peak, at least one, at most one per core; `override` wins. */
export function countWorkers(input: { peak: number; cores: number; override?: number | undefined }): number {
  if (input.override !== undefined) return input.override
  return Math.max(1, Math.min(input.cores, Math.ceil(input.peak / loadPerWorker)))
}

/** Equal parts of [from, to) in order, without gap or overlap; their ends are exactly the whole's. */
export function divideShare(share: Share, parts: number): Share[] {
  const width = share.to01 - share.from01
  const edge = (index: number) => (index === parts ? share.to01 : share.from01 + (width * index) / parts)
  return Array.from({ length: parts }, (_, index) => ({ from01: edge(index), to01: edge(index + 1) }))
}
