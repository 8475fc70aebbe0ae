/** The server processes that own runs. */

import type { ControllerInfo } from '@pone/contract/entities/cluster.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Space, Table, Tag, Tooltip } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { clustersKey, refreshMs } from '../cluster-queries.ts'
import { ClusterState } from './machine-state.tsx'

export function ControllersTab() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [...clustersKey, 'controllers'],
    queryFn: ({ signal }) => api.cluster.controllers({}, { signal }),
    refetchInterval: refreshMs,
  })
  const pages = useRowPages(data?.length ?? 0, 20)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      <p className="secondary" style={{ marginTop: 0 }}>
        {t('controller.note')}
      </p>
      <Table<ControllerInfo>
        size="small"
        rowKey="id"
        dataSource={data}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            key: 'name',
            title: t('cluster.name'),
            render: (_, controller) => (
              <Space>
                <b style={{ fontWeight: 550 }}>{controller.name}</b>
                {controller.hasOtherFiles && (
                  <Tooltip title={t('controller.otherFilesNote')}>
                    <Tag color="warning">{t('controller.otherFiles')}</Tag>
                  </Tooltip>
                )}
              </Space>
            ),
          },
          {
            key: 'state',
            title: t('cluster.state'),
            render: (_, controller) => <ClusterState isOnline={controller.isOnline} />,
          },
          { key: 'address', title: t('controller.address'), render: (_, { address }) => address || noValue },
          { key: 'port', title: t('controller.port'), render: (_, { port }) => port ?? noValue },
          {
            key: 'socketPort',
            title: t('controller.socketPort'),
            render: (_, { socketPort }) => socketPort ?? noValue,
          },
          {
            key: 'activeRuns',
            title: t('controller.activeRuns'),
            align: 'right',
            render: (_, { activeRuns }) => formatNumber(activeRuns),
          },
          {
            key: 'startedAt',
            title: t('controller.startedAt'),
            render: (_, { startedAt }) => <TimeText at={startedAt} />,
          },
          {
            key: 'seenAt',
            title: t('controller.seenAt'),
            render: (_, { seenAt }) => <TimeText at={seenAt === 0 ? null : seenAt} withSeconds />,
          },
        ]}
      />
    </>
  )
}
