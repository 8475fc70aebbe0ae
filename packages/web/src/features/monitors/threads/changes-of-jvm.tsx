/** What changed between two dumps of one JVM: pools with their changes, and each thread with both of its stacks. */
import type { ThreadDump } from '@pone/contract/entities/jvm-threads.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { PagedRows } from '../../../ui/data-table/paged-rows.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import type { ShortColumn } from '../../../ui/short-table.tsx'
import {
  changeKinds,
  type PoolChange,
  poolChanges,
  type ThreadChange,
  threadChanges,
} from './model/thread-changes.ts'
import { threadFilter } from './model/thread-groups.ts'
import type { SeriesView } from './series-state.ts'
import { cpuText, StackFrames, StackPanel, StateText, ThreadFilterFields } from './thread-parts.tsx'
import { type VirtualColumn, VirtualTable } from './virtual-table.tsx'

export function ChangesOfJvm(props: {
  readonly before: ThreadDump
  readonly after: ThreadDump
  readonly betweenMs: number
  readonly view: SeriesView
}) {
  const { before, after, betweenMs, view } = props
  const t = useT()
  const { state, change } = view
  const changes = useMemo(() => threadChanges(before, after), [before, after])
  const pools = useMemo(() => poolChanges(changes), [changes])
  return (
    <>
      <p className="secondary">{t('threads.betweenSame', { duration: formatDuration(betweenMs) })}</p>
      <h3>{t('threads.pools')}</h3>
      <PagedRows
        rows={pools}
        columns={poolColumns(t, pool => change({ pool, thread: '' }))}
        rowId={({ pool }) => pool}
      />
      <ThreadFilterFields filter={state} onChange={change}>
        <Select
          value={state.change}
          aria-label={t('threads.change')}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t('threads.allChanges') },
            ...changeKinds.map(value => ({ value, label: t(`threads.change.${value}`) })),
          ]}
          onChange={kind => change({ change: kind })}
        />
        <Select
          value={state.pool}
          aria-label={t('threads.pool')}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: t('threads.allPools') },
            ...pools.map(({ pool }) => ({ value: pool, label: pool })),
          ]}
          onChange={pool => change({ pool, thread: '' })}
        />
      </ThreadFilterFields>
      <ChangeList changes={changes} view={view} />
    </>
  )
}

const poolColumns = (t: Translate, onChoose: (pool: string) => void): ShortColumn<PoolChange>[] => [
  {
    key: 'pool',
    title: t('threads.pool'),
    render: ({ pool }) => (
      <button type="button" className="link-button" onClick={() => onChoose(pool)}>
        {pool}
      </button>
    ),
  },
  { key: 'before', title: t('threads.before'), align: 'right', render: row => formatNumber(row.before) },
  { key: 'after', title: t('threads.after'), align: 'right', render: row => formatNumber(row.after) },
  ...changeKinds.map(
    (kind): ShortColumn<PoolChange> => ({
      key: kind,
      title: t(`threads.change.${kind}`),
      align: 'right',
      render: ({ kinds }) => formatNumber(kinds[kind]),
    }),
  ),
  {
    key: 'cpu',
    title: <span title={t('threads.cpuBetweenHelp')}>{t('threads.cpuBetween')}</span>,
    align: 'right',
    render: ({ cpuMs }) => cpuText(cpuMs),
  },
]

function ChangeList({
  changes,
  view,
}: {
  readonly changes: readonly ThreadChange[]
  readonly view: SeriesView
}) {
  const t = useT()
  const { search, state, pool, change, thread } = view.state
  const found = useMemo(() => {
    const fits = threadFilter({ search, state })
    return changes.filter(each => {
      const sides = [each.before, each.after].filter(side => side !== null)
      return (
        (change === '' || each.kind === change) &&
        (pool === '' || sides.some(side => side.pool === pool)) &&
        sides.some(fits)
      )
    })
  }, [changes, search, state, pool, change])
  const columns = useMemo(() => changeColumns(t), [t])
  const open = found.find(({ key }) => key === thread) ?? found[0]
  if (found.length === 0) return <EmptyState title={t('threads.none')} text="" />
  const moved = open?.before && open.after && open.kind !== 'same' ? open.before : null
  return (
    <div className="thread-split">
      <VirtualTable
        label={t('threads.view.difference')}
        columns={columns}
        rows={found}
        rowId={({ key }) => key}
        chosen={open?.key ?? ''}
        onChoose={key => view.change({ thread: key })}
      />
      <StackPanel thread={open?.after ?? open?.before ?? undefined}>
        {moved && (
          <details className="thread-names">
            <summary>
              {t('threads.before')}: <StateText state={moved.state} />
            </summary>
            <StackFrames thread={moved} />
          </details>
        )}
      </StackPanel>
    </div>
  )
}

const changeColumns = (t: Translate): VirtualColumn<ThreadChange>[] => [
  {
    key: 'name',
    title: t('threads.name'),
    width: '24%',
    render: ({ before, after }) => (after ?? before)?.name ?? noValue,
  },
  { key: 'kind', title: t('threads.change'), width: 120, render: ({ kind }) => t(`threads.change.${kind}`) },
  {
    key: 'states',
    title: t('threads.state'),
    width: 230,
    render: ({ before, after }) => (
      <>
        {before ? <StateText state={before.state} /> : noValue}
        {before?.state !== after?.state && <> → {after ? <StateText state={after.state} /> : noValue}</>}
      </>
    ),
  },
  {
    key: 'stack',
    title: t('threads.stack'),
    render: ({ before, after }) => (
      <span className="code">{(after ?? before)?.stack.frames[0] ?? noValue}</span>
    ),
  },
  {
    key: 'cpu',
    title: <span title={t('threads.cpuBetweenHelp')}>{t('threads.cpuBetween')}</span>,
    width: 140,
    align: 'right',
    render: ({ cpuMs }) => cpuText(cpuMs),
  },
]
