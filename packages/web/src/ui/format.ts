/** Instants as people read them; numbers and durations are in metrics/figures.ts. */
import { noValue } from '@pone/metrics/figures.ts'
import dayjs from 'dayjs'

/** An instant in the person's zone, to the second, for sentences; alone it is drawn by TimeText. */
export function formatInstant(at: number | null): string {
  return at === null ? noValue : dayjs(at).format('YYYY-MM-DD HH:mm:ss')
}
