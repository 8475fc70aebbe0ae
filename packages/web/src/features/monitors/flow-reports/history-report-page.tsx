/** Page dataFlowReportManagerPage: the report of a session that is over, two of them beside each other, or all to choose from. */
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { FlowComparisonPage } from './flow-comparison-page.tsx'
import { FlowReportPage } from './flow-report-page.tsx'
import { FlowSessionList } from './session-list.tsx'

const defaults = { id: '', with: '' }

export function Page() {
  const t = useT()
  const [{ id, with: otherId }] = useUrlState(defaults)
  if (id !== '' && otherId !== '') return <FlowComparisonPage baseId={id} otherId={otherId} />
  if (id !== '') return <FlowReportPage key={id} id={id} backTo={links.pastFlowReports} />
  return (
    <>
      <PageHeader title={t('route.dataFlowReportManagerPage')} />
      <PageBody>
        <FlowSessionList of="past" label={t('route.dataFlowReportManagerPage')} />
      </PageBody>
    </>
  )
}
