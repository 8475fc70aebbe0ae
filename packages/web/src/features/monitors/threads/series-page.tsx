/** The thread dumps of one order: what was dumped, how it ended, and the chosen view of it. */
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { dumpQuery, seriesQuery } from './data/thread-queries.ts'
import { DifferenceView } from './difference-view.tsx'
import { DumpView } from './dump-view.tsx'
import { OverDumpsView } from './over-dumps-view.tsx'
import type { SeriesView } from './series-state.ts'
import { seriesTones } from './series-table.tsx'
import { Omitted } from './thread-parts.tsx'
import { useSeriesActions } from './use-series-actions.ts'

export function SeriesPage({ id, view }: { readonly id: string; readonly view: SeriesView }) {
  const t = useT()
  const projectId = useProjectId()
  const { data: series, error, refetch } = useQuery(seriesQuery(projectId, id))
  const title =
    series === undefined ? t('route.threadDumps') : `${t('threads.title')} · ${series.monitorName}`
  return (
    <>
      <PageHeader
        title={title}
        backTo={series === undefined ? links.allThreadDumps : links.monitor(series.monitorId)}
        note={
          series && (
            <StatusTag tone={seriesTones[series.state]}>{t(`threads.seriesState.${series.state}`)}</StatusTag>
          )
        }
        actions={series && <CancelButton series={series} />}
      />
      <PageBody>
        {series !== undefined ? (
          <>
            <SeriesFacts series={series} />
            <SeriesEnd series={series} />
            <Views series={series} view={view} />
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

function CancelButton({ series: { id, state } }: { readonly series: ThreadSeries }) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const { cancel } = useSeriesActions()
  if (!canEdit || state !== 'running') return null
  return <Button onClick={() => void cancel(id)}>{t('threads.cancel')}</Button>
}

function SeriesFacts({ series }: { readonly series: ThreadSeries }) {
  const t = useT()
  const { jvm, machine, beganAt, taken, dumps, seconds, createdBy } = series
  const count = t('threads.takenOf', { taken: taken.length, dumps })
  return (
    <FactList
      facts={[
        ...(jvm === null
          ? []
          : ([
              [t('threads.process'), `${jvm.process} (${jvm.pid})`],
              [t('threads.version'), jvm.runtime],
            ] as const)),
        ...(hasVirtualThreads(jvm?.runtime ?? '')
          ? [[t('threads.virtual'), t('threads.virtualNotListed')] as const]
          : []),
        [t('threads.machine'), machine],
        [t('threads.beganAt'), formatInstant(beganAt)],
        [t('threads.taken'), dumps > 1 ? `${count} · ${t('threads.every', { seconds })}` : count],
        [t('threads.createdBy'), createdBy],
        [
          t('profileRetention.expiresAt'),
          series.expiresAt === null ? t('profileRetention.never') : formatInstant(series.expiresAt),
        ],
      ]}
    />
  )
}

const virtualThreadsSince = 21
const hasVirtualThreads = (runtime: string): boolean =>
  Number(/^JDK (\d+)/.exec(runtime)?.[1] ?? 0) >= virtualThreadsSince

/** Why there are fewer dumps than were ordered. */
function SeriesEnd({ series: { cause, taken, dumps } }: { readonly series: ThreadSeries }) {
  const t = useT()
  if (cause === '') return null
  return (
    <Alert
      type={taken.length > 0 ? 'warning' : 'error'}
      showIcon
      className="thread-alert"
      title={taken.length > 0 ? t('threads.partial', { taken: taken.length, dumps }) : t('threads.failed')}
      description={<ToldCause detail={cause} />}
    />
  )
}

function Views({ series, view }: { readonly series: ThreadSeries; readonly view: SeriesView }) {
  const t = useT()
  const { taken, state } = series
  if (taken.length === 0)
    return state === 'running' ? (
      <EmptyState title={t('threads.waiting')} text="" />
    ) : (
      <EmptyState title={t('threads.noneTaken')} text="" />
    )
  const shown = view.state.view === '' && taken.length > 1 ? 'series' : view.state.view || 'threads'
  return (
    <>
      <div className="thread-tools">
        <Segmented
          aria-label={t('threads.view')}
          value={shown}
          options={[
            { value: 'series', label: t('threads.view.series'), disabled: taken.length < 2 },
            { value: 'threads', label: t('threads.view.threads') },
            { value: 'difference', label: t('threads.view.difference') },
          ]}
          onChange={value => view.change({ view: value, thread: '' })}
        />
        {shown !== 'series' && <DumpChoice series={series} view={view} />}
      </div>
      {shown === 'series' ? (
        <AllDumps series={series} view={view} />
      ) : shown === 'difference' ? (
        <DifferenceView series={series} view={view} />
      ) : (
        <OneDump series={series} view={view} />
      )}
    </>
  )
}

const dumpOf = ({ taken }: ThreadSeries, number: number) =>
  taken.find(facts => facts.number === number) ?? taken.at(-1)

function DumpChoice({ series, view }: { readonly series: ThreadSeries; readonly view: SeriesView }) {
  const t = useT()
  return (
    <Select
      value={dumpOf(series, view.state.dump)?.number ?? null}
      aria-label={t('threads.which')}
      popupMatchSelectWidth={false}
      options={series.taken.map(({ number, at }) => ({
        value: number,
        label: `${number} · ${formatInstant(at)}`,
      }))}
      onChange={dump => view.change({ dump: dump ?? 0, thread: '' })}
    />
  )
}

function OneDump({ series, view }: { readonly series: ThreadSeries; readonly view: SeriesView }) {
  const projectId = useProjectId()
  const facts = dumpOf(series, view.state.dump)
  const { data, error, refetch } = useQuery(
    dumpQuery(projectId, { id: series.id, number: facts?.number ?? 1 }),
  )
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  return (
    <>
      <Omitted facts={facts} />
      <DumpView dump={data} view={view} />
    </>
  )
}

function AllDumps({ series, view }: { readonly series: ThreadSeries; readonly view: SeriesView }) {
  const projectId = useProjectId()
  const results = useQueries({
    queries: series.taken.map(({ number }) => dumpQuery(projectId, { id: series.id, number })),
    combine: all => ({
      dumps: all.map(({ data }) => data),
      error: all.find(each => each.error !== null)?.error ?? null,
      retry: () => {
        for (const each of all) if (each.error !== null) void each.refetch()
      },
    }),
  })
  const { dumps, error, retry } = results
  const taken = useMemo(
    () =>
      series.taken.flatMap((facts, at) => {
        const dump = dumps[at]
        return dump === undefined ? [] : [{ facts, dump }]
      }),
    [series.taken, dumps],
  )
  if (taken.length < series.taken.length && error) return <ErrorState error={error} onRetry={retry} />
  if (taken.length < series.taken.length) return <LoadingState rows={8} />
  return (
    <>
      <Omitted facts={series.taken.find(({ omitted }) => omitted > 0)} />
      <OverDumpsView taken={taken} view={view} />
    </>
  )
}
