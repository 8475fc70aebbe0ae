/** /pone/atf/clusterManager: clusters, load machines, controllers and join tokens of the whole installation. */
import { Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { PageBody, PageHeader } from '../../ui/page-header.tsx'
import { ClustersTab } from './clusters-tab.tsx'
import { ControllersTab } from './controllers-tab.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { MachinesTab } from './machines-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'

const tabs = ['clusters', 'machines', 'controllers', 'tokens'] as const

export function Page() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [isJoining, setJoining] = useState(false)
  const join = () => setJoining(true)
  const content = {
    clusters: <ClustersTab />,
    machines: <MachinesTab onAdd={join} />,
    controllers: <ControllersTab />,
    tokens: <TokensTab onAdd={join} />,
  }
  return (
    <>
      <PageHeader title={t('route.clusterManager')} />
      <PageBody>
        <Tabs
          activeKey={tabs.find(key => key === params.get('tab')) ?? 'clusters'}
          // The filters of one tab mean nothing to another.
          onChange={tab => setParams({ tab })}
          destroyOnHidden
          items={tabs.map(key => ({ key, label: t(`cluster.tab.${key}`), children: content[key] }))}
        />
      </PageBody>
      {isJoining && <JoinDialog onClose={() => setJoining(false)} />}
    </>
  )
}
