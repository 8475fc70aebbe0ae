/** Formats instants; numbers and durations are in metrics/figures.ts. */
import { noValue } from '@pone/metrics/figures.ts'
import dayjs from 'dayjs'

/** An instant in the user's time zone, to the second, for use in sentences; TimeText renders an instant on its own. */
export function formatInstant(at: number | null): string {
  return at === null ? noValue : dayjs(at).format('YYYY-MM-DD HH:mm:ss')
}
