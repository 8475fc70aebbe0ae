/** Page dataFlowReportManage: monitoring streams that run. */
import { useT } from '../../../lib/i18n.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { FlowSessionList } from './session-list.tsx'

export function Page() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('route.dataFlowReportManage')} />
      <PageBody>
        <FlowSessionList of="running" label={t('route.dataFlowReportManage')} />
      </PageBody>
    </>
  )
}
