/** Page flameDiagram: the project's flame diagrams, to open, compare, take, upload and delete, and the orders by which agents take them. */
import { FireOutlined, UploadOutlined } from '@ant-design/icons'
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { formatDuration, noValue } from '@pone/metrics/figures.ts'
import { profileKinds } from '@pone/profiles/model/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { useIsHistory } from '../../../lib/navigation/history.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { type ChosenRows, useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { type FlameLinks, useFlameLinks } from '../../../ui/flame/flame-links.ts'
import { shareText } from '../../../ui/flame/weight-text.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ProfileRetentionDialog } from '../../../ui/retention/profile-retention-dialog.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { isActive, profilingsQuery } from '../data/profiling-queries.ts'
import { ProfilingList } from '../profiling/profiling-list.tsx'
import { TakeDialog } from '../profiling/take-dialog.tsx'
import { LimitNote } from './limit-note.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { useProfileActions } from './use-profile-actions.ts'

const tabDefaults = { tab: '' }
const listOptions = { sort: 'createdAt' as const, filters: { kind: '', run: '' } }
type Sort = 'name' | 'startedAt' | 'createdAt'
type Column = DataColumn<ProfileRecord, Sort>
/** Table widths in px below which columns are drawn below others. */
const narrow = 1_100

export function Page() {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const isHistory = useIsHistory()
  const canTake = canEdit && !isHistory
  const title = t(isHistory ? 'route.flameDiagramHistory' : 'route.flameDiagram')
  const [dialog, setDialog] = useState<'take' | 'upload' | 'retention' | null>(null)
  const [{ tab }, change] = useUrlState(tabDefaults)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button onClick={() => setDialog('retention')}>{t('profileRetention.open')}</Button>
            {canTake && (
              <>
                <Button icon={<UploadOutlined />} onClick={() => setDialog('upload')}>
                  {t('flame.upload')}
                </Button>
                <Button type="primary" icon={<FireOutlined />} onClick={() => setDialog('take')}>
                  {t('profiling.take')}
                </Button>
              </>
            )}
          </>
        }
      />
      <PageBody>
        <LimitNote />
        {!isHistory && <ListTabs tab={tab} onChange={chosen => change({ tab: chosen })} />}
        {tab === 'orders' && !isHistory ? <ProfilingList /> : <ProfileList label={title} canTake={canTake} />}
      </PageBody>
      {dialog === 'retention' && <ProfileRetentionDialog onClose={() => setDialog(null)} />}
      {dialog === 'upload' && <UploadDialog onClose={() => setDialog(null)} />}
      {dialog === 'take' && (
        <TakeDialog
          onClose={() => setDialog(null)}
          onOrdered={() => {
            setDialog(null)
            change({ tab: 'orders' })
          }}
        />
      )}
    </>
  )
}

function ListTabs({ tab, onChange }: { readonly tab: string; readonly onChange: (tab: string) => void }) {
  const t = useT()
  const projectId = useProjectId()
  const { data = [] } = useQuery(profilingsQuery(projectId))
  const count = data.filter(isActive).length
  return (
    <Tabs
      size="small"
      activeKey={tab === 'orders' ? 'orders' : 'diagrams'}
      items={[
        { key: 'diagrams', label: t('profiling.tab.diagrams') },
        {
          key: 'orders',
          label: count === 0 ? t('profiling.tab.orders') : t('profiling.tab.active', { count }),
        },
      ]}
      onChange={key => onChange(key === 'orders' ? key : '')}
    />
  )
}

function ProfileList({ label, canTake }: { readonly label: string; readonly canTake: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const pages = useFlameLinks()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const list = useList<Sort, typeof listOptions.filters>(listOptions)
  const kind = profileKinds.find(each => each === list.filters.kind) ?? null
  const input = {
    projectId,
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    sort: list.sort,
    descending: list.descending,
    kind,
    runId: list.filters.run === '' ? null : list.filters.run,
  }
  const query = useTableQuery({
    queryKey: [...profilesKey, projectId, 'list', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.profile.list(input, { signal }),
  })
  const chosen = useChosenRows<ProfileRecord>(query.data?.rows ?? [])
  const columns = useColumns(canEdit)
  return (
    <DataTable<ProfileRecord, typeof listOptions.filters, Sort>
      storageKey="profiles"
      label={label}
      columns={columns}
      query={query}
      list={list}
      rowId={({ id }) => id}
      onRowClick={({ id }) => void navigate(pages.info(id))}
      filters={
        <>
          <SearchField
            value={list.search}
            placeholder={t('flame.search')}
            onSearch={search => list.setFilters({ search })}
          />
          <ListFilter
            list={list}
            name="kind"
            label={t('flame.kind')}
            options={[
              { value: '', label: t('flame.allKinds') },
              ...profileKinds.map(value => ({ value, label: t(`flame.kind.${value}`) })),
            ]}
          />
        </>
      }
      selection={{
        ids: chosen.ids,
        onChange: chosen.change,
        actions: <ChosenActions chosen={chosen} canEdit={canEdit} />,
      }}
      empty={{
        title: t('flame.emptyTitle'),
        text: t('flame.emptyText'),
        ...(canTake && { startWith: t('profiling.take') }),
      }}
    />
  )
}

function ChosenActions({
  chosen,
  canEdit,
}: {
  readonly chosen: ChosenRows<ProfileRecord>
  readonly canEdit: boolean
}) {
  const t = useT()
  const navigate = useNavigate()
  const pages = useFlameLinks()
  const actions = useProfileActions()
  const [first, second, ...more] = chosen.rows
  const canCompare = first !== undefined && second !== undefined && more.length === 0
  return (
    <>
      <Button
        size="small"
        disabled={!canCompare}
        title={canCompare ? undefined : t('flame.compareHelp')}
        onClick={() => {
          if (canCompare) void navigate(pages.difference(...inOrder(first, second)))
        }}
      >
        {t('flame.compare')}
      </Button>
      {canEdit && (
        <Button size="small" danger onClick={() => actions.remove(chosen.ids, chosen.clear)}>
          {t('action.delete')}
        </Button>
      )}
    </>
  )
}

/** The earlier one comes before. */
function inOrder(a: ProfileRecord, b: ProfileRecord): [string, string] {
  const at = ({ startedAt, createdAt }: ProfileRecord) => startedAt ?? createdAt
  return at(a) <= at(b) ? [a.id, b.id] : [b.id, a.id]
}

function useColumns(canEdit: boolean): readonly Column[] {
  const t = useT()
  const pages = useFlameLinks()
  const actionsOf = useRowActions(canEdit)
  return useMemo((): readonly Column[] => {
    const actions: Column = {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      width: 130,
      render: record => <RowActions of={record.name} shown={2} actions={actionsOf(record)} />,
    }
    return [...contentColumns(t, pages), ...originColumns(t), actions]
  }, [t, pages, actionsOf])
}

/** What it is, and what is heaviest in it. */
const contentColumns = (t: Translate, pages: FlameLinks): readonly Column[] => [
  {
    key: 'name',
    title: t('flame.name'),
    visibility: 'always',
    sort: 'name',
    render: ({ id, name }) => <Link to={pages.info(id)}>{name}</Link>,
  },
  {
    key: 'kind',
    title: t('flame.kind'),
    width: 110,
    render: ({ parts }) => [...new Set(parts.map(({ kind }) => t(`flame.kind.${kind}`)))].join(', '),
  },
  {
    key: 'topMethod',
    title: t('flame.topMethod'),
    render: ({ parts: [part] }) =>
      part === undefined ? noValue : `${part.topMethod.name} (${shareText(part.topMethod.self, part.total)})`,
  },
]

/** When it was taken, in which run, and who uploaded it. */
const originColumns = (t: Translate): readonly Column[] => [
  {
    key: 'startedAt',
    title: t('flame.startedAt'),
    sort: 'startedAt',
    render: ({ startedAt }) => (startedAt === null ? noValue : <TimeText at={startedAt} withSeconds />),
  },
  {
    key: 'length',
    title: t('flame.length'),
    align: 'right',
    joins: { to: 'startedAt', below: narrow },
    render: ({ durationMs }) => (durationMs === null ? noValue : formatDuration(durationMs)),
  },
  {
    key: 'run',
    title: t('flame.run'),
    joins: { to: 'kind', below: narrow },
    render: ({ run }) => (run === null ? noValue : `${run.name} #${run.number}`),
  },
  {
    key: 'createdAt',
    title: t('flame.createdAt'),
    sort: 'createdAt',
    render: ({ createdAt }) => <TimeText at={createdAt} />,
  },
  {
    key: 'createdBy',
    title: t('flame.createdBy'),
    joins: { to: 'createdAt', below: narrow },
    render: ({ createdBy }) => createdBy || noValue,
  },
]

function useRowActions(canEdit: boolean): (record: ProfileRecord) => RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const pages = useFlameLinks()
  const actions = useProfileActions()
  return useCallback(
    ({ id }) => {
      const view = {
        key: 'view',
        label: t('flame.view'),
        onClick: () => void navigate(pages.view(id)),
      }
      const remove = {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () => actions.remove([id]),
      }
      return canEdit ? [view, remove] : [view]
    },
    [t, navigate, pages, actions, canEdit],
  )
}
