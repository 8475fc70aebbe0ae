/** /pone/atf/projects/projectClusterManager: the clusters that a project may use, and its own clusters. */
import { PlusOutlined } from '@ant-design/icons'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { clustersKey, scenarioClustersKey, useProjectClusters } from '../cluster-queries.ts'
import { findClusters, pageOf } from './find-clusters.ts'
import '../../../ui/data-table/data-table.css'
import { ProjectClusterDialog } from './project-cluster-dialog.tsx'
import { ProjectClusterSection } from './project-cluster-section.tsx'

const defaults = { search: '', page: 1 }
/** Small, because each cluster is drawn with its machines. */
const clustersPerPage = 10

export function Page() {
  const t = useT()
  const canEdit = useCan('cluster.edit')
  const { data, error, refetch } = useProjectClusters()
  const [dialog, setDialog] = useState<Cluster | 'new' | null>(null)
  const newButton = canEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('new')}>
      {t('cluster.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('route.projectClusterManager')}
        note={t('projectCluster.note')}
        actions={newButton}
      />
      <PageBody>
        {data ? (
          data.length === 0 ? (
            <EmptyState title={t('projectCluster.emptyTitle')} text={t('projectCluster.emptyText')} />
          ) : (
            <Clusters clusters={data} canEdit={canEdit} onEdit={setDialog} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={8} />
        )}
      </PageBody>
      {dialog !== null && (
        <ProjectClusterDialog cluster={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** The clusters that match the search, paged, each with its machines. */
function Clusters(props: {
  readonly clusters: readonly Cluster[]
  readonly canEdit: boolean
  readonly onEdit: (cluster: Cluster) => void
}) {
  const { clusters, canEdit, onEdit } = props
  const t = useT()
  const [{ search, page }, change] = useUrlState(defaults)
  const remove = useRemove()
  const found = findClusters(clusters, search)
  const { shown, current } = pageOf(found, page, clustersPerPage)
  return (
    <>
      <div className="data-table-bar">
        <SearchField
          value={search}
          placeholder={t('projectCluster.search')}
          onSearch={text => change({ search: text, page: 1 })}
        />
      </div>
      {found.length === 0 && (
        <EmptyState
          title={t('projectCluster.nothingFound')}
          action={<Button onClick={() => change({ search: '' })}>{t('table.resetFilters')}</Button>}
        />
      )}
      {shown.map(cluster => (
        <ProjectClusterSection
          key={cluster.id}
          cluster={cluster}
          actions={
            canEdit &&
            cluster.isOwn && (
              <RowActions
                of={cluster.name}
                actions={[
                  {
                    key: 'edit',
                    label: t('action.edit'),
                    // With all of its machines, including those that the search has filtered out.
                    onClick: () => onEdit(clusters.find(each => each.id === cluster.id) ?? cluster),
                  },
                  {
                    key: 'delete',
                    label: t('action.delete'),
                    isDangerous: true,
                    onClick: () => remove(cluster),
                  },
                ]}
              />
            )
          }
        />
      ))}
      {found.length > clustersPerPage && (
        <Pagination
          itemRender={pageItem(t, current)}
          align="end"
          size="small"
          current={current}
          pageSize={clustersPerPage}
          total={found.length}
          showSizeChanger={false}
          showTotal={total => t('table.total', { count: total })}
          onChange={next => change({ page: next })}
        />
      )}
    </>
  )
}

function useRemove() {
  const t = useT()
  const projectId = useProjectId()
  const confirm = useConfirm()
  const client = useQueryClient()
  return (cluster: Cluster) =>
    confirm({
      title: t('cluster.deleteTitle', { name: cluster.name }),
      text: t('cluster.deleteText'),
      verb: t('action.delete'),
      onConfirm: async () => {
        await api.projectCluster.delete({ projectId, id: cluster.id })
        await client.invalidateQueries({ queryKey: clustersKey })
        await client.invalidateQueries({ queryKey: scenarioClustersKey })
      },
    })
}
