/** Orders for flame diagrams: how far each is, why executions failed, and how it is cancelled. */
import type { ProfileTake, Profiling } from '@pone/contract/entities/profiling.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { PagedRows } from '../../../ui/data-table/paged-rows.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import type { ShortColumn } from '../../../ui/short-table.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { profilingsQuery, takesQuery } from '../data/profiling-queries.ts'

const orderTones = { active: 'running', ended: 'passed', cancelled: 'off' } as const
const takeTones = { running: 'running', complete: 'passed', failed: 'failed', cancelled: 'off' } as const

export function ProfilingList() {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const canEdit = useCan('monitor.edit')
  const { data, error, refetch } = useQuery(profilingsQuery(projectId))
  const [shown, setShown] = useState<string | null>(null)
  const actionsOf = useActions(canEdit)
  const completed = data?.reduce((sum, order) => sum + order.completed, 0)
  useEffect(() => {
    if (completed !== undefined)
      void cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'list'] })
  }, [completed, cache, projectId])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={6} />
  if (data.length === 0)
    return (
      <EmptyState
        title={t('profiling.emptyTitle')}
        text={t('profiling.emptyText')}
        {...(canEdit && { startWith: t('profiling.take') })}
      />
    )
  const open = data.find(({ id }) => id === shown)
  const columns: ShortColumn<Profiling>[] = [
    ...orderColumns(t),
    {
      key: 'actions',
      title: t('table.actions'),
      align: 'right',
      render: order => (
        <RowActions
          of={order.name}
          shown={1}
          actions={[
            { key: 'takes', label: t('profiling.executions'), onClick: () => setShown(order.id) },
            ...actionsOf(order),
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PagedRows rows={data} columns={columns} rowId={({ id }) => id} />
      {open && <Takes order={open} onClose={() => setShown(null)} />}
    </>
  )
}

const orderColumns = (t: Translate): ShortColumn<Profiling>[] => [
  {
    key: 'name',
    title: t('profiling.name'),
    render: ({ name, monitorName, createdBy }) => (
      <>
        {name}
        <div className="faint">{[monitorName, createdBy].filter(Boolean).join(' · ')}</div>
      </>
    ),
  },
  {
    key: 'kinds',
    title: t('profiling.kinds'),
    isMinor: true,
    render: ({ kinds }) => kinds.map(kind => t(`flame.kind.${kind}`)).join(', '),
  },
  {
    key: 'state',
    title: t('profiling.state'),
    render: ({ state }) => <StatusTag tone={orderTones[state]}>{t(`profiling.state.${state}`)}</StatusTag>,
  },
  {
    key: 'progress',
    title: t('profiling.progress'),
    render: ({ mode, begun, times, completed, failed, ...order }) => (
      <>
        {t(`profiling.mode.${mode}`)}
        {mode === 'triggered' && <div className="faint profiling-triggers">{triggersOf(order, t)}</div>}
        <div className="faint">
          {t('profiling.progressText', { begun, times: mode === 'single' ? 1 : times, completed, failed })}
        </div>
      </>
    ),
  },
  {
    key: 'latest',
    title: t('profiling.latest'),
    render: ({ latest }) => (latest === null ? noValue : <TakeResult take={latest} />),
  },
  {
    key: 'next',
    title: t('profiling.next'),
    render: ({ nextAt, mode, state, latest }) => {
      if (nextAt !== null) return <TimeText at={nextAt} withSeconds />
      const waits = mode === 'triggered' && state === 'active' && latest?.state !== 'running'
      return waits ? t('profiling.armed') : noValue
    },
  },
]

/** What begins it, and within which scenario and link. */
function triggersOf(
  { triggers, scenarioName, linkName }: Pick<Profiling, 'triggers' | 'scenarioName' | 'linkName'>,
  t: Translate,
): string {
  const listed = triggers.map(trigger => t(`profiling.trigger.${trigger}`)).join(', ')
  const names = [scenarioName, linkName].filter(Boolean).join(' · ')
  return names === '' ? listed : t('profiling.boundTo', { triggers: listed, names })
}

/** The flame diagram, or why there is none. */
function TakeResult({ take }: { readonly take: ProfileTake }) {
  const t = useT()
  const { state, cause, profileId } = take
  if (state === 'complete')
    return profileId === null ? (
      <span className="faint">{t('profiling.gone')}</span>
    ) : (
      <Link to={links.flameDiagramView(profileId)}>{t('profiling.open')}</Link>
    )
  return (
    <>
      <StatusTag tone={takeTones[state]}>{t(`profiling.takeState.${state}`)}</StatusTag>
      {cause !== '' && (
        <div className="profiling-cause">
          <ToldCause detail={cause} />
        </div>
      )}
    </>
  )
}

function Takes({ order, onClose }: { readonly order: Profiling; readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(takesQuery(projectId, order))
  const columns: ShortColumn<ProfileTake>[] = [
    { key: 'number', title: t('profiling.number'), render: ({ number }) => number },
    {
      key: 'began',
      title: t('profiling.began'),
      render: ({ beganAt }) => <TimeText at={beganAt} withSeconds />,
    },
    { key: 'machine', title: t('profiling.machine'), render: ({ machine }) => machine || noValue },
    { key: 'result', title: t('profiling.result'), render: take => <TakeResult take={take} /> },
  ]
  return (
    <Modal
      open
      title={`${t('profiling.executions')}: ${order.name}`}
      footer={null}
      width={760}
      onCancel={onClose}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={4} />
      ) : (
        <PagedRows rows={data} columns={columns} rowId={({ id }) => id} />
      )}
    </Modal>
  )
}

/** Both ask first. */
function useActions(canEdit: boolean): (order: Profiling) => RowAction[] {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const renew = () => cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'orders'] })
  return ({ id, state }) => {
    if (!canEdit) return []
    const cancel: RowAction = {
      key: 'cancel',
      label: t('profiling.cancel'),
      onClick: () =>
        confirm({
          title: t('profiling.cancelTitle'),
          text: t('profiling.cancelText'),
          verb: t('profiling.cancel'),
          onConfirm: async () => {
            await api.profiling.cancel({ projectId, id })
            notify({ kind: 'success', text: t('profiling.cancelled') })
            await renew()
          },
        }),
    }
    const remove: RowAction = {
      key: 'delete',
      label: t('action.delete'),
      isDangerous: true,
      onClick: () =>
        confirm({
          title: t('profiling.deleteTitle'),
          text: t('profiling.deleteText'),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.profiling.delete({ projectId, id })
            notify({ kind: 'success', text: t('notice.deleted') })
            await renew()
          },
        }),
    }
    return state === 'active' ? [cancel, remove] : [remove]
  }
}
