/** Parts that all views of thread dumps share: states, stacks, deadlocks and the filter of threads. */
import {
  type DumpedThread,
  maxListedThreads,
  type ThreadDump,
  type ThreadState,
  threadStates,
} from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadDumpFacts } from '@pone/contract/entities/thread-series.ts'
import { formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Alert, Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import type { ThreadFilter } from './model/thread-groups.ts'

export const cpuText = (ms: number | null): string => (ms === null ? noValue : formatMs(ms))

export function StateText({ state }: { readonly state: ThreadState }) {
  return <span className={`thread-state thread-state-${state.toLowerCase()}`}>{state}</span>
}

/** Share of each state, with its number beside it in words. */
export function StateBar({ counts }: { readonly counts: Readonly<Partial<Record<ThreadState, number>>> }) {
  const shown = threadStates.filter(state => (counts[state] ?? 0) > 0)
  return (
    <span className="thread-bar" role="img" aria-label={countsText(counts)} title={countsText(counts)}>
      {shown.map(state => (
        <span
          key={state}
          className={`thread-fill-${state.toLowerCase()}`}
          style={{ flexGrow: counts[state] ?? 0 }}
        />
      ))}
    </span>
  )
}

export const countsText = (counts: Readonly<Partial<Record<ThreadState, number>>>): string =>
  threadStates
    .flatMap(state => {
      const count = counts[state] ?? 0
      return count > 0 ? [`${state} ${formatNumber(count)}`] : []
    })
    .join(', ')

export function Deadlocks({ dump }: { readonly dump: ThreadDump }) {
  const t = useT()
  const { deadlocked } = dump
  if (deadlocked.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      className="thread-alert"
      title={t('threads.deadlocked', { count: deadlocked.length })}
      description={
        <ul>
          {deadlocked.map(({ name, waitsFor, heldBy }) => (
            <li key={name}>{t('threads.deadlock', { name, waitsFor, heldBy })}</li>
          ))}
        </ul>
      }
    />
  )
}

export function Omitted({ facts }: { readonly facts: ThreadDumpFacts | undefined }) {
  const t = useT()
  if (facts === undefined || facts.omitted === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="thread-alert"
      title={t('threads.omitted', {
        count: formatNumber(facts.omitted),
        limit: formatNumber(maxListedThreads),
      })}
    />
  )
}

export function ThreadFilterFields(props: {
  readonly filter: ThreadFilter
  readonly onChange: (changes: Partial<ThreadFilter>) => void
  readonly children?: ReactNode
}) {
  const { filter, onChange, children } = props
  const t = useT()
  return (
    <div className="thread-tools">
      <SearchField
        value={filter.search}
        placeholder={t('threads.search')}
        onSearch={search => onChange({ search })}
      />
      <Select
        value={filter.state}
        aria-label={t('threads.state')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('threads.allStates') },
          ...threadStates.map(value => ({ value, label: value })),
        ]}
        onChange={state => onChange({ state })}
      />
      {children}
    </div>
  )
}

/** The whole stack of the chosen thread. */
export function StackPanel({
  thread,
  names = [],
  children,
}: {
  readonly thread: DumpedThread | undefined
  /** Of all threads with this stack. */
  readonly names?: readonly string[]
  readonly children?: ReactNode
}) {
  const t = useT()
  if (thread === undefined) return <aside className="thread-panel faint">{t('threads.chosenNone')}</aside>
  const { name, pool, state, waitsFor, cpuMs } = thread
  return (
    <aside className="thread-panel" aria-label={t('threads.stack')}>
      <h3>{names.length > 1 ? pool : name}</h3>
      <FactList
        facts={[
          [t('threads.state'), <StateText key="state" state={state} />],
          ...(waitsFor === '' ? [] : ([[t('threads.lock'), waitsFor]] as const)),
          ...(names.length > 1
            ? ([[t('threads.count'), formatNumber(names.length)]] as const)
            : ([[t('threads.cpu'), cpuText(cpuMs)]] as const)),
        ]}
      />
      {names.length > 1 && (
        <details className="thread-names">
          <summary>{t('threads.others', { names: names.slice(0, 3).join(', ') })}</summary>
          {names.slice(0, shownNames).join(', ')}
          {names.length > shownNames && ' …'}
        </details>
      )}
      {children}
      <StackFrames thread={thread} />
    </aside>
  )
}

const shownNames = 200

export function StackFrames({ thread }: { readonly thread: DumpedThread }) {
  const t = useT()
  const { frames, depth } = thread.stack
  if (frames.length === 0) return <p className="faint">{t('threads.noStack')}</p>
  return (
    <>
      <ol className="thread-frames code">
        {frames.map((frame, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack may hold a frame twice
          <li key={at}>{frame}</li>
        ))}
      </ol>
      {depth > frames.length && (
        <p className="faint">{t('threads.deeper', { count: formatNumber(depth - frames.length) })}</p>
      )}
    </>
  )
}
