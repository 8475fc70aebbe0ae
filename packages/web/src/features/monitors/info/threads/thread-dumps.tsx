/** Threads of a JVM on request: each dump grouped by what threads do, deadlocks, and the difference to the dump before. */
import type { ThreadDump, ThreadGroup } from '@pone/contract/entities/jvm-threads.ts'
import { formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { PagedRows } from '../../../../ui/data-table/paged-rows.tsx'
import { FactList } from '../../../../ui/fact-list.tsx'
import { formatInstant } from '../../../../ui/format.ts'
import { ErrorState } from '../../../../ui/page/page-states.tsx'
import type { ShortColumn } from '../../../../ui/short-table.tsx'
import { ToldCause } from '../../../../ui/told-cause.tsx'
import { keyOf, type ThreadChange, threadChanges } from './threads-model.ts'

/** Dumps that the page keeps, until it is left. */
const keptDumps = 10

export function ThreadDumps({ monitorId }: { readonly monitorId: string }) {
  const t = useT()
  const projectId = useProjectId()
  const [dumps, setDumps] = useState<readonly ThreadDump[]>([])
  const [at, setAt] = useState<number | null>(null)
  const [comparesLast, setComparing] = useState(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.profiling.threads({ projectId, monitorId }),
    onSuccess: ({ dump }) => {
      if (dump === null) return
      setDumps(before => [dump, ...before].slice(0, keptDumps))
      setAt(dump.at)
    },
  })
  const index = Math.max(
    0,
    dumps.findIndex(dump => dump.at === at),
  )
  const shown = dumps[index]
  const before = dumps[index + 1]
  return (
    <section className="monitor-section" aria-label={t('threads.title')}>
      <header>
        <h2>{t('threads.title')}</h2>
        <Button loading={isPending} onClick={() => mutate()}>
          {t('threads.dump')}
        </Button>
      </header>
      <p className="secondary">{t('threads.help')}</p>
      {error && <ErrorState error={error} onRetry={() => mutate()} />}
      {data && data.cause !== '' && (
        <Alert
          type="warning"
          showIcon
          title={t('threads.failed')}
          description={<ToldCause detail={data.cause} />}
        />
      )}
      {shown && (
        <>
          <div className="thread-tools">
            <Select
              value={shown.at}
              aria-label={t('threads.which')}
              popupMatchSelectWidth={false}
              options={dumps.map(dump => ({ value: dump.at, label: formatInstant(dump.at) }))}
              onChange={setAt}
            />
            <Segmented
              aria-label={t('threads.view')}
              disabled={before === undefined}
              value={comparesLast && before !== undefined ? 'changes' : 'groups'}
              options={[
                { value: 'groups', label: t('threads.groups') },
                { value: 'changes', label: t('threads.changes') },
              ]}
              onChange={value => setComparing(value === 'changes')}
            />
          </div>
          <DumpFacts dump={shown} />
          {comparesLast && before !== undefined ? (
            <Changes before={before} after={shown} />
          ) : (
            <Groups groups={shown.groups} />
          )}
        </>
      )}
    </section>
  )
}

function DumpFacts({ dump }: { readonly dump: ThreadDump }) {
  const t = useT()
  const states = Object.entries(dump.states).map(([state, count]) => `${state} ${formatNumber(count)}`)
  return (
    <>
      {dump.deadlocked.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('threads.deadlocked', { count: dump.deadlocked.length })}
          description={
            <ul>
              {dump.deadlocked.map(({ name, waitsFor, heldBy }) => (
                <li key={name}>{t('threads.deadlock', { name, waitsFor, heldBy })}</li>
              ))}
            </ul>
          }
        />
      )}
      <FactList
        facts={[
          [t('threads.count'), formatNumber(dump.threads)],
          [t('threads.states'), states.join(', ')],
          ...(dump.omittedGroups === 0
            ? []
            : ([[t('threads.omitted'), formatNumber(dump.omittedGroups)]] as const)),
        ]}
      />
    </>
  )
}

const groupColumns = (t: Translate): ShortColumn<ThreadGroup>[] => [
  {
    key: 'pool',
    title: t('threads.pool'),
    render: ({ pool, names }) => <span title={names.join('\n')}>{pool}</span>,
  },
  {
    key: 'state',
    title: t('threads.state'),
    render: ({ state, waitsFor }) => (
      <>
        {state}
        {waitsFor !== '' && <div className="faint">{t('threads.waitsFor', { lock: waitsFor })}</div>}
      </>
    ),
  },
  { key: 'stack', title: t('threads.stack'), render: ({ frames }) => <Stack frames={frames} /> },
]

function Groups({ groups }: { readonly groups: readonly ThreadGroup[] }) {
  const t = useT()
  const columns: ShortColumn<ThreadGroup>[] = [
    ...groupColumns(t),
    {
      key: 'cpu',
      title: <span title={t('threads.cpuHelp')}>{t('threads.cpu')}</span>,
      align: 'right',
      isMinor: true,
      render: ({ cpuMs }) => (cpuMs === null ? noValue : formatMs(cpuMs)),
    },
    { key: 'count', title: t('threads.count'), align: 'right', render: ({ count }) => formatNumber(count) },
  ]
  return <PagedRows rows={groups} columns={columns} rowId={keyOf} />
}

function Changes({ before, after }: { readonly before: ThreadDump; readonly after: ThreadDump }) {
  const t = useT()
  const number = (key: 'before' | 'after' | 'same'): ShortColumn<ThreadChange> => ({
    key,
    title: t(`threads.${key}`),
    align: 'right',
    render: change => formatNumber(change[key]),
  })
  const columns: ShortColumn<ThreadChange>[] = [
    ...groupColumns(t).map(column => ({
      ...column,
      render: ({ group }: ThreadChange) => column.render(group),
    })),
    number('before'),
    number('after'),
    number('same'),
  ]
  return (
    <PagedRows rows={threadChanges(before, after)} columns={columns} rowId={({ group }) => keyOf(group)} />
  )
}

/** The innermost frame, the others on request. */
function Stack({ frames }: { readonly frames: readonly string[] }) {
  const [first, ...others] = frames
  if (first === undefined) return noValue
  if (others.length === 0) return <span className="code">{first}</span>
  return (
    <details className="thread-stack">
      <summary className="code">{first}</summary>
      {others.map((frame, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stack may hold a frame twice
        <div key={depth} className="code">
          {frame}
        </div>
      ))}
    </details>
  )
}
