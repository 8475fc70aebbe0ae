/** Two sessions of a monitoring link beside each other: every counter with both statistics, their numbers of samples and the difference. */
import { differenceOf, differencePercentOf } from '@pone/contract/entities/flow-difference.ts'
import type { ComparedCounter } from '@pone/contract/entities/flow-report.ts'
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import { formatDuration, formatNumber } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import { download } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatValue } from '../../../ui/chart/chart-plot.ts'
import { shownUnit } from '../../../ui/chart/shown-unit.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { flowComparisonQuery } from './flow-queries.ts'
import './flow-reports.css'

interface Compared {
  readonly baseId: string
  readonly otherId: string
}

export function FlowComparisonPage({ baseId, otherId }: Compared) {
  const t = useT()
  const { data, error, refetch } = useQuery(flowComparisonQuery(useProjectId(), baseId, otherId))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('flow.comparison')}
        backTo={links.pastFlowReports}
        {...(data && {
          note: data.base.linkName,
          actions: <ComparisonExport baseId={baseId} otherId={otherId} />,
        })}
      />
      <PageBody>
        {data ? (
          <div className="flow-report">
            <p className="flow-compared">
              <SessionLink session={data.base} of="base" />
              <SessionLink session={data.other} of="other" />
            </p>
            <p className="flow-note">{t('flow.comparisonHelp')}</p>
            {data.counters.length === 0 ? (
              <EmptyState title={t('flow.noValues')} />
            ) : (
              <ShortTable rows={data.counters} columns={columns} rowId={keyOf} />
            )}
            <p className="flow-note">{t('flow.definition')}</p>
          </div>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )}
      </PageBody>
    </>
  )
}

function ComparisonExport({ baseId, otherId }: Compared) {
  const t = useT()
  const language = useSession('language')
  const input = { projectId: useProjectId(), baseId, otherId, language }
  return (
    <ExportMenu
      isPrimary
      label={t('flow.export')}
      items={[
        {
          key: 'csv',
          label: t('flow.exportCsv'),
          take: () => download.flowReport.exportComparisonCsv(input),
        },
        {
          key: 'excel',
          label: t('flow.exportExcel'),
          take: () => download.flowReport.exportComparisonExcel(input),
        },
      ]}
    />
  )
}

const keyOf = ({ monitorId, section, counter, labels }: ComparedCounter): string =>
  JSON.stringify([monitorId, section, counter, labels])

function SessionLink({
  session,
  of,
}: {
  readonly session: MonitorLinkSession
  readonly of: 'base' | 'other'
}) {
  const t = useT()
  const { startedAt, stoppedAt } = session
  const text = t(of === 'base' ? 'flow.base' : 'flow.other', {
    time: dayjs(startedAt).format('YYYY-MM-DD HH:mm:ss'),
    length: stoppedAt === null ? t('flow.running') : formatDuration(stoppedAt - startedAt),
  })
  return <Link to={links.flowReport(session)}>{text}</Link>
}

type Side = 'base' | 'other'

function useColumns(): readonly ShortColumn<ComparedCounter>[] {
  const t = useT()
  const language = useSession('language')
  const figure = (side: Side, key: 'n' | 'mean' | 'p95', name: string): ShortColumn<ComparedCounter> => ({
    key: `${side}-${key}`,
    title: `${t(side === 'base' ? 'flow.baseShort' : 'flow.otherShort')} ${name}`,
    align: 'right',
    isMinor: key === 'p95',
    render: row =>
      key === 'n' ? formatNumber(row[side]?.n ?? null) : valueText(row[side]?.[key] ?? null, row.unit),
  })
  return [
    { key: 'monitor', title: t('flow.monitor'), render: ({ monitorName }) => monitorName },
    {
      key: 'counter',
      title: t('flow.counter'),
      render: ({ names, labels }) => [names[language], ...Object.values(labels)].join(' · '),
    },
    figure('base', 'n', t('flow.n')),
    figure('other', 'n', t('flow.n')),
    figure('base', 'mean', t('flow.mean')),
    figure('other', 'mean', t('flow.mean')),
    {
      key: 'difference',
      title: t('flow.difference'),
      align: 'right',
      render: row => signedText(differenceOf(row, 'mean'), row.unit),
    },
    {
      key: 'percent',
      title: t('flow.differencePercent'),
      align: 'right',
      render: row => signedText(differencePercentOf(row), ''),
    },
    figure('base', 'p95', 'P95'),
    figure('other', 'p95', 'P95'),
    {
      key: 'p95Difference',
      title: t('flow.p95Difference'),
      align: 'right',
      render: row => signedText(differenceOf(row, 'p95'), row.unit),
    },
  ]
}

/** With the unit as charts show it. */
function valueText(value: number | null, of: string): string {
  const { unit, factor, note } = shownUnit(of)
  const text = formatValue(value === null ? null : value * factor, unit)
  return value === null || note === '' ? text : `${text} ${note}`
}

const signedText = (value: number | null, unit: string): string =>
  value === null || value === 0
    ? valueText(value, unit)
    : `${value > 0 ? '+' : '−'}${valueText(Math.abs(value), unit)}`
