/** Page dataFlowReportManagePage: what a running link has collected since its start, or the running ones to choose from. */
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { FlowReportPage } from './flow-report-page.tsx'
import { FlowSessionList } from './session-list.tsx'

const defaults = { id: '' }

export function Page() {
  const t = useT()
  const [{ id }] = useUrlState(defaults)
  if (id !== '') return <FlowReportPage key={id} id={id} backTo={links.flowReports} />
  return (
    <>
      <PageHeader title={t('route.dataFlowReportManagePage')} />
      <PageBody>
        <FlowSessionList of="running" label={t('route.dataFlowReportManagePage')} />
      </PageBody>
    </>
  )
}
