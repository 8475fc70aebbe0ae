/** Page monitorInfoHistory: what a monitor collected in one of its sessions, or the sessions to choose from. */
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { MonitorPage } from '../info/monitor-page.tsx'
import { SessionTable } from './session-table.tsx'

const defaults = { id: '' }

export function Page() {
  const t = useT()
  const [{ id }] = useUrlState(defaults)
  if (id !== '')
    return (
      <MonitorPage
        key={id}
        id={id}
        fallbackTitle={t('route.monitorInfoHistory')}
        backTo={links.monitorHistory}
      />
    )
  return (
    <>
      <PageHeader title={t('route.monitorInfoHistory')} />
      <PageBody>
        <SessionTable scope="project" label={t('route.monitorInfoHistory')} />
      </PageBody>
    </>
  )
}
