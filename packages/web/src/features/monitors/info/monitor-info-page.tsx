/** Page monitorInfo: one monitor, whether it runs or not. */
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { MonitorPage } from './monitor-page.tsx'

const defaults = { id: '' }

export function Page() {
  const t = useT()
  const [{ id }] = useUrlState(defaults)
  if (id !== '') return <MonitorPage key={id} id={id} fallbackTitle={t('route.monitorInfo')} />
  return (
    <>
      <PageHeader title={t('route.monitorInfo')} />
      <PageBody>
        <EmptyState
          title={t('monitor.noneChosen')}
          text={t('monitor.noneChosenText')}
          action={<ButtonLink to={links.monitors}>{t('route.monitorManager')}</ButtonLink>}
        />
      </PageBody>
    </>
  )
}
