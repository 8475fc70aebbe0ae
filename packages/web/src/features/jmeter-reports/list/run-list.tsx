/** The JMeter runs of the project, to choose the one whose report or log is shown. */
import type { Run } from '@pone/contract/entities/run.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { unfinishedImport } from '../../../ui/run/run-state.tsx'
import { useJmeterRuns } from '../report-queries.ts'
import { runColumns } from './run-columns.tsx'

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
  const columns = runColumns(t, {
    address: best,
    durationOf: run => runDurationMs(run, runs.dataUpdatedAt),
    actionsOf: run => {
      const actions = [
        { key: 'report', label: t('jmeterReport.open'), onClick: () => void navigate(report(run)) },
        { key: 'log', label: t('jmeterReport.log'), onClick: () => void navigate(log(run)) },
      ]
      return isReport ? actions : actions.toReversed()
    },
  })
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
                <ButtonLink to={links.scenarios} type="primary">
                  {t('jmeterReport.goScenarios')}
                </ButtonLink>{' '}
                <ButtonLink to={links.runs}>{t('jmeterReport.goRecords')}</ButtonLink>
              </>
            ),
          }}
        />
      </PageBody>
    </>
  )
}
