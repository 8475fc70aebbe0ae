/** Page dataFlowReportManager: monitoring streams that are over, to open, compare and delete. */
import { useT } from '../../../lib/i18n.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { FlowSessionList } from './session-list.tsx'

export function Page() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('route.dataFlowReportManager')} />
      <PageBody>
        <FlowSessionList of="past" label={t('route.dataFlowReportManager')} />
      </PageBody>
    </>
  )
}
