/** Requests that the system served while flame diagrams were taken: as people entered them, else those of their runs. */
import type { ProfileRecord, ServedByRun } from '@pone/contract/entities/profile.ts'
import type { ServedRequests } from '@pone/profiles/views/difference.ts'

/** Weights per request are told per so many. */
export const perRequests = 1_000

/** null: not known. The rate of the whole seconds holds for the parts of seconds at both ends. */
export function requestsDuring(
  { requests, durationMs }: Pick<ProfileRecord, 'requests' | 'durationMs'>,
  served: ServedByRun | null | undefined,
): number | null {
  if (requests !== null) return requests
  if (served === null || served === undefined || durationMs === null) return null
  const counted = Math.round((served.requests * durationMs) / (served.seconds * 1_000))
  return counted > 0 ? counted : null
}

/** null unless both are known. */
export const bothKnown = (before: number | null, after: number | null): ServedRequests | null =>
  before === null || after === null ? null : { before, after }
