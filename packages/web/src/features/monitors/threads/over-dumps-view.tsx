/** Threads over the dumps of a series: how their states changed, which stay at the same place, and who used the processor. */
import { type ThreadDump, threadStates, threadTotal } from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadDumpFacts } from '@pone/contract/entities/thread-series.ts'
import { formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Checkbox, Segmented } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { threadFilter } from './model/thread-groups.ts'
import {
  cpuBetween,
  type LineOrder,
  sortedLines,
  type ThreadLine,
  threadLines,
} from './model/thread-lines.ts'
import type { SeriesView } from './series-state.ts'
import { cpuText, Deadlocks, StackPanel, StateBar, ThreadFilterFields } from './thread-parts.tsx'
import { type VirtualColumn, VirtualTable } from './virtual-table.tsx'

export interface TakenDump {
  readonly facts: ThreadDumpFacts
  readonly dump: ThreadDump
}

export function OverDumpsView({
  taken,
  view,
}: {
  readonly taken: readonly TakenDump[]
  readonly view: SeriesView
}) {
  const last = taken.at(-1)
  return (
    <>
      {last && <Deadlocks dump={last.dump} />}
      <DumpTable taken={taken} onOpen={number => view.change({ view: 'threads', dump: number })} />
      <Lines taken={taken} view={view} />
    </>
  )
}

function DumpTable({
  taken,
  onOpen,
}: {
  readonly taken: readonly TakenDump[]
  readonly onOpen: (number: number) => void
}) {
  const t = useT()
  const used = useMemo(
    () =>
      new Map(
        taken.map(({ facts, dump }, at) => {
          const before = taken[at - 1]
          return [facts.number, before === undefined ? null : cpuBetween(before.dump, dump)]
        }),
      ),
    [taken],
  )
  const columns = [...stateColumns(t, taken, onOpen), ...costColumns(t, used)]
  return (
    <div className="thread-dumps">
      <ShortTable
        rows={taken.map(({ facts }) => facts)}
        columns={columns}
        rowId={({ number }) => String(number)}
      />
    </div>
  )
}

/** When each was taken, and how many threads were in which state. */
const stateColumns = (
  t: Translate,
  taken: readonly TakenDump[],
  onOpen: (number: number) => void,
): ShortColumn<ThreadDumpFacts>[] => [
  {
    key: 'number',
    title: t('threads.number'),
    render: ({ number }) => (
      <button type="button" className="link-button" onClick={() => onOpen(number)}>
        {number}
      </button>
    ),
  },
  { key: 'at', title: t('threads.at'), render: ({ at }) => <TimeText at={at} withSeconds /> },
  {
    key: 'count',
    title: t('threads.count'),
    align: 'right',
    render: ({ counts }) => formatNumber(threadTotal(counts)),
  },
  {
    key: 'bar',
    title: t('threads.state'),
    isMinor: true,
    render: ({ counts }) => <StateBar counts={counts} />,
  },
  ...threadStates
    .filter(state => taken.some(({ facts }) => facts.counts[state] > 0))
    .map(
      (state): ShortColumn<ThreadDumpFacts> => ({
        key: state,
        title: <span className={`thread-state thread-state-${state.toLowerCase()}`}>{state}</span>,
        align: 'right',
        render: ({ counts }) => formatNumber(counts[state]),
      }),
    ),
  {
    key: 'deadlocked',
    title: t('threads.deadlocks'),
    align: 'right',
    isMinor: true,
    render: ({ deadlocked }) => formatNumber(deadlocked),
  },
]

/** What threads used of the processor, and how long the dump took. */
const costColumns = (
  t: Translate,
  used: ReadonlyMap<number, number | null>,
): ShortColumn<ThreadDumpFacts>[] => [
  {
    key: 'cpu',
    title: <span title={t('threads.cpuSinceHelp')}>{t('threads.cpuSince')}</span>,
    align: 'right',
    render: ({ number }) => cpuText(used.get(number) ?? null),
  },
  {
    key: 'took',
    title: <span title={t('threads.tookHelp')}>{t('threads.took')}</span>,
    align: 'right',
    isMinor: true,
    render: ({ tookMs }) => formatMs(tookMs),
  },
]

const orders = ['stay', 'cpu', 'name'] as const

function Lines({ taken, view }: { readonly taken: readonly TakenDump[]; readonly view: SeriesView }) {
  const t = useT()
  const { state, change } = view
  const { search, state: threadState, stuck } = state
  const order: LineOrder = orders.find(each => each === state.order) ?? 'stay'
  const lines = useMemo(() => threadLines(taken.map(({ dump }) => dump)), [taken])
  const found = useMemo(() => {
    const fits = threadFilter({ search, state: threadState })
    const fitting = lines.filter(
      ({ thread, longestStay }) => (!stuck || longestStay === taken.length) && fits(thread),
    )
    return sortedLines(fitting, order)
  }, [lines, stuck, search, threadState, order, taken.length])
  const columns = useMemo(() => lineColumns(t, taken), [t, taken])
  const open = found.find(({ key }) => key === state.thread) ?? found[0]
  return (
    <>
      <ThreadFilterFields filter={{ search, state: threadState }} onChange={change}>
        <Segmented
          aria-label={t('threads.order')}
          value={order}
          options={orders.map(value => ({ value, label: t(`threads.order.${value}`) }))}
          onChange={value => change({ order: value })}
        />
        <Checkbox checked={stuck} onChange={event => change({ stuck: event.target.checked })}>
          {t('threads.stuckOnly')}
        </Checkbox>
        <span className="secondary" role="status">
          {t('threads.found', { found: formatNumber(found.length), all: formatNumber(lines.length) })}
        </span>
      </ThreadFilterFields>
      {found.length === 0 ? (
        <EmptyState title={t('threads.none')} text="" />
      ) : (
        <div className="thread-split">
          <VirtualTable
            label={t('threads.view.series')}
            columns={columns}
            rows={found}
            rowId={keyOf}
            chosen={open?.key ?? ''}
            onChoose={thread => change({ thread })}
          />
          <StackPanel thread={open?.thread} />
        </div>
      )}
    </>
  )
}

const keyOf = ({ key }: ThreadLine): string => key

function lineColumns(t: Translate, taken: readonly TakenDump[]): VirtualColumn<ThreadLine>[] {
  return [
    { key: 'name', title: t('threads.name'), width: '24%', render: ({ thread }) => thread.name },
    {
      key: 'stay',
      title: <span title={t('threads.stayHelp')}>{t('threads.stay')}</span>,
      width: 140,
      align: 'right',
      render: ({ longestStay }) => t('threads.stayOf', { stay: longestStay, dumps: taken.length }),
    },
    {
      key: 'states',
      title: t('threads.overDumps'),
      width: Math.min(240, Math.max(150, taken.length * 14 + 16)),
      render: line => <StateStrip line={line} taken={taken} />,
    },
    {
      key: 'cpu',
      title: <span title={t('threads.cpuOver')}>{t('threads.cpuBetween')}</span>,
      width: 130,
      align: 'right',
      render: ({ cpuMs }) => cpuText(cpuMs),
    },
    {
      key: 'stack',
      title: t('threads.stack'),
      render: ({ thread }) => <span className="code">{thread.stack.frames[0] ?? noValue}</span>,
    },
  ]
}

const letters = {
  NEW: 'N',
  RUNNABLE: 'R',
  BLOCKED: 'B',
  WAITING: 'W',
  TIMED_WAITING: 'T',
  TERMINATED: 'X',
} as const

/** A letter per dump, in the colour of the state. */
function StateStrip({ line, taken }: { readonly line: ThreadLine; readonly taken: readonly TakenDump[] }) {
  const t = useT()
  const text = line.seen
    .map((thread, at) => `${taken[at]?.facts.number ?? ''}: ${thread?.state ?? t('threads.absent')}`)
    .join(', ')
  return (
    <span className="thread-strip" role="img" aria-label={text} title={text}>
      {line.seen.map((thread, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the dump
        <span
          key={at}
          className={thread === null ? 'is-absent' : `thread-fill-${thread.state.toLowerCase()}`}
        >
          {thread === null ? '' : letters[thread.state]}
        </span>
      ))}
    </span>
  )
}
