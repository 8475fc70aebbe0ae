/** Page monitorHistory: when each monitor ran, with what was collected then. */
import { useT } from '../../../lib/i18n.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { SessionTable } from './session-table.tsx'

export function Page() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('route.monitorHistory')} />
      <PageBody>
        <SessionTable scope="project" label={t('route.monitorHistory')} />
      </PageBody>
    </>
  )
}
