/** Orders for thread dumps: when, of what, how far each is, and how it is cancelled or deleted. */
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { PagedRows } from '../../../ui/data-table/paged-rows.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { formatInstant } from '../../../ui/format.ts'
import type { ShortColumn } from '../../../ui/short-table.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { useSeriesActions } from './use-series-actions.ts'

export const seriesTones = {
  running: 'running',
  complete: 'passed',
  failed: 'failed',
  cancelled: 'off',
} as const

export function SeriesTable({
  rows,
  hasMonitor = false,
}: {
  readonly rows: readonly ThreadSeries[]
  /** They are of several monitors. */
  readonly hasMonitor?: boolean
}) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const { cancel, keep, remove } = useSeriesActions()
  const actionsOf = ({ id, state, isKept }: ThreadSeries): RowAction[] => [
    ...(state === 'running'
      ? [{ key: 'cancel', label: t('threads.cancel'), onClick: () => void cancel(id) }]
      : []),
    {
      key: 'keep',
      label: t(isKept ? 'profileRetention.release' : 'profileRetention.keep'),
      onClick: () => void keep(id, !isKept),
    },
    { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => remove([id]) },
  ]
  const columns: ShortColumn<ThreadSeries>[] = [
    ...seriesColumns(t, hasMonitor),
    ...(canEdit
      ? [
          {
            key: 'actions',
            title: t('table.actions'),
            align: 'right',
            render: series => (
              <RowActions of={formatInstant(series.beganAt)} shown={1} actions={actionsOf(series)} />
            ),
          } satisfies ShortColumn<ThreadSeries>,
        ]
      : []),
  ]
  return <PagedRows rows={rows} columns={columns} rowId={({ id }) => id} />
}

const seriesColumns = (t: Translate, hasMonitor: boolean): ShortColumn<ThreadSeries>[] => [
  {
    key: 'beganAt',
    title: t('threads.beganAt'),
    render: ({ id, beganAt }) => (
      <Link to={links.threadDumps(id)}>
        <TimeText at={beganAt} withSeconds />
      </Link>
    ),
  },
  ...(hasMonitor
    ? [
        {
          key: 'monitor',
          title: t('threads.monitor'),
          render: ({ monitorId, monitorName }) => <Link to={links.monitor(monitorId)}>{monitorName}</Link>,
        } satisfies ShortColumn<ThreadSeries>,
      ]
    : []),
  {
    key: 'state',
    title: t('threads.state'),
    render: ({ state, cause }) => (
      <>
        <StatusTag tone={seriesTones[state]}>{t(`threads.seriesState.${state}`)}</StatusTag>
        {cause !== '' && (
          <div className="thread-cause">
            <ToldCause detail={cause} />
          </div>
        )}
      </>
    ),
  },
  {
    key: 'taken',
    title: t('threads.taken'),
    render: ({ taken, dumps, seconds }) => (
      <>
        {t('threads.takenOf', { taken: taken.length, dumps })}
        {dumps > 1 && <span className="faint"> · {t('threads.every', { seconds })}</span>}
      </>
    ),
  },
  {
    key: 'jvm',
    title: t('threads.jvm'),
    isMinor: true,
    render: ({ jvm, machine }) => (
      <>
        {jvm === null ? noValue : `${jvm.process} (${jvm.pid})`}
        <div className="faint">{[jvm?.runtime, machine].filter(Boolean).join(' · ')}</div>
      </>
    ),
  },
  {
    key: 'createdBy',
    title: t('threads.createdBy'),
    isMinor: true,
    render: ({ createdBy }) => createdBy || noValue,
  },
]
