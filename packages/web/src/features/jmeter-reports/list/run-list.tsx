/** The JMeter runs of the project, to choose one whose report or log is wanted. */
import type { Run } from '@pone/contract/entities/run.ts'
import { formatDuration, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ImportStateTag, RunStateTag, unfinishedImport } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { useJmeterRuns } from '../report-queries.ts'

const listDefaults = { sort: 'createdAt' as const }

export function RunList({ of }: { readonly of: 'report' | 'log' }) {
  const t = useT()
  const navigate = useNavigate()
  const list = useList<'createdAt'>(listDefaults)
  const isReport = of === 'report'
  const isHistory = useIsHistory()
  const runs = useJmeterRuns({
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    descending: list.descending,
    isEnded: isReport || isHistory,
  })
  const report = (run: Run) => `${historyPage('jmeterReports', isHistory)}?id=${run.id}`
  const log = (run: Run) => `${historyPage('jmeterLog', isHistory)}?id=${run.id}`
  const best = isReport ? report : log
  const title = isHistory
    ? t(isReport ? 'route.jmeterReportsHistory' : 'route.jmeterLogHistory')
    : t(isReport ? 'jmeterReport.listTitle' : 'jmeterLog.title')
  const figure = (key: string, name: string, render: (run: Run) => string): DataColumn<Run, 'createdAt'> => ({
    key,
    title: name,
    align: 'right',
    render: run => <span className="tabular">{render(run)}</span>,
  })
  const columns: DataColumn<Run, 'createdAt'>[] = [
    {
      key: 'number',
      title: t('jmeterReport.number'),
      visibility: 'always',
      render: run => <span className="tabular">#{run.number}</span>,
    },
    {
      key: 'scenario',
      title: t('jmeterReport.scenario'),
      visibility: 'always',
      render: run =>
        unfinishedImport(run) === null ? <Link to={best(run)}>{run.scenarioName}</Link> : run.scenarioName,
    },
    {
      key: 'state',
      title: t('jmeterReport.state'),
      render: run => {
        const importing = unfinishedImport(run)
        return importing === null ? (
          <RunStateTag state={run.state} />
        ) : (
          <ImportStateTag importing={importing} />
        )
      },
    },
    {
      key: 'started',
      title: t('jmeterReport.started'),
      sort: 'createdAt',
      render: run => <TimeText at={run.startedAt ?? run.createdAt} withSeconds />,
    },
    figure('duration', t('jmeterReport.duration'), run =>
      formatDuration(runDurationMs(run, runs.dataUpdatedAt)),
    ),
    figure('requests', t('jmeterReport.requests'), run => formatNumber(run.requests)),
    figure('errors', t('jmeterReport.errorRate'), run =>
      formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
    ),
    { key: 'by', title: t('jmeterReport.by'), render: run => run.startedBy },
    {
      key: 'actions',
      title: '',
      fixed: 'right',
      align: 'right',
      visibility: 'always',
      render: run => {
        if (unfinishedImport(run) !== null) return null
        const actions = [
          { key: 'report', label: t('jmeterReport.open'), onClick: () => void navigate(report(run)) },
          { key: 'log', label: t('jmeterReport.log'), onClick: () => void navigate(log(run)) },
        ]
        return <RowActions actions={isReport ? actions : actions.toReversed()} />
      },
    },
  ]
  return (
    <>
      <PageHeader title={title} />
      <PageBody>
        <DataTable<Run, Record<never, string>, 'createdAt'>
          storageKey="jmeterRuns"
          label={title}
          columns={columns}
          query={runs}
          list={list}
          rowId={run => run.id}
          onRowClick={run => {
            if (unfinishedImport(run) === null) void navigate(best(run))
          }}
          filters={
            <SearchField
              value={list.search}
              placeholder={t('jmeterReport.search')}
              onSearch={search => list.setFilters({ search })}
            />
          }
          empty={{
            title: t(isReport ? 'jmeterReport.empty' : 'jmeterLog.empty'),
            text: t(isReport ? 'jmeterReport.emptyText' : 'jmeterLog.emptyText'),
            action: (
              <>
                <Link to={links.scenarios}>
                  <Button type="primary">{t('jmeterReport.goScenarios')}</Button>
                </Link>{' '}
                <Link to={links.runs}>
                  <Button>{t('jmeterReport.goRecords')}</Button>
                </Link>
              </>
            ),
          }}
        />
      </PageBody>
    </>
  )
}
