/** What differs between dumps of two JVMs: threads of the same pool at the same place, counted in each. */
import type { ThreadDump } from '@pone/contract/entities/jvm-threads.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Alert } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { type GroupChange, groupChanges } from './model/thread-changes.ts'
import { threadFilter } from './model/thread-groups.ts'
import type { SeriesView } from './series-state.ts'
import { StackPanel, StateText, ThreadFilterFields } from './thread-parts.tsx'
import { type VirtualColumn, VirtualTable } from './virtual-table.tsx'

export function ChangesOfPools(props: {
  readonly before: ThreadDump
  readonly after: ThreadDump
  /** Which JVM and when, of each. */
  readonly names: readonly [string, string]
  readonly view: SeriesView
}) {
  const { before, after, names, view } = props
  const t = useT()
  const { search, state, thread } = view.state
  const groups = useMemo(() => groupChanges(before, after), [before, after])
  const found = useMemo(() => {
    const fits = threadFilter({ search, state })
    return groups.filter(({ thread: each }) => fits(each))
  }, [groups, search, state])
  const columns = useMemo(() => groupColumns(t, names), [t, names])
  const open = found.find(({ key }) => key === thread) ?? found[0]
  return (
    <>
      <Alert type="info" showIcon className="thread-alert" title={t('threads.betweenOther')} />
      <ThreadFilterFields filter={view.state} onChange={view.change} />
      {found.length === 0 ? (
        <EmptyState title={t('threads.none')} text="" />
      ) : (
        <div className="thread-split">
          <VirtualTable
            label={t('threads.view.difference')}
            columns={columns}
            rows={found}
            rowId={({ key }) => key}
            chosen={open?.key ?? ''}
            onChoose={key => view.change({ thread: key })}
          />
          <StackPanel thread={open?.thread} />
        </div>
      )}
    </>
  )
}

const groupColumns = (
  t: Translate,
  [before, after]: readonly [string, string],
): VirtualColumn<GroupChange>[] => [
  { key: 'pool', title: t('threads.pool'), width: '28%', render: ({ thread }) => thread.pool },
  {
    key: 'state',
    title: t('threads.state'),
    width: 130,
    render: ({ thread }) => <StateText state={thread.state} />,
  },
  {
    key: 'stack',
    title: t('threads.stack'),
    render: ({ thread }) => <span className="code">{thread.stack.frames[0] ?? noValue}</span>,
  },
  {
    key: 'before',
    title: <span title={before}>{t('threads.before')}</span>,
    width: 90,
    align: 'right',
    render: row => formatNumber(row.before),
  },
  {
    key: 'after',
    title: <span title={after}>{t('threads.after')}</span>,
    width: 90,
    align: 'right',
    render: row => formatNumber(row.after),
  },
]
