/** Pages analysisReports and analysisReportsHistory: the report of a run or of a time range, to view, print and export. */
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { isPartOfRun, runDurationMs } from '@pone/metrics/run-part.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { Records } from '../records/records.tsx'
import { ReportNotes } from './notes/report-notes.tsx'
import { rangeText } from './print/print-text.ts'
import type { ChosenRange } from './range-choice.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportContentView } from './report-content.tsx'
import { useGenerate, useReport, useReports } from './report-queries.ts'
import './report.css'

export function Page() {
  const [params] = useSearchParams()
  const runId = params.get('id')
  const isHistory = useIsHistory()
  if (runId) return <RunReport key={runId} runId={runId} />
  if (isHistory) return <Records history="analysisReports" />
  return <Navigate to="/pone/atf/projects/logging" replace />
}

function RunReport({ runId }: { readonly runId: string }) {
  const t = useT()
  const projectId = useSession('projectId')
  const canGenerate = useCan('report.generate')
  const isHistory = useIsHistory()
  const [params, setParams] = useSearchParams()
  const show = (report: string) => setParams({ id: runId, report })
  const run = useQuery({
    queryKey: ['run', 'one', projectId, runId],
    queryFn: ({ signal }) => api.run.get({ projectId, id: runId }, { signal }),
  })
  const reports = useReports(runId)
  const chosen = params.get('report') ?? reports.data?.at(-1)?.id ?? null
  const report = useReport(chosen)
  const generate = useGenerate(runId, show)
  const error = run.error ?? reports.error ?? report.error
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([run.refetch(), reports.refetch(), report.refetch()])}
      />
    )
  if (!run.data || !reports.data) return <LoadingState />
  const header = (actions?: React.ReactNode) => (
    <PageHeader
      backTo={historyPage(isHistory ? 'analysisReports' : 'logging', isHistory)}
      title={`${run.data.scenarioName} · ${t('report.title')}`}
      note={[
        t('run.number', { number: run.data.number }),
        ...(report.data?.content && isPartOfRun(report.data.content.run, report.data.content)
          ? [rangeText(report.data.content)]
          : []),
      ].join(' · ')}
      actions={actions}
    />
  )
  if (isActiveRun(run.data.state))
    return (
      <>
        {header()}
        <EmptyState
          title={t('report.stillRunning')}
          action={
            <ButtonLink to={`/pone/atf/projects/realTimeMonitoring?id=${runId}`} type="primary">
              {t('run.record.watch')}
            </ButtonLink>
          }
        />
      </>
    )
  return (
    <div className="report">
      {header(
        report.data && (
          <ReportActions
            run={run.data}
            reports={reports.data}
            report={report.data}
            canGenerate={canGenerate}
            isGenerating={generate.isPending}
            onShow={show}
            onGenerate={range => generate.mutate(range)}
          />
        ),
      )}
      <PageBody>
        <Shown
          report={report.data}
          isReading={report.isLoading}
          isGenerating={generate.isPending}
          run={run.data}
          onGenerate={generate.mutate}
        />
      </PageBody>
    </div>
  )
}

/** The report, or why there is none. */
function Shown(props: {
  readonly report: ReturnType<typeof useReport>['data']
  readonly isReading: boolean
  readonly isGenerating: boolean
  readonly run: RunDetail
  readonly onGenerate: (range: ChosenRange) => void
}) {
  const t = useT()
  const canGenerate = useCan('report.generate')
  const { report, isReading, isGenerating, run, onGenerate } = props
  if (report?.content) {
    const canChoose = canGenerate && (runDurationMs(run) ?? 0) >= 2_000
    const actions = { hasRules: run.scenario.sla.length > 0, isBusy: isGenerating, onGenerate }
    return (
      <ReportContentView
        key={report.id}
        content={report.content}
        state={report.state}
        partActions={canChoose ? actions : null}
        notes={<ReportNotes reportId={report.id} canWrite={canGenerate} />}
      />
    )
  }
  if (isReading || report?.state === 'generating') return <LoadingState rows={10} />
  const again = canGenerate && (
    <Button
      loading={isGenerating}
      onClick={() => onGenerate({ fromMs: null, toMs: null, includesRampUp: false })}
    >
      {t('report.generate')}
    </Button>
  )
  if (report?.state !== 'failed') return <EmptyState title={t('report.none')} action={again} />
  return <EmptyState title={t('report.failed')} text={report.failure ?? undefined} action={again} />
}
