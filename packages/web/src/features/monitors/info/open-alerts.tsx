/** Open incidents of a monitor, on its own page. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { LevelTag } from '../shared/alert-level-tag.tsx'
import { alertsKey, pollMs } from '../shared/monitor-queries.ts'

export function OpenAlerts({ monitorId }: { readonly monitorId: string }) {
  const t = useT()
  const projectId = useProjectId()
  const { data } = useQuery({
    queryKey: [...alertsKey, projectId, 'ofMonitor', monitorId],
    queryFn: ({ signal }) => api.alert.incidents({ projectId, monitorId, state: 'open' }, { signal }),
    refetchInterval: pollMs,
  })
  if (data === undefined || data.total === 0) return null
  return (
    <section className="monitor-alerts" aria-label={t('monitor.openAlerts')}>
      <h2>{t('monitor.openAlerts')}</h2>
      <ul>
        {data.rows.map(({ id, level, rule, openedAt }) => (
          <li key={id}>
            <LevelTag level={level} />
            <Link to={links.incident(id)}>{rule}</Link>
            <TimeText at={openedAt} withSeconds />
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <Link to={links.incidents({ monitor: monitorId })}>
          {t('monitor.cardAlerts', { count: data.total })}
        </Link>
      )}
    </section>
  )
}
