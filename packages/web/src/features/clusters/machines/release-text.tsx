/** When a machine or cluster is expected to be free again, by the planned end of its runs. */
import { noValue } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { TimeText } from '../../../ui/time-text.tsx'

export function ReleaseText({ at, isBusy }: { readonly at: number | null; readonly isBusy: boolean }) {
  const t = useT()
  if (!isBusy) return noValue
  if (at === null) return <span className="faint">{t('cluster.releaseOpen')}</span>
  return <TimeText at={at} withSeconds />
}
