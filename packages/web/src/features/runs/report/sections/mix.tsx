/** How near the run came to the production mix of its scenario: overlap, requests with their shares and sizes, arrival times. */
import {
  formatBytes,
  formatClockRange,
  formatDuration,
  formatNumber,
  formatPercent,
  noValue,
} from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { Table } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import { useRowPages } from '../../../../ui/data-table/use-row-pages.ts'
import { Stat, StatRow } from '../../../../ui/stat.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

type Fidelity = Exclude<ReportContent['mix'], null | string>
type Row = Fidelity['templates'][number]
type Arrivals = Exclude<Fidelity['arrivals'], string>

export const MixPart: SectionPart = ({ content: { mix, run } }) => {
  const t = useT()
  if (mix === null) return null
  return (
    <PartFrame id="mix" title={t('report.section.mix')}>
      {typeof mix === 'string' ? <p>{t(`report.mix.${mix}`)}</p> : <Comparison mix={mix} runId={run.id} />}
    </PartFrame>
  )
}

function Comparison({ mix, runId }: { readonly mix: Fidelity; readonly runId: string }) {
  const t = useT()
  const { arrivals, overlapPercent, sizes } = mix
  return (
    <>
      <p>
        {mix.name} · <TimeText at={mix.fromMs} /> – <TimeText at={mix.toMs} /> ·{' '}
        {t('report.mix.basis', {
          production: formatNumber(mix.production),
          run: formatNumber(mix.run),
          failed: formatNumber(mix.failed),
        })}
        {mix.leftOut > 0 && ` ${t('report.mix.leftOut', { count: formatNumber(mix.leftOut) })}`}
      </p>
      <StatRow>
        <Stat
          label={t('report.mix.overlap')}
          value={formatPercent(overlapPercent)}
          definition={t('report.mix.overlapMeaning')}
        />
        <Stat
          label={t('report.mix.arrivals')}
          value={typeof arrivals === 'string' ? noValue : formatPercent(arrivals.overlapPercent)}
        />
        <Stat
          label={t('report.mix.size')}
          value={
            sizes === null
              ? noValue
              : `${formatBytes(sizes.runBytes)} / ${formatBytes(sizes.productionBytes)}`
          }
          definition={t('report.mix.sizeMeaning')}
        />
      </StatRow>
      <p className="report-hint">
        {t(overlapPercent === null ? 'report.mix.noRequests' : 'report.mix.overlapMeaning')}
      </p>
      <RequestTable mix={mix} />
      <p className="report-hint">{t('report.mix.sizeMeaning')}</p>
      {typeof arrivals === 'string' ? (
        <p className="report-hint">
          {t(`report.mix.${arrivals}`, { interval: formatDuration(mix.intervalSeconds * 1_000) })}
        </p>
      ) : (
        <ArrivalChart arrivals={arrivals} fromSeconds={mix.fromSeconds} runId={runId} />
      )}
    </>
  )
}

/** The listed requests, and one row for those that are too rare to be listed. */
const rowsOf = ({ templates, productionOthers, production }: Fidelity, t: Translate): readonly Row[] =>
  productionOthers === 0
    ? templates
    : [
        ...templates,
        {
          name: t('report.mix.others'),
          production: productionOthers,
          productionPercent: (productionOthers / production) * 100,
          run: 0,
          failed: 0,
          runPercent: 0,
          labels: [],
          productionBytes: null,
          runBytes: null,
        },
      ]

function RequestTable({ mix }: { readonly mix: Fidelity }) {
  const t = useT()
  const rows = useMemo(() => rowsOf(mix, t), [mix, t])
  const pages = useRowPages(rows.length, 20)
  const hasShares = mix.overlapPercent !== null
  const number = { align: 'right', className: 'numeric' } as const
  return (
    <Table<Row>
      size="small"
      className="run-table"
      rowKey={row => `${row.production} ${row.name}`}
      dataSource={[...rows]}
      pagination={pages}
      columns={[
        {
          title: t('report.mix.request'),
          key: 'name',
          className: 'run-label',
          render: (_, row) => <Name row={row} />,
        },
        {
          ...number,
          title: t('report.mix.productionShare'),
          dataIndex: 'productionPercent',
          render: formatPercent,
        },
        {
          ...number,
          title: t('report.mix.runShare'),
          dataIndex: 'runPercent',
          render: (share: number) => formatPercent(hasShares ? share : null),
        },
        {
          ...number,
          title: t('report.mix.difference'),
          key: 'difference',
          render: (_, row) => (hasShares ? points(row.runPercent - row.productionPercent) : noValue),
        },
        { ...number, title: t('report.mix.count'), dataIndex: 'run', render: formatNumber },
        { ...number, title: t('report.mix.failed'), dataIndex: 'failed', render: formatNumber },
        { ...number, title: t('report.mix.productionBytes'), key: 'bytes', render: (_, row) => bytesOf(row) },
        { ...number, title: t('report.mix.runBytes'), dataIndex: 'runBytes', render: formatBytes },
      ]}
    />
  )
}

/** With what one side lacks. */
function Name({ row }: { readonly row: Row }) {
  const t = useT()
  const note =
    row.production === 0 ? t('report.mix.onlyRun') : row.run === 0 ? t('report.mix.onlyProduction') : null
  return (
    <>
      {row.name}
      {note !== null && <small className="secondary"> · {note}</small>}
    </>
  )
}

const points = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`

/** Mean, P50 and P95. */
const bytesOf = ({ productionBytes }: Row): string =>
  productionBytes === null
    ? noValue
    : [productionBytes.mean, productionBytes.p50, productionBytes.p95].map(formatBytes).join(' / ')

interface ArrivalChartProps {
  readonly arrivals: Arrivals
  readonly fromSeconds: number
  readonly runId: string
}

function ArrivalChart({ arrivals, fromSeconds, runId }: ArrivalChartProps) {
  const t = useT()
  const { intervalSeconds, firstSecond, production, run, productionPerSecond, runPerSecond } = arrivals
  const scale = runPerSecond / productionPerSecond
  const series = useMemo(
    () =>
      [
        {
          key: 'production',
          label: t('report.mix.productionRate'),
          color: 'target',
          values: production.map(rate => rate * scale),
        },
        { key: 'run', label: t('report.mix.runRate'), color: 'rate', values: run },
      ] as const,
    [t, production, run, scale],
  )
  const seconds = useMemo(
    () => run.map((_, at) => firstSecond + at * intervalSeconds),
    [run, firstSecond, intervalSeconds],
  )
  const facts = {
    interval: formatDuration(intervalSeconds * 1_000),
    clock: formatClockRange(firstSecond * 1_000, (firstSecond + run.length * intervalSeconds) * 1_000),
    seconds: formatNumber(fromSeconds + firstSecond),
    production: formatNumber(productionPerSecond),
    run: formatNumber(runPerSecond),
  }
  return (
    <>
      <TimeChart
        title={t('report.mix.chart')}
        unit="perSecond"
        seconds={seconds}
        step={intervalSeconds}
        series={series}
        syncKey={`report-mix-${runId}`}
      />
      <p className="report-hint">{t('report.mix.arrivalsMeaning', facts)}</p>
    </>
  )
}
