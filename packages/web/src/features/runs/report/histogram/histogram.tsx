/** The histogram of response times on a logarithmic axis with marked percentiles; the figures of a column stand in a line of fixed height, and all of them in a table. */
import type { Statistics } from '@pone/contract/entities/run.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { useMemo, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useIsPrinting } from '../../../../ui/print/use-is-printing.ts'
import { useWidth } from '../../../../ui/use-width.ts'
import {
  type Bucket,
  type HistogramColumn,
  type HistogramDrawing,
  histogramOf,
  histogramSize,
} from './histogram-model.ts'
import './histogram.css'

const usualWidth = 960
/** Of A4 without its margins, so that texts keep their size on paper. */
const printedWidth = 700

export function Histogram({
  title,
  buckets,
  total,
}: {
  readonly title: string
  readonly buckets: readonly Bucket[]
  readonly total: Statistics
}) {
  const t = useT()
  const [host, shownWidth] = useWidth<HTMLDivElement>(usualWidth)
  const width = useIsPrinting() ? printedWidth : shownWidth
  const drawing = useMemo(() => histogramOf(buckets, total, width), [buckets, total, width])
  const [pointed, setPointed] = useState<HistogramColumn | null>(null)
  return (
    <div ref={host} className="report-histogram">
      {drawing === null ? (
        <p className="run-quiet">{t('run.noFigures')}</p>
      ) : (
        <>
          <p className="report-histogram-line" aria-hidden>
            {pointed === null
              ? t('report.distribution.axes')
              : t('report.distribution.column', textOf(pointed))}
          </p>
          <Drawing title={title} drawing={drawing} width={width} onPoint={setPointed} />
          <details className="report-histogram-table">
            <summary>{t('chart.showTable')}</summary>
            <BucketTable columns={drawing.columns} />
          </details>
        </>
      )}
    </div>
  )
}

const textOf = ({ bucket, percent, upToPercent }: HistogramColumn) => ({
  from: formatMs(bucket.fromMs),
  to: formatMs(bucket.toMs),
  count: formatNumber(bucket.count),
  percent: formatPercent(percent),
  upTo: formatPercent(upToPercent),
})

function Drawing({
  title,
  drawing,
  width,
  onPoint,
}: {
  readonly title: string
  readonly drawing: HistogramDrawing
  readonly width: number
  readonly onPoint: (column: HistogramColumn | null) => void
}) {
  const { columns, marks, timeTicks, countTicks } = drawing
  const { height, left, right, top, bottom } = histogramSize
  const label = marks.map(({ name, ms }) => `${name} ${formatMs(ms)}`).join(', ')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}: ${label}`}
      onPointerLeave={() => onPoint(null)}
    >
      {countTicks.map(({ count, y }) => (
        <g key={count}>
          <line x1={left} x2={width - right} y1={y} y2={y} className="report-histogram-grid" />
          <text x={left - 6} y={y + 4} textAnchor="end">
            {formatNumber(count)}
          </text>
        </g>
      ))}
      {columns.map(column => (
        <g key={column.bucket.fromMs} onPointerEnter={() => onPoint(column)}>
          <rect x={column.x} y={column.y} width={column.width} height={column.height} />
          {/* Low columns are pointed at by all of their height. */}
          <rect
            x={column.x}
            y={top}
            width={column.width + 1}
            height={height - top - bottom}
            fill="transparent"
          />
        </g>
      ))}
      {timeTicks.map(({ ms, x }) => (
        <text key={ms} x={x} y={height - 6} textAnchor={x > width - 24 ? 'end' : 'middle'}>
          {formatMs(ms)}
        </text>
      ))}
      {marks.map(({ name, ms, at, textAt }) => (
        <g key={name} className="report-histogram-mark" pointerEvents="none">
          <polyline points={`${textAt},${top - 10} ${at},${top - 2} ${at},${height - bottom}`} />
          <text x={textAt} y={top - 14} textAnchor="middle">
            {name} {formatMs(ms)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function BucketTable({ columns }: { readonly columns: readonly HistogramColumn[] }) {
  const t = useT()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('report.distribution.time')}</th>
          <th scope="col">{t('report.requests')}</th>
          <th scope="col">{t('report.distribution.share')}</th>
          <th scope="col">{t('report.distribution.upTo')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(column => {
          const { from, to, count, percent, upTo } = textOf(column)
          return (
            <tr key={column.bucket.fromMs}>
              <th scope="row">
                {from} – {to}
              </th>
              <td>{count}</td>
              <td>{percent}</td>
              <td>{upTo}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
