/** The list of monitor types: built-in and own ones, with version, transport, and how many monitors use them. */
import type { MonitorTypeSummary } from '@pone/contract/entities/monitor-type.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Table, type TableProps } from 'antd'
import { useState } from 'react'
import { api, download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { typesKey, typesQuery } from './monitor-type-queries.ts'

type Open = (change: { name?: string; from?: string; new?: boolean }) => void

export function TypeList({ onOpen }: { readonly onOpen: Open }) {
  const t = useT()
  const { data, error, refetch } = useQuery(typesQuery)
  const [search, setSearch] = useState('')
  return (
    <>
      <PageHeader
        title={t('route.monitorType')}
        actions={
          <Button type="primary" onClick={() => onOpen({ new: true })}>
            {t('monitorType.new')}
          </Button>
        }
      />
      <PageBody>
        {data ? (
          <>
            <Input.Search
              className="monitor-type-search"
              allowClear
              aria-label={t('monitorType.search')}
              placeholder={t('monitorType.search')}
              value={search}
              onChange={event => setSearch(event.target.value)}
            />
            <Types types={data.filter(type => isMatch(type, search)).toSorted(byOrigin)} onOpen={onOpen} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )}
      </PageBody>
    </>
  )
}

/** Own ones first: they are what is worked on here. */
const byOrigin = (a: MonitorTypeSummary, b: MonitorTypeSummary): number =>
  Number(a.isBuiltIn) - Number(b.isBuiltIn)

const isMatch = ({ name, names, transport }: MonitorTypeSummary, search: string): boolean =>
  [name, names.zh, names.en, transport].some(text => text.toLowerCase().includes(search.trim().toLowerCase()))

function Types({ types, onOpen }: { readonly types: readonly MonitorTypeSummary[]; readonly onOpen: Open }) {
  const t = useT()
  const pages = useRowPages(types.length)
  const columns = useColumns(onOpen)
  if (types.length === 0)
    return <EmptyState title={t('monitorType.emptyTitle')} text={t('monitorType.emptyText')} />
  return (
    <Table<MonitorTypeSummary>
      size="small"
      rowKey="name"
      scroll={{ x: 'max-content' }}
      dataSource={[...types]}
      pagination={pages}
      columns={columns}
    />
  )
}

function useColumns(onOpen: Open): NonNullable<TableProps<MonitorTypeSummary>['columns']> {
  const t = useT()
  const language = useSession('language')
  const actionsOf = useActions(onOpen)
  return [
    {
      key: 'name',
      title: t('monitorType.name'),
      render: (_, type) => (
        <>
          <button type="button" className="link-button" onClick={() => onOpen({ name: type.name })}>
            {type.names[language]}
          </button>
          <div className="secondary code">{type.name}</div>
        </>
      ),
    },
    {
      key: 'origin',
      title: t('monitorType.origin'),
      render: (_, { isBuiltIn, isActive }) =>
        isBuiltIn ? (
          t('monitorType.builtIn')
        ) : isActive ? (
          t('monitorType.own')
        ) : (
          <StatusTag tone="off">{t('monitorType.inactive')}</StatusTag>
        ),
    },
    {
      key: 'transport',
      title: t('monitorType.transport'),
      render: (_, { transport }) => <span className="code">{transport}</span>,
    },
    {
      key: 'version',
      title: t('monitorType.version'),
      align: 'right',
      render: (_, { version }) => formatNumber(version),
    },
    {
      key: 'monitors',
      title: t('monitorType.monitors'),
      align: 'right',
      render: (_, { monitors, monitorsOfOlder }) => (
        <>
          {formatNumber(monitors)}
          {monitorsOfOlder > 0 && (
            <div className="secondary">{t('monitorType.ofOlder', { count: monitorsOfOlder })}</div>
          )}
        </>
      ),
    },
    {
      key: 'triedOn',
      title: t('monitorType.triedOn'),
      render: (_, { triedOn }) => (
        <span className="secondary">{triedOn.join(t('monitor.comma')) || noValue}</span>
      ),
    },
    {
      key: 'updated',
      title: t('monitorType.updated'),
      render: (_, { updatedAt }) => <TimeText at={updatedAt} />,
    },
    {
      key: 'actions',
      title: <ActionsHeading />,
      fixed: 'right',
      align: 'right',
      render: (_, type) => <RowActions of={type.names[language]} actions={actionsOf(type)} />,
    },
  ]
}

function useActions(onOpen: Open): (type: MonitorTypeSummary) => readonly RowAction[] {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: typesKey })
  return type => {
    const { name, isBuiltIn, isActive } = type
    const copy = { key: 'copy', label: t('monitorType.copy'), onClick: () => onOpen({ from: name }) }
    const exported = {
      key: 'export',
      label: t('action.download'),
      onClick: () => void download.monitorType.export({ name }).catch(showError),
    }
    const show = {
      key: 'show',
      label: t(isBuiltIn ? 'monitorType.show' : 'action.edit'),
      onClick: () => onOpen({ name }),
    }
    if (isBuiltIn) return [show, copy, exported]
    const setActive = async () => {
      await api.monitorType.setActive({ name, isActive: !isActive })
      await refresh()
    }
    return [
      show,
      copy,
      exported,
      isActive
        ? {
            key: 'deactivate',
            label: t('monitorType.deactivate'),
            onClick: () =>
              confirm({
                title: t('monitorType.deactivate'),
                text: t('monitorType.deactivateText'),
                verb: t('monitorType.deactivate'),
                isDangerous: false,
                onConfirm: setActive,
              }),
          }
        : {
            key: 'activate',
            label: t('monitorType.activate'),
            onClick: () => void setActive().catch(showError),
          },
      {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () =>
          confirm({
            title: t('monitorType.deleteTitle', { name }),
            text: t('monitorType.deleteText'),
            verb: t('action.delete'),
            onConfirm: async () => {
              await api.monitorType.delete({ name })
              notify({ kind: 'success', text: t('notice.deleted') })
              await refresh()
            },
          }),
      },
    ]
  }
}
