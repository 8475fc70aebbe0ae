/** The execution records with filters, sorting and paging; in the history those that are over. */

import { ImportOutlined } from '@ant-design/icons'
import { type Run, slaStateSchema } from '@pone/contract/entities/run.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { formatDuration, formatMs, formatNumber, formatPeak, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Button, Select, Tag, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { historyPage } from '../../../lib/navigation/history.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { RunStateTag, SlaTag, unfinishedImport } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { useCancelImport } from '../import/import-queries.ts'
import { ImportTag } from '../import/import-row.tsx'
import { useDeleteRuns, useRuns } from '../run-queries.ts'
import { CompareSelected } from './compare-selected.tsx'
import '../run.css'

type Sort = 'createdAt' | 'requests' | 'requestsPerSecond' | 'p95Ms' | 'peakUsers'
const periods = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const listDefaults = { sort: 'createdAt' as Sort, filters: { state: 'all', sla: 'all', period: 'all' } }
const endedStates = runStates.filter(state => !isActiveRun(state))
const titles = {
  logging: 'route.loggingHistory',
  analysisReports: 'route.analysisReportsHistory',
  SLA: 'route.SLAHistory',
} as const

/** `history`: only runs that are over, and which page of theirs a row opens. */
export function Records({ history }: { readonly history?: keyof typeof titles }) {
  const t = useT()
  const causeOf = useCause()
  const canDelete = useCan('run.delete')
  const canImport = useCan('run.execute')
  /** The import that is shown: a new one, or that of a record. */
  const [shownImport, setShownImport] = useState<{ readonly runId: string | null } | null>(null)
  const navigate = useNavigate()
  const confirm = useConfirm()
  const list = useList<Sort, typeof listDefaults.filters>(listDefaults)
  const { state, sla, period } = list.filters
  const isHistory = history !== undefined
  const title = t(history === undefined ? 'run.record.title' : titles[history])
  const shownStates = isHistory ? endedStates : runStates
  const page = (name: string, run: Run) => `${historyPage(name, isHistory)}?id=${run.id}`
  const watchPage = (run: Run) => `/pone/atf/projects/realTimeMonitoring?id=${run.id}`
  const bestPage = (run: Run) =>
    isActiveRun(run.state) ? watchPage(run) : page(history === 'SLA' ? 'SLA' : 'analysisReports', run)
  const [openedAt] = useState(() => Date.now())
  const dayMs = 86_400_000
  const days = period in periods ? periods[period as keyof typeof periods] : null
  const runs = useRuns({
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    sort: list.sort,
    descending: list.descending,
    states: shownStates.filter(one => (isHistory && state === 'all') || one === state),
    sla: slaStateSchema.options.filter(
      one => one === sla || (history === 'SLA' && sla === 'all' && one !== 'none'),
    ),
    from: days === null ? null : openedAt - days * dayMs,
  })
  const remove = useDeleteRuns()
  const stopImport = useCancelImport()
  const selected = useChosenRows(runs.data?.rows ?? [])
  const figure = (
    key: string,
    title: string,
    render: (run: Run) => ReactNode,
    sort?: Sort,
  ): DataColumn<Run, Sort> => ({
    key,
    title,
    align: 'right',
    render: run => <span className="tabular">{render(run)}</span>,
    ...(sort ? { sort } : {}),
  })
  const columns: DataColumn<Run, Sort>[] = [
    {
      key: 'number',
      title: t('run.record.number'),
      isAlwaysShown: true,
      render: run => <span className="tabular">#{run.number}</span>,
    },
    {
      key: 'scenario',
      title: t('run.record.scenario'),
      isAlwaysShown: true,
      render: run => (
        <>
          {unfinishedImport(run) === null ? (
            <Link to={bestPage(run)}>{run.scenarioName}</Link>
          ) : (
            run.scenarioName
          )}
          {run.source === 'import' && <Tag className="run-record-imported">{t('run.record.imported')}</Tag>}
        </>
      ),
    },
    {
      key: 'state',
      title: t('run.record.state'),
      render: run => {
        const importing = unfinishedImport(run)
        if (importing !== null) return <ImportTag importing={importing} />
        return (
          <Tooltip
            title={
              run.cause === null || run.cause === 'planned'
                ? undefined
                : [t(`runCause.${run.cause}`), causeOf(run.causeDetail).text].filter(Boolean).join(' · ')
            }
          >
            <span>
              <RunStateTag state={run.state} />
            </span>
          </Tooltip>
        )
      },
    },
    { key: 'sla', title: t('run.record.sla'), render: run => <SlaTag state={run.sla} /> },
    {
      key: 'started',
      title: t('run.record.started'),
      sort: 'createdAt',
      render: run => <TimeText at={run.startedAt ?? run.createdAt} withSeconds />,
    },
    figure('duration', t('run.record.duration'), run =>
      formatDuration(runDurationMs(run, runs.dataUpdatedAt)),
    ),
    figure(
      'peak',
      t('run.record.peak'),
      run => (
        <span title={run.usersBasis === 'sampled' ? t('run.peakSampled') : undefined}>
          {formatPeak(run.peakUsers, run.usersBasis)}
        </span>
      ),
      'peakUsers',
    ),
    figure('requests', t('run.record.requests'), run => formatNumber(run.requests), 'requests'),
    figure('rps', t('run.record.rps'), run => formatNumber(run.requestsPerSecond), 'requestsPerSecond'),
    figure('p95', 'P95', run => formatMs(run.p95Ms), 'p95Ms'),
    figure('errors', t('run.record.errors'), run =>
      formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
    ),
    { key: 'by', title: t('run.record.by'), render: run => run.startedBy },
    {
      key: 'actions',
      title: '',
      isFixed: true,
      isAlwaysShown: true,
      render: run => {
        const showImport = {
          key: 'import',
          label: t('run.import.show'),
          onClick: () => setShownImport({ runId: run.id }),
        }
        if (unfinishedImport(run) !== null) {
          const stop = {
            key: 'cancel',
            label: t('run.import.cancel'),
            isDangerous: true,
            onClick: () => cancelImport(run),
          }
          return <RowActions actions={run.state === 'new' && canImport ? [showImport, stop] : [showImport]} />
        }
        const go = (name: string) => () => void navigate(page(name, run))
        const watch = {
          key: 'watch',
          label: t('run.record.watch'),
          onClick: () => void navigate(watchPage(run)),
        }
        const results = { key: 'sla', label: t('run.record.slaResult'), onClick: go('SLA') }
        const report = { key: 'report', label: t('run.record.report'), onClick: go('analysisReports') }
        const ownReport = {
          key: 'jmeterReport',
          label: t('run.record.jmeterReport'),
          onClick: () => void navigate(`${historyPage('jmeterReports', true)}?id=${run.id}`),
        }
        const ownLog = {
          key: 'jmeterLog',
          label: t('run.record.jmeterLog'),
          onClick: () => void navigate(`${historyPage('jmeterLog', true)}?id=${run.id}`),
        }
        const ofJmeter = run.engine === 'JMeter' ? [ownReport, ownLog] : []
        return (
          <RowActions
            actions={
              isActiveRun(run.state)
                ? [watch, results, ...ofJmeter.slice(1)]
                : [report, ...ofJmeter, watch, results, ...(run.source === 'import' ? [showImport] : [])]
            }
          />
        )
      },
    },
  ]
  const cancelImport = ({ id, scenarioName }: Run) =>
    confirm({
      title: t('run.import.cancel'),
      text: t('run.import.cancelConfirm', { name: scenarioName }),
      verb: t('run.import.cancel'),
      onConfirm: () => stopImport.mutateAsync(id),
    })
  const deleteSelected = () =>
    confirm({
      title: t('action.delete'),
      text: t('run.record.deleteConfirm', { count: selected.ids.length }),
      verb: t('action.delete'),
      onConfirm: async () => {
        await remove.mutateAsync(selected.ids)
        selected.clear()
      },
    })
  return (
    <>
      <PageHeader
        title={title}
        actions={
          canImport &&
          !isHistory && (
            <Button icon={<ImportOutlined />} onClick={() => setShownImport({ runId: null })}>
              {t('run.import.open')}
            </Button>
          )
        }
      />
      {shownImport !== null && <ImportDialog {...shownImport} onClose={() => setShownImport(null)} />}
      <PageBody>
        <DataTable<Run, typeof listDefaults.filters, Sort>
          storageKey="runs"
          label={title}
          columns={columns}
          query={runs}
          list={list}
          rowId={run => run.id}
          onRowClick={run => {
            if (unfinishedImport(run) === null) void navigate(bestPage(run))
            else setShownImport({ runId: run.id })
          }}
          filters={
            <>
              <SearchField
                value={list.search}
                placeholder={t('run.record.search')}
                onSearch={search => list.setFilters({ search })}
              />
              <Select
                value={state}
                aria-label={t('run.record.state')}
                popupMatchSelectWidth={false}
                options={[
                  { value: 'all', label: t('run.record.filterState') },
                  ...shownStates.map(one => ({ value: one as string, label: t(`runState.${one}`) })),
                ]}
                onChange={value => list.setFilters({ state: value })}
              />
              <Select
                value={sla}
                aria-label={t('run.record.sla')}
                popupMatchSelectWidth={false}
                options={[
                  { value: 'all', label: t('run.record.filterSla') },
                  ...slaStateSchema.options.map(one => ({
                    value: one as string,
                    label: t(`slaState.${one}`),
                  })),
                ]}
                onChange={value => list.setFilters({ sla: value })}
              />
              <Select
                value={period}
                aria-label={t('run.record.period')}
                popupMatchSelectWidth={false}
                options={[
                  { value: 'all', label: t('run.record.anyTime') },
                  ...Object.entries(periods).map(([value, count]) => ({
                    value,
                    label: t('run.record.lastDays', { count }),
                  })),
                ]}
                onChange={value => list.setFilters({ period: value })}
              />
            </>
          }
          empty={{
            title: t(isHistory ? 'run.record.emptyHistory' : 'run.record.empty'),
            text: t('run.record.emptyText'),
            action: (
              <Link to="/pone/atf/projects/testset">
                <Button type="primary">{t('run.goScenarios')}</Button>
              </Link>
            ),
          }}
          selection={{
            ids: selected.ids,
            onChange: selected.change,
            isDisabled: (run: Run) => isActiveRun(run.state),
            actions: (
              <>
                <CompareSelected runs={selected.rows} />
                {canDelete && (
                  <Button danger size="small" onClick={deleteSelected}>
                    {t('action.delete')}
                  </Button>
                )}
              </>
            ),
          }}
        />
      </PageBody>
    </>
  )
}
