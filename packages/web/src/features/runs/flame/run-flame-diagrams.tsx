/** Flame diagrams that were taken during a run, where they lie on its time axis: as marks of its charts, and as a list. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { formatPercent, noValue } from '@pone/metrics/figures.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ChartMarks } from '../../../ui/chart/chart-marks.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { flameMarks, partOf } from './flame-marks.ts'

const listed = 50
const lookEveryMs = 5_000

export function useRunFlameDiagrams(runId: string, isLive: boolean) {
  const projectId = useProjectId()
  const isAllowed = useCan('monitor.view')
  const input = { projectId, runId, pageSize: listed, sort: 'startedAt', descending: false } as const
  return useQuery(
    queryOptions({
      queryKey: ['run', runId, 'flameDiagrams', projectId],
      queryFn: ({ signal }) => api.profile.list(input, { signal }),
      enabled: isAllowed,
      refetchInterval: isLive ? lookEveryMs : false,
    }),
  )
}

/** Links to them above all charts of the run. */
export function FlameMarks(props: {
  readonly run: Pick<Run, 'id' | 'startedAt'>
  readonly isLive: boolean
  readonly children: ReactNode
}) {
  const t = useT()
  const { id, startedAt } = props.run
  const { data } = useRunFlameDiagrams(id, props.isLive)
  const marks = useMemo(() => flameMarks(data?.rows ?? [], startedAt, t), [data, startedAt, t])
  return <ChartMarks marks={marks}>{props.children}</ChartMarks>
}

export function RunFlameDiagrams({
  rows,
  startedAt,
}: {
  readonly rows: readonly ProfileRecord[]
  readonly startedAt: number | null
}) {
  const t = useT()
  const columns: ShortColumn<ProfileRecord>[] = [
    {
      key: 'name',
      title: t('run.flame.name'),
      render: ({ id, name }) => <Link to={links.flameDiagramView(id)}>{name}</Link>,
    },
    { key: 'part', title: t('run.flame.part'), render: record => partOf(record, startedAt) },
    {
      key: 'target',
      title: t('run.flame.target'),
      isMinor: true,
      render: ({ origin }) => (origin === null ? noValue : `${origin.monitorName} · ${origin.machine}`),
    },
    {
      key: 'top',
      title: t('run.flame.top'),
      render: ({ parts: [part] }) =>
        part === undefined || part.total === 0
          ? noValue
          : `${part.topMethod.name} (${formatPercent((part.topMethod.self / part.total) * 100)})`,
    },
  ]
  return <ShortTable rows={rows} columns={columns} rowId={({ id }) => id} />
}

/** The tab of an active run. */
export function LiveFlameDiagrams(props: { readonly runId: string; readonly startedAt: number | null }) {
  const t = useT()
  const { data, error, refetch } = useRunFlameDiagrams(props.runId, true)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={3} />
  return (
    <>
      {data.rows.length === 0 ? (
        <p className="run-quiet">{t('run.flame.none')}</p>
      ) : (
        <RunFlameDiagrams rows={data.rows} startedAt={props.startedAt} />
      )}
      <p>
        <Link to={links.flameDiagrams}>{t('run.flame.take')}</Link>
      </p>
    </>
  )
}

/** Below a report; nothing when there are none. */
export function ReportFlameDiagrams(props: { readonly runId: string; readonly startedAt: number | null }) {
  const t = useT()
  const { data } = useRunFlameDiagrams(props.runId, false)
  if (data === undefined || data.rows.length === 0) return null
  return (
    <section className="report-section" aria-labelledby="report-flame">
      <h2 id="report-flame">{t('run.flame.title')}</h2>
      <RunFlameDiagrams rows={data.rows} startedAt={props.startedAt} />
    </section>
  )
}
