/** A data-flow report: facts, topology at an instant of the session, charts, statistics and events. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { FlowCharts } from './flow-charts.tsx'
import { FlowEvents } from './flow-events.tsx'
import { flowReportQuery } from './flow-queries.ts'
import { FlowStatistics } from './flow-statistics.tsx'
import { useFlowActions } from './use-flow-actions.ts'
import './flow-reports.css'

const Topology = lazyPart(async () => ({ default: (await import('./flow-topology.tsx')).FlowTopology }))

export function FlowReportPage({ id, backTo }: { readonly id: string; readonly backTo: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(flowReportQuery(useProjectId(), id))
  if (data) return <Report report={data} backTo={backTo} />
  return (
    <>
      <PageHeader title={t('flow.one')} backTo={backTo} />
      <PageBody>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
      </PageBody>
    </>
  )
}

function Report({ report, backTo }: { readonly report: FlowReport; readonly backTo: string }) {
  const t = useT()
  const language = useSession('language')
  const { session, notes, isKept, monitoring } = report
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isShown = (monitorId: string | null) =>
    monitorId === null || chosen.length === 0 || chosen.includes(monitorId)
  return (
    <>
      <PageHeader
        title={session.linkName}
        backTo={backTo}
        note={<SessionTag report={report} />}
        actions={<ReportActions report={report} backTo={backTo} />}
      />
      <PageBody>
        <div className="flow-report">
          {session.stoppedAt !== null && !isKept && <Alert type="info" showIcon title={t('flow.keptHelp')} />}
          <FactList facts={useFacts(report)} />
          {notes.map(({ name, text, isProblem }) => (
            <p key={`${name} ${text.en}`} className={isProblem ? 'flow-note flow-note-problem' : 'flow-note'}>
              {name !== '' && <b>{name} </b>}
              {text[language]}
            </p>
          ))}
          <Suspense fallback={<LoadingState rows={8} />}>
            <Topology report={report} onChoose={monitorId => setChosen([monitorId])} />
          </Suspense>
          <Tabs
            className="flow-tabs"
            tabBarExtraContent={
              monitoring.monitors.length > 1 && (
                <Select
                  className="flow-nodes"
                  mode="multiple"
                  allowClear
                  maxTagCount="responsive"
                  aria-label={t('flow.node')}
                  placeholder={`${t('flow.node')}: ${t('flow.allNodes')}`}
                  value={[...chosen]}
                  onChange={setChosen}
                  options={monitoring.monitors.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )
            }
            items={[
              {
                key: 'charts',
                label: t('flow.charts'),
                children: <FlowCharts report={report} isShown={isShown} />,
              },
              {
                key: 'statistics',
                label: t('flow.statistics'),
                children: <FlowStatistics report={report} isShown={isShown} />,
              },
              {
                key: 'events',
                label: `${t('flow.events')} ${formatNumber(report.events.length)}`,
                children: <FlowEvents report={report} isShown={isShown} />,
              },
            ]}
          />
        </div>
      </PageBody>
    </>
  )
}

function SessionTag({ report: { session, isKept } }: { readonly report: FlowReport }) {
  const t = useT()
  if (session.stoppedAt === null) return <StatusTag tone="running">{t('flow.running')}</StatusTag>
  return isKept ? null : <StatusTag tone="running">{t('flow.notKept')}</StatusTag>
}

function useFacts({ session, lengthMs }: FlowReport) {
  const t = useT()
  const by = (who: string) => (who === '' ? '' : ` · ${who}`)
  return [
    [
      t('flow.startedAt'),
      <span key="started">
        <TimeText at={session.startedAt} withSeconds />
        {by(session.startedBy)}
      </span>,
    ],
    [
      t('flow.stoppedAt'),
      session.stoppedAt === null ? (
        noValue
      ) : (
        <span key="stopped">
          <TimeText at={session.stoppedAt} withSeconds />
          {by(session.stoppedBy)}
        </span>
      ),
    ],
    [t('flow.length'), formatDuration(lengthMs)],
    [t('flow.size'), `${formatNumber(session.nodes)} / ${formatNumber(session.edges)}`],
  ] as const
}

function ReportActions({ report, backTo }: { readonly report: FlowReport; readonly backTo: string }) {
  const t = useT()
  const navigate = useNavigate()
  const language = useSession('language')
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const actions = useFlowActions()
  const { id, stoppedAt, isLinkDeleted, linkId } = report.session
  const take = (call: 'exportHtml' | 'exportCsv' | 'exportExcel') => () =>
    download.flowReport[call]({ projectId, id, language })
  return (
    <>
      {canEdit && stoppedAt !== null && (
        <Button danger onClick={() => actions.remove([id], () => void navigate(backTo))}>
          {t('action.delete')}
        </Button>
      )}
      {!isLinkDeleted && (
        <Button onClick={() => void navigate(links.liveLink(linkId))}>{t('monitorLink.one')}</Button>
      )}
      <ExportMenu
        isPrimary
        label={t('flow.export')}
        items={[
          { key: 'html', label: t('flow.exportHtml'), take: take('exportHtml') },
          { key: 'csv', label: t('flow.exportCsv'), take: take('exportCsv') },
          { key: 'excel', label: t('flow.exportExcel'), take: take('exportExcel') },
        ]}
      />
    </>
  )
}
