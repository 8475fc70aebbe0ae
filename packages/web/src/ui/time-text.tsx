/** An instant in the user's time zone; the zone and the seconds in a tooltip. */

import { noValue } from '@pone/metrics/figures.ts'
import dayjs from 'dayjs'
import { useT } from '../lib/i18n.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** `at` in epoch milliseconds; null shows the placeholder for missing values. */
export function TimeText({
  at,
  withSeconds,
}: {
  readonly at: number | null
  readonly withSeconds?: boolean
}) {
  useT() // renders again when the language changes
  if (at === null) return noValue
  const moment = dayjs(at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${moment.format('YYYY-MM-DD HH:mm:ss')} ${zone} (UTC${moment.format('Z')})`}
      className="tabular"
    >
      {moment.format(withSeconds ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm')}
    </time>
  )
}
