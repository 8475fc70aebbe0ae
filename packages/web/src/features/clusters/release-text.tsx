/** When runs let go of a machine or cluster, by their plans. */
import { useT } from '../../lib/i18n.ts'
import { TimeText } from '../../ui/time-text.tsx'

export function ReleaseText({ at, isBusy }: { readonly at: number | null; readonly isBusy: boolean }) {
  const t = useT()
  if (!isBusy) return <span className="faint">{t('cluster.free')}</span>
  if (at === null) return <span className="faint">{t('cluster.releaseOpen')}</span>
  if (at <= Date.now()) return t('cluster.releaseSoon')
  return <TimeText at={at} withSeconds />
}
