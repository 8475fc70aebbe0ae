/** Page runningLogs: the log of a running task, or of the collectors of monitors; combined here because features never import each other. */
import { Segmented } from 'antd'
import { CollectorLog } from './features/monitors/log/collector-log.tsx'
import { Page as RunLogs } from './features/runs/log/running-logs-page.tsx'
import { useT } from './lib/i18n.ts'
import { useUrlState } from './lib/navigation/url-state.ts'
import { useCan } from './lib/session/session.ts'
import { PageBody, PageHeader } from './ui/page/page-header.tsx'

const defaults = { of: 'runs' }

export function Page() {
  const t = useT()
  const canSeeMonitors = useCan('monitor.view')
  const [{ of }, change] = useUrlState(defaults)
  if (!canSeeMonitors) return <RunLogs />
  const choice = (
    <Segmented<string>
      aria-label={t('action.view')}
      value={of}
      options={[
        { value: 'runs', label: t('monitor.logOfRuns') },
        { value: 'collectors', label: t('monitor.logOfCollectors') },
      ]}
      onChange={value => change({ of: value })}
    />
  )
  if (of !== 'collectors') return <RunLogs choice={choice} />
  return (
    <>
      <PageHeader title={t('route.runningLogs')} note={choice} />
      <PageBody>
        <CollectorLog />
      </PageBody>
    </>
  )
}
