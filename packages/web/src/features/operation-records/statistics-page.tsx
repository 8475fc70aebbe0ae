/** /pone/atf/operationRecordStatistics: successful, refused and failed operations: over time, per action, per user. */
import { DownloadOutlined } from '@ant-design/icons'
import { type OperationStatistics, operationRanges } from '@pone/contract/entities/operation-record.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, download } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/navigation/url-state.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { RangeSelect } from './range-select.tsx'
import { ActionTable, PeopleTable } from './statistics-tables.tsx'

const defaults = { range: '1w' as string }
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

export function Page() {
  const t = useT()
  const language = useSession('language')
  const [{ range: asked }, change] = useUrlState(defaults)
  const range = operationRanges.find(value => value === asked) ?? '1w'
  const { data, error, refetch } = useQuery({
    queryKey: ['operationRecords', 'statistics', range],
    queryFn: ({ signal }) => api.operationRecord.statistics({ range, timeZone }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('route.operationRecordStatistics')}
        backTo="/pone/atf/operationRecord"
        actions={
          <>
            <RangeSelect value={range} onChange={value => change({ range: value })} />
            <Button
              icon={<DownloadOutlined />}
              disabled={!data || data.actions.length === 0}
              onClick={() =>
                void download.operationRecord.exportStatistics({ range, timeZone, language }).catch(showError)
              }
            >
              {t('record.export')}
            </Button>
          </>
        }
      />
      <PageBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : data.actions.length === 0 ? (
          <EmptyState title={t('record.emptyTitle')} />
        ) : (
          <Statistics statistics={data} range={range} />
        )}
      </PageBody>
    </>
  )
}

function Statistics({
  statistics,
  range,
}: {
  readonly statistics: OperationStatistics
  readonly range: string
}) {
  const t = useT()
  const { actions, people, times } = statistics
  const total = (outcome: 'done' | 'refused' | 'failed') =>
    formatNumber(actions.reduce((sum, row) => sum + row[outcome], 0))
  return (
    <>
      <StatRow>
        <Stat
          label={t('record.outcome.done')}
          value={total('done')}
          note={t('record.kindsOf', { count: actions.filter(row => row.done > 0).length })}
          definition={t('record.doneMeans')}
        />
        <Stat
          label={t('record.outcome.refused')}
          value={total('refused')}
          definition={t('record.refusedMeans')}
        />
        <Stat
          label={t('record.outcome.failed')}
          value={total('failed')}
          definition={t('record.failedMeans')}
        />
        <Stat label={t('record.people')} value={formatNumber(people.length)} />
      </StatRow>
      <section className="panel-block">
        <h2 className="panel-title">{t(range === '1d' ? 'record.perHour' : 'record.perDay')}</h2>
        <OutcomeChart times={times} step={range === '1d' ? 'hour' : 'day'} />
      </section>
      <section className="panel-block">
        <h2 className="panel-title">{t('record.perAction')}</h2>
        <ActionTable actions={actions} range={range} />
      </section>
      <section className="panel-block">
        <h2 className="panel-title">{t('record.perPerson')}</h2>
        <PeopleTable people={people} range={range} />
      </section>
    </>
  )
}
