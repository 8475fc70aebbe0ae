/** Pages jmeterReports and jmeterReportsHistory: the contents of JMeter's HTML dashboard for a run, or the runs to choose from. */
import type { JmeterReportFailure, JmeterReportSettings } from '@pone/contract/entities/jmeter-report.ts'
import { jmeterReportSettingsSchema } from '@pone/contract/entities/jmeter-report.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { faultText } from './fault-text.ts'
import '../jmeter-reports.css'
import { RunList } from '../list/run-list.tsx'
import { useJmeterReport, useMakeReport, useRun } from '../report-queries.ts'
import { PrintFrame } from './print-frame.tsx'
import { ReportActions } from './report-actions.tsx'
import { ReportContentView } from './report-content.tsx'

export function Page() {
  const [params] = useSearchParams()
  const runId = params.get('id')
  return runId ? <RunReport key={runId} runId={runId} /> : <RunList of="report" />
}

const defaults = jmeterReportSettingsSchema.parse({})

function failureText({ code, detail }: JmeterReportFailure, t: Translate): string {
  const parts = detail.split(', ').map(part => faultText(part, t))
  return t(`jmeterReport.failure.${code}`, { detail: parts.join(', ') })
}

function RunReport({ runId }: { readonly runId: string }) {
  const t = useT()
  const canGenerate = useCan('report.generate')
  const isHistory = useIsHistory()
  const run = useRun(runId)
  const answer = useJmeterReport(runId)
  const make = useMakeReport(runId)
  const error = run.error ?? answer.error
  if (error && (!run.data || !answer.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([run.refetch(), answer.refetch()])} />
  if (!run.data || !answer.data) return <LoadingState />
  const { report, content, logs } = answer.data
  const header = (actions?: ReactNode) => (
    <PageHeader
      backTo={historyPage('jmeterReports', isHistory)}
      title={run.data.scenarioName}
      note={`#${run.data.number}`}
      actions={actions}
    />
  )
  if (isActiveRun(run.data.state))
    return (
      <>
        {header()}
        <StillRunning runId={runId} />
      </>
    )
  const isMaking = report?.state === 'generating' || make.isPending
  const again = (settings: JmeterReportSettings, text: string) =>
    canGenerate &&
    logs.length > 0 && (
      <Button type="primary" loading={isMaking} onClick={() => make.mutate(settings)}>
        {text}
      </Button>
    )
  const failure = report?.failure ?? null
  return (
    <div className="jr-page">
      {header(
        <ReportActions
          run={run.data}
          logs={logs}
          settings={report?.settings ?? defaults}
          canGenerate={canGenerate}
          hasReport={content !== null}
          isMaking={isMaking}
          onMake={settings => make.mutateAsync(settings)}
        />,
      )}
      {content !== null && <PrintFrame run={run.data} content={content} />}
      <PageBody>
        {content !== null && isMaking && (
          <Alert type="info" showIcon title={t('jmeterReport.remaking')} className="jr-alert" />
        )}
        {content !== null ? (
          <ReportContentView content={content} report={report} syncKey={`jmeter-${runId}`} />
        ) : isMaking ? (
          <EmptyState title={t('jmeterReport.generating')} />
        ) : failure !== null && report !== null ? (
          <EmptyState
            title={t('jmeterReport.failed')}
            text={failureText(failure, t)}
            action={again(report.settings, t('jmeterReport.again'))}
          />
        ) : (
          <EmptyState
            title={t('jmeterReport.none')}
            text={t(logs.length === 0 ? 'jmeterReport.noLogs' : 'jmeterReport.awaited')}
            action={again(defaults, t('jmeterReport.generate'))}
          />
        )}
      </PageBody>
    </div>
  )
}

/** Leads to the live figures of a run that is not over. */
function StillRunning({ runId }: { readonly runId: string }) {
  const t = useT()
  return (
    <EmptyState
      title={t('jmeterReport.stillRunning')}
      action={
        <ButtonLink to={links.liveRun(runId)} type="primary">
          {t('jmeterReport.watch')}
        </ButtonLink>
      }
    />
  )
}
