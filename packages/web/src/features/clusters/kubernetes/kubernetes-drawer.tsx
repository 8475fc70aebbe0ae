/** Pods of one cluster: the settings by which they are created, and the pods that exist. */

import type { AdminCluster } from '@pone/contract/entities/cluster.ts'
import type { PodPool, PoolPod } from '@pone/contract/entities/pod-pool.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Table, Tabs } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { KubernetesForm } from './kubernetes-form.tsx'

const refreshMs = 5_000
const key = (clusterId: string, part: string) => ['podPool', clusterId, part] as const

export interface KubernetesDrawerProps {
  readonly cluster: Pick<AdminCluster, 'id' | 'name'>
  readonly onClose: () => void
}

export function KubernetesDrawer({ cluster, onClose }: KubernetesDrawerProps) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: key(cluster.id, 'settings'),
    queryFn: ({ signal }) => api.podPool.get({ clusterId: cluster.id }, { signal }),
  })
  return (
    <FormDrawer
      size={720}
      title={t('kubernetes.title', { name: cluster.name })}
      mask={{ closable: false }}
      onClose={onClose}
    >
      <p className="secondary">{t('kubernetes.text')}</p>
      {data ? (
        <Parts cluster={cluster} pool={data.pool} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </FormDrawer>
  )
}

function Parts({ cluster, pool, onClose }: KubernetesDrawerProps & { readonly pool: PodPool | null }) {
  const t = useT()
  const client = useQueryClient()
  const confirm = useConfirm()
  const clusterId = cluster.id
  const finish = async (text: string) => {
    notify({ kind: 'success', text })
    onClose()
    await client.invalidateQueries({ queryKey: ['podPool', clusterId] })
  }
  const remove = () =>
    confirm({
      title: t('kubernetes.removeTitle', { name: cluster.name }),
      text: t('kubernetes.removeText'),
      verb: t('kubernetes.remove'),
      onConfirm: async () => {
        await api.podPool.remove({ clusterId })
        await finish(t('notice.saved'))
      },
    })
  const settings = (
    <KubernetesForm
      clusterId={clusterId}
      pool={pool}
      onSave={async ({ kubeconfig, ...given }) => {
        await api.podPool.save({ clusterId, settings: given, kubeconfig })
        await finish(t('notice.saved'))
      }}
      actions={
        pool && (
          <Button danger onClick={remove}>
            {t('kubernetes.remove')}
          </Button>
        )
      }
    />
  )
  if (pool === null) return settings
  return (
    <Tabs
      items={[
        { key: 'settings', label: t('kubernetes.tab.settings'), children: settings },
        { key: 'pods', label: t('kubernetes.tab.pods'), children: <Pods clusterId={clusterId} /> },
      ]}
    />
  )
}

const tones = { starting: 'running', joined: 'passed', ending: 'off', failed: 'failed' } as const

function Pods({ clusterId }: { readonly clusterId: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: key(clusterId, 'pods'),
    queryFn: ({ signal }) => api.podPool.pods({ clusterId }, { signal }),
    refetchInterval: refreshMs,
  })
  const pages = useRowPages(data?.length ?? 0, 20)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.length === 0) return <EmptyState title={t('kubernetes.podsEmpty')} />
  return (
    <Table<PoolPod>
      size="small"
      rowKey="name"
      dataSource={data}
      pagination={pages}
      columns={[
        { key: 'name', title: t('kubernetes.pod'), dataIndex: 'name', ellipsis: true },
        {
          key: 'state',
          title: t('kubernetes.podState'),
          render: (_, { state, problem }) => (
            <>
              <StatusTag tone={tones[state]}>{t(`kubernetes.podState.${state}`)}</StatusTag>
              {problem !== '' && <div className="secondary">{problem}</div>}
            </>
          ),
        },
        {
          key: 'at',
          title: t('kubernetes.podAt'),
          width: 150,
          render: (_, { createdAt }) => <TimeText at={createdAt} />,
        },
      ]}
    />
  )
}
