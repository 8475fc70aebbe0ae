/** The points of a chart as a table; one of a long run has thousands of rows, so only those in view are rendered. */
import { useMemo, useRef } from 'react'
import { evenRows } from '../virtual-rows/row-layout.ts'
import { useVirtualRows } from '../virtual-rows/use-virtual-rows.ts'
import { formatValue } from './chart-plot.ts'
import type { ChartSeries, ChartUnit } from './time-series.ts'

/** Height of a row, CSS pixels; `.time-chart-table` draws it. */
const rowPx = 24

interface FigureTableProps {
  readonly title: string
  /** Values of the x axis. */
  readonly seconds: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly unit: ChartUnit
  readonly height: number
  readonly xLabel: string
  readonly xText: (x: number) => string
}

export function FigureTable({ title, seconds, series, unit, height, xLabel, xText }: FigureTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const layout = evenRows(seconds.length, rowPx)
  const rows = useMemo(() => seconds.map((_, at) => at), [seconds])
  const keys = useMemo(() => rows.map(String), [rows])
  const rendered = useVirtualRows({ box, layout, rows, keys, current: undefined })
  const isPart = rendered.length < seconds.length
  const abovePx = rendered[0]?.topPx ?? 0
  const last = rendered.at(-1)
  const belowPx = last === undefined ? 0 : layout.totalPx - last.topPx - last.heightPx
  return (
    <div
      ref={box}
      className="time-chart-table"
      style={{ height }}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table aria-label={title} aria-rowcount={isPart ? seconds.length + 1 : undefined}>
        <thead>
          <tr>
            <th scope="col">{xLabel}</th>
            {series.map(entry => (
              <th key={entry.key} scope="col">
                {entry.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {abovePx > 0 && <tr aria-hidden style={{ height: abovePx }} />}
          {rendered.map(({ row: at }) => (
            // The key is the index: several points may lie at one place of an axis that is not time.
            <tr key={at} aria-rowindex={isPart ? at + 2 : undefined}>
              <th scope="row">{xText(seconds[at] ?? 0)}</th>
              {series.map(entry => (
                <td key={entry.key}>{formatValue(entry.values[at] ?? null, unit)}</td>
              ))}
            </tr>
          ))}
          {belowPx > 0 && <tr aria-hidden style={{ height: belowPx }} />}
        </tbody>
      </table>
    </div>
  )
}
