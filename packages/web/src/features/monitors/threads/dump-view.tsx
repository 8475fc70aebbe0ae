/** The threads of one dump, each or those that do the same together, with the whole stack of the chosen one. */
import type { DumpedThread, ThreadDump } from '@pone/contract/entities/jvm-threads.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { type ThreadGroup, threadFilter, threadGroups } from './model/thread-groups.ts'
import { identityOf } from './model/thread-lines.ts'
import type { SeriesView } from './series-state.ts'
import { cpuText, Deadlocks, StackPanel, StateText, ThreadFilterFields } from './thread-parts.tsx'
import { type VirtualColumn, VirtualTable } from './virtual-table.tsx'

export function DumpView({ dump, view }: { readonly dump: ThreadDump; readonly view: SeriesView }) {
  const t = useT()
  const { state, change } = view
  const { search, state: threadState, each, thread: chosen } = state
  const found = useMemo(
    () => dump.threads.filter(threadFilter({ search, state: threadState })),
    [dump, search, threadState],
  )
  return (
    <>
      <Deadlocks dump={dump} />
      <ThreadFilterFields filter={{ search, state: threadState }} onChange={change}>
        <Segmented
          aria-label={t('threads.view')}
          value={each ? 'each' : 'groups'}
          options={[
            { value: 'groups', label: t('threads.grouped') },
            { value: 'each', label: t('threads.single') },
          ]}
          onChange={value => change({ each: value === 'each', thread: '' })}
        />
        <span className="secondary" role="status">
          {t('threads.found', {
            found: formatNumber(found.length),
            all: formatNumber(dump.threads.length),
          })}
        </span>
      </ThreadFilterFields>
      {found.length === 0 ? (
        <EmptyState title={t('threads.none')} text="" />
      ) : each ? (
        <EachThread threads={found} chosen={chosen} onChoose={thread => change({ thread })} />
      ) : (
        <Groups threads={found} chosen={chosen} onChoose={thread => change({ thread })} />
      )}
    </>
  )
}

interface ListProps {
  readonly threads: readonly DumpedThread[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

const stateColumn = <Row,>(t: Translate, of: (row: Row) => DumpedThread): VirtualColumn<Row> => ({
  key: 'state',
  title: t('threads.state'),
  width: 130,
  render: row => <StateText state={of(row).state} />,
})
const frameColumn = <Row,>(t: Translate, of: (row: Row) => DumpedThread): VirtualColumn<Row> => ({
  key: 'stack',
  title: t('threads.stack'),
  render: row => {
    const { stack, waitsFor } = of(row)
    return (
      <span title={waitsFor === '' ? undefined : t('threads.waitsFor', { lock: waitsFor })}>
        <span className="code">{stack.frames[0] ?? noValue}</span>
      </span>
    )
  },
})

function Groups({ threads, chosen, onChoose }: ListProps) {
  const t = useT()
  const groups = useMemo(() => threadGroups(threads), [threads])
  const columns = useMemo(
    (): VirtualColumn<ThreadGroup>[] => [
      {
        key: 'pool',
        title: t('threads.pool'),
        width: '30%',
        render: ({ thread, names }) => (names.length === 1 ? thread.name : thread.pool),
      },
      {
        key: 'count',
        title: t('threads.count'),
        width: 80,
        align: 'right',
        render: ({ names }) => formatNumber(names.length),
      },
      stateColumn(t, ({ thread }) => thread),
      frameColumn(t, ({ thread }) => thread),
      {
        key: 'cpu',
        title: <span title={t('threads.cpuHelp')}>{t('threads.cpu')}</span>,
        width: 100,
        align: 'right',
        render: ({ cpuMs }) => cpuText(cpuMs),
      },
    ],
    [t],
  )
  const open = groups.find(({ key }) => key === chosen) ?? groups[0]
  return (
    <div className="thread-split">
      <VirtualTable
        label={t('threads.grouped')}
        columns={columns}
        rows={groups}
        rowId={keyOf}
        chosen={open?.key ?? ''}
        onChoose={onChoose}
      />
      <StackPanel thread={open?.thread} names={open?.names ?? []} />
    </div>
  )
}

const keyOf = ({ key }: { readonly key: string }): string => key

function EachThread({ threads, chosen, onChoose }: ListProps) {
  const t = useT()
  const columns = useMemo(
    (): VirtualColumn<DumpedThread>[] => [
      { key: 'name', title: t('threads.name'), width: '30%', render: ({ name }) => name },
      stateColumn(t, thread => thread),
      frameColumn(t, thread => thread),
      {
        key: 'cpu',
        title: t('threads.cpu'),
        width: 100,
        align: 'right',
        render: ({ cpuMs }) => cpuText(cpuMs),
      },
    ],
    [t],
  )
  const open = threads.find(thread => identityOf(thread) === chosen) ?? threads[0]
  return (
    <div className="thread-split">
      <VirtualTable
        label={t('threads.single')}
        columns={columns}
        rows={threads}
        rowId={identityOf}
        chosen={open === undefined ? '' : identityOf(open)}
        onChoose={onChoose}
      />
      <StackPanel thread={open} />
    </div>
  )
}
