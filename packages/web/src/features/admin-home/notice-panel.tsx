/** Conditions of the installation that need attention, shown above the figures; hidden while there are none. */
import { type Notice, type NoticeId, noticeWords } from '@pone/contract/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import './notice-panel.css'

const refreshMs = 30_000
/** The page on which the condition can be resolved; absent where there is none. */
const pages: Partial<Record<NoticeId, string>> = {
  machinesOffline: '/pone/atf/clusterManager?tab=machines',
  machinesOutdated: '/pone/atf/downloadCenter',
  machineDiskLow: '/pone/atf/clusterManager?tab=machines',
  machineFlooded: '/pone/atf/clusterManager?tab=machines',
  licenceEnds: '/pone/atf/license',
  licenceUnusable: '/pone/atf/license',
  accountsLocked: '/pone/atf/user?lock=locked',
  operationsFailed: '/pone/atf/actuator',
  registrationsWaiting: '/pone/atf/user?lock=waiting',
}

export function NoticePanel() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['system', 'notices'],
    queryFn: ({ signal }) => api.system.notices({}, { signal }),
    refetchInterval: refreshMs,
    // A server failure is reported by the page below.
    retry: false,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section className="notices" aria-label={t('adminHome.notices')}>
      <h2 className="panel-title">{t('adminHome.notices')}</h2>
      <ul>
        {data.map(notice => (
          <NoticeLine key={`${notice.id} ${JSON.stringify(notice.params)}`} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const t = useT()
  const { title, text } = noticeWords(notice, useSession('language'))
  const page = pages[notice.id]
  const isError = notice.severity === 'error'
  return (
    <li>
      <StatusTag tone={isError ? 'failed' : 'warning'}>
        {t(isError ? 'adminHome.noticeError' : 'adminHome.noticeWarning')}
      </StatusTag>
      <div>
        <strong>{title}</strong>
        <p>
          {text} {page !== undefined && <Link to={page}>{t('adminHome.toNotice')}</Link>}
        </p>
      </div>
    </li>
  )
}
