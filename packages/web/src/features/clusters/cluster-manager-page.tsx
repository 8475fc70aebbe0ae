/** /pone/atf/clusterManager: clusters, load machines, controllers and join tokens of the whole installation. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ClusterDialog } from './cluster-dialog.tsx'
import { ClustersTab } from './clusters-tab.tsx'
import { JoinDialog } from './join/join-dialog.tsx'
import { TokensTab } from './join/tokens-tab.tsx'
import { ControllersTab } from './machines/controllers-tab.tsx'
import { MachinesTab } from './machines/machines-tab.tsx'

const tabs = ['clusters', 'machines', 'controllers', 'tokens'] as const

type Tab = (typeof tabs)[number]

export function Page() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [isJoining, setJoining] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const shown = tabs.find(key => key === params.get('tab')) ?? 'clusters'
  const newOnes: Partial<Record<Tab, string>> = {
    clusters: t('cluster.new'),
    machines: t('machine.add'),
    tokens: t('token.new'),
  }
  const first = newOnes[shown]
  const content: Record<Tab, ReactNode> = {
    clusters: <ClustersTab newLabel={first} />,
    machines: <MachinesTab newLabel={first} />,
    controllers: <ControllersTab />,
    tokens: <TokensTab newLabel={first} />,
  }
  return (
    <>
      <PageHeader
        title={t('route.clusterManager')}
        actions={
          first && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => (shown === 'clusters' ? setCreating(true) : setJoining(true))}
            >
              {first}
            </Button>
          )
        }
      />
      <PageBody>
        <Tabs
          activeKey={shown}
          // The filters of one tab do not apply to another, so they are dropped.
          onChange={tab => setParams({ tab })}
          destroyOnHidden
          items={tabs.map(key => ({ key, label: t(`cluster.tab.${key}`), children: content[key] }))}
        />
      </PageBody>
      {isCreating && <ClusterDialog cluster={null} onClose={() => setCreating(false)} />}
      {isJoining && <JoinDialog onClose={() => setJoining(false)} />}
    </>
  )
}
