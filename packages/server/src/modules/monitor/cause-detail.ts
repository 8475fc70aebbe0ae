/** A state in the storage of series has one text beside its cause: for causes whose text has a place, what fills it. */
import type { MonitorCause } from '@pone/contract/entities/monitor.ts'

/** Names of the places. */
export const placeOfDetail: Readonly<Partial<Record<MonitorCause, string>>> = {
  missingRight: 'grant',
  notSetUp: 'grant',
  notAllowed: 'setting',
  hostKeyMismatch: 'fingerprint',
}

interface ToldState {
  readonly cause: MonitorCause | null
  readonly params: object
  readonly detail: string
}

export function storedDetail({ cause, params, detail }: ToldState): string {
  const place = cause === null ? undefined : placeOfDetail[cause]
  const filled: unknown = Object.entries(params).find(([name]) => name === place)?.[1]
  return typeof filled === 'string' ? filled : detail
}
