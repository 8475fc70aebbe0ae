/** A time chart: consistent colours, one cursor and zoom for all charts of a group, events as marks, PNG, CSV and an accessible table. */

import { DownloadOutlined, LineChartOutlined, TableOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { FigureTable } from './figure-table.tsx'
import 'uplot/dist/uPlot.min.css'
import { formatClock } from '@pone/metrics/figures.ts'
import { saveFile } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { paperWidth } from '../print/paper-width.ts'
import { useIsPrinting } from '../print/use-is-printing.ts'
import { metricColors } from '../theme/palette.ts'
import { useScheme } from '../theme/use-scheme.ts'
import { useChartFileName } from './chart-files.ts'
import { MarkLinks, useMarks } from './chart-marks.tsx'
import { formatValue, plotOptions } from './chart-plot.ts'
import './time-chart.css'
import {
  type ChartAxis,
  type ChartBand,
  type ChartEvent,
  type ChartLine,
  type ChartSeries,
  type ChartShape,
  type ChartUnit,
  isolated,
  stacked,
  summarize,
  toCsv,
  withGaps,
} from './time-series.ts'

export interface TimeChartProps {
  readonly title: string
  readonly unit: ChartUnit
  /** Seconds since the start, ascending. */
  readonly seconds: readonly number[]
  /** Seconds between two points. */
  readonly step?: number
  readonly series: readonly ChartSeries[]
  /** For a chart whose x axis is not elapsed time; `seconds` are then values of this axis. */
  readonly axis?: ChartAxis
  /** How points are connected; left out: by a line that is interrupted where there is no value. */
  readonly line?: ChartLine
  /** Left out: lines. */
  readonly shape?: ChartShape
  /** Intervals that are marked behind the lines, in values of the x axis. */
  readonly bands?: readonly ChartBand[]
  readonly events?: readonly ChartEvent[]
  /** The legend shows the latest values while the cursor is outside the chart. */
  readonly isLive?: boolean
  /** The first of a group, whose links to marks are reached by Tab. */
  readonly hasMarkStops?: boolean
  /** Charts with the same key share cursor and zoom. */
  readonly syncKey: string
  readonly height?: number
  /** Visible range in seconds, shared by the page; null = all. */
  readonly range?: readonly [number, number] | null
  readonly onRange?: (range: readonly [number, number] | null) => void
}

const none: readonly ChartEvent[] = []

export function TimeChart(props: TimeChartProps) {
  const { title, unit, seconds, step = 1, series, events = none, height = 190 } = props
  const t = useT()
  const titleId = useId()
  const [isTable, setTable] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<number | null>(null)
  const shown = useMemo(
    () => series.map(entry => (hidden.has(entry.key) ? { ...entry, values: [] } : entry)),
    [series, hidden],
  )
  const { axis, line } = props
  const isOfTime = axis === undefined && line === undefined
  const { marks, bands, list, onDraw } = useMarks(isOfTime, props.bands)
  const data = useMemo(
    () => withGaps(seconds, shown, isOfTime ? step : Number.POSITIVE_INFINITY),
    [seconds, shown, step, isOfTime],
  )
  const xLabel = axis?.label ?? t('chart.second')
  const xText = axis?.format ?? formatClock
  const host = usePlot({ ...props, events, bands, height, shown, data, isTable, onCursor: setCursor, onDraw })
  const scheme = useScheme()
  const at = cursor ?? (props.isLive ? data.seconds.length - 1 : null)
  const nameOf = useChartFileName()
  const cursorText = (x: number) =>
    [
      xText(x),
      ...new Set(bands.filter(({ from, to }) => from <= x && x <= to).map(({ label }) => label)),
    ].join(' · ')
  const takeAway = (kind: string) => {
    if (kind === 'csv')
      saveFile(new Blob([toCsv(xLabel, seconds, series)], { type: 'text/csv' }), nameOf(title, 'csv'))
    else host.current?.querySelector('canvas')?.toBlob(blob => blob && saveFile(blob, nameOf(title, 'png')))
  }
  return (
    <figure className="time-chart" aria-labelledby={titleId}>
      <figcaption>
        <h3 id={titleId}>{title}</h3>
        <span className="time-chart-at">{cursor === null ? '' : cursorText(data.seconds[cursor] ?? 0)}</span>
        <Tools isTable={isTable} onTable={() => setTable(!isTable)} onTakeAway={takeAway} />
        <ul className="time-chart-legend">
          {series.map((entry, i) => (
            <li key={entry.key}>
              <button
                type="button"
                aria-pressed={!hidden.has(entry.key)}
                title={t('chart.isolate')}
                onClick={() => setHidden(old => isolated(series, old, entry.key))}
              >
                <i style={{ background: metricColors[scheme][entry.color] }} aria-hidden />
                {entry.label}{' '}
                <b data-unit={unit}>{at === null ? '' : formatValue(data.columns[i]?.[at] ?? null, unit)}</b>
              </button>
            </li>
          ))}
        </ul>
      </figcaption>
      <Summary series={series} unit={unit} isOverTime={axis === undefined || axis.tick !== undefined} />
      {isTable ? (
        <FigureTable
          title={title}
          seconds={seconds}
          series={series}
          unit={unit}
          height={height}
          xLabel={xLabel}
          xText={xText}
        />
      ) : (
        <>
          {marks.length > 0 && (
            <MarkLinks marks={marks} isRepeated={props.hasMarkStops !== true} list={list} />
          )}
          <div ref={host} className="time-chart-plot" style={{ height }} aria-hidden />
        </>
      )}
    </figure>
  )
}

/** Switches between chart and table, and downloads either as a file. */
function Tools(props: {
  readonly isTable: boolean
  readonly onTable: () => void
  readonly onTakeAway: (kind: string) => void
}) {
  const t = useT()
  const { isTable, onTable, onTakeAway } = props
  const label = t(isTable ? 'chart.showDrawing' : 'chart.showTable')
  return (
    <span className="time-chart-tools">
      <button
        type="button"
        className="icon-button"
        aria-pressed={isTable}
        aria-label={label}
        title={label}
        onClick={onTable}
      >
        {isTable ? <LineChartOutlined /> : <TableOutlined />}
      </button>
      <Dropdown
        menu={{
          items: [
            { key: 'png', label: 'PNG', disabled: isTable },
            { key: 'csv', label: 'CSV' },
          ],
          onClick: ({ key }) => onTakeAway(key),
        }}
      >
        <button type="button" className="icon-button" aria-label={t('action.download')}>
          <DownloadOutlined />
        </button>
      </Dropdown>
    </span>
  )
}

/** A text summary of the chart, for screen readers. Only over time one of the values is the latest. */
function Summary({
  series,
  unit,
  isOverTime,
}: Pick<TimeChartProps, 'series' | 'unit'> & { readonly isOverTime: boolean }) {
  const t = useT()
  const texts = summarize(series).map(({ label, min, max, last }) =>
    t(isOverTime ? 'chart.summary' : 'chart.summaryRange', {
      label,
      min: formatValue(min, unit),
      max: formatValue(max, unit),
      last: formatValue(last, unit),
    }),
  )
  return <p className="visually-hidden">{texts.join(t('chart.separator'))}</p>
}

interface PlotUse extends TimeChartProps {
  readonly events: readonly ChartEvent[]
  readonly bands: readonly ChartBand[]
  readonly height: number
  readonly shown: readonly ChartSeries[]
  readonly data: { seconds: number[]; columns: (number | null)[][] }
  readonly isTable: boolean
  readonly onCursor: (index: number | null) => void
  /** After each drawing. */
  readonly onDraw: (plot: uPlot) => void
}

/** Keeps one uPlot instance while data changes; it is recreated only when series, colours or height change, and for paper. */
function usePlot(use: PlotUse) {
  const {
    unit,
    events,
    bands,
    shape: form,
    syncKey,
    height,
    shown,
    data,
    isTable,
    range,
    onRange,
    onCursor,
    onDraw,
    axis,
    line,
  } = use
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef({ events, bands, onRange, onCursor, onDraw, shown, axis })
  useLayoutEffect(() => {
    latest.current = { events, bands, onRange, onCursor, onDraw, shown, axis }
  })
  const scheme = useScheme()
  const isPrinting = useIsPrinting()
  const shape = shown.map(entry => `${entry.key} ${entry.label} ${entry.color}`).join('|')
  // biome-ignore lint: `shape` represents the series' identity; their data is set by the next effect.
  useEffect(() => {
    const element = host.current
    if (!element || isTable) return
    const width = () => (isPrinting ? paperWidth(element) : element.clientWidth)
    const setup = {
      series: latest.current.shown,
      unit,
      scheme,
      width: width(),
      height,
      syncKey,
      axis: latest.current.axis,
      line,
      shape: form,
      bands: () => latest.current.bands,
      events: () => latest.current.events,
      onCursor: (index: number | null) => latest.current.onCursor(index),
      onDraw: (made: uPlot) => latest.current.onDraw(made),
      onZoom: (zoomed: readonly [number, number] | null) => latest.current.onRange?.(zoomed),
    }
    const made = new uPlot(plotOptions(setup), [[], ...latest.current.shown.map(() => [])], element)
    plot.current = made
    const resize = new ResizeObserver(() => made.setSize({ width: width(), height }))
    resize.observe(element)
    const showAll = () => latest.current.onRange?.(null)
    element.addEventListener('dblclick', showAll)
    return () => {
      resize.disconnect()
      element.removeEventListener('dblclick', showAll)
      made.destroy()
      plot.current = null
    }
  }, [shape, form, unit, scheme, height, syncKey, isTable, line, axis?.label, isPrinting])
  // biome-ignore lint: also runs after the plot was recreated.
  useEffect(() => {
    const made = plot.current
    if (!made) return
    made.setData([data.seconds, ...(form === 'area' ? stacked(data.columns) : data.columns)], false)
    const first = data.seconds[0] ?? 0
    const last = data.seconds.at(-1) ?? 1
    // Dots at the edge would be clipped, and a few of them at one position would not be visible there.
    const marginX = line === 'dots' ? Math.max(0.5, (last - first) * 0.04) : 0
    made.setScale(
      'x',
      range
        ? { min: range[0], max: range[1] }
        : { min: first - marginX, max: Math.max(first + 1, last) + marginX },
    )
  }, [data, range, events, bands, shape, form, scheme, height, isTable, line, isPrinting])
  return host
}
