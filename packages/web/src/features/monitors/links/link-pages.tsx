/** Monitoring links on the pages monitorManager (list and editor) and monitorList (list and live topology); the canvas is loaded when one is opened. */
import { Tabs } from 'antd'
import { Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { links } from '../../../lib/navigation/links.ts'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { LinkList } from './list/link-list.tsx'

const Editor = lazyPart(async () => ({ default: (await import('./draw/link-editor.tsx')).LinkEditorPage }))
const Live = lazyPart(async () => ({ default: (await import('./live/link-live-page.tsx')).LinkLivePage }))

/** In the address: which tab, and the link that is open. */
export const linkUrl = { tab: '', link: '' }

export function LinkTabs() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <Tabs
      size="small"
      className="link-tabs"
      activeKey={new URLSearchParams(search).get('tab') === 'links' ? 'links' : 'monitors'}
      items={[
        { key: 'monitors', label: t('monitorLink.tab.monitors') },
        { key: 'links', label: t('monitorLink.tab.links') },
      ]}
      onChange={key => void navigate(key === 'links' ? `${pathname}?tab=links` : pathname)}
    />
  )
}

export function LinkPages({ of, link }: { readonly of: 'manager' | 'wall'; readonly link: string }) {
  const navigate = useNavigate()
  if (link === '') return <LinkList of={of} tabs={<LinkTabs />} />
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      {of === 'manager' ? (
        <Editor id={link} onOpen={id => void navigate(links.editLink(id), { replace: true })} />
      ) : (
        <Live key={link} id={link} />
      )}
    </Suspense>
  )
}
