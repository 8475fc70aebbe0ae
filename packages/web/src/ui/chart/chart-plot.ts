/** uPlot configuration for the time charts: axes, colours, event marks; the only module that uses uPlot's options. */

import {
  formatBytes,
  formatClock,
  formatDuration,
  formatMs,
  formatNumber,
  formatPercent,
} from '@pone/metrics/figures.ts'
import uPlot from 'uplot'
import { metricColors, neutrals, type Scheme, statusColors } from '../theme/palette.ts'
import type {
  ChartAxis,
  ChartBand,
  ChartEvent,
  ChartLine,
  ChartSeries,
  ChartShape,
  ChartUnit,
} from './time-series.ts'

/** From here on a length is read in hours. */
const longMs = 2 * 3_600_000

/** A value with the chart's unit. */
export function formatValue(value: number | null, unit: ChartUnit): string {
  switch (unit) {
    case 'ms':
      return value !== null && Math.abs(value) >= longMs ? formatDuration(value) : formatMs(value)
    case 'bytes':
      return formatBytes(value)
    case 'bytesPerSecond':
      return value === null ? formatBytes(value) : `${formatBytes(value)}/s`
    case 'percent':
      return formatPercent(value)
    case 'perSecond':
      return value === null ? formatNumber(value) : `${formatNumber(value)}/s`
    case 'count':
      return formatNumber(value)
  }
}

/** Axis labels: short; k, M and G chosen by size. */
function axisValue(value: number, unit: ChartUnit): string {
  if (unit === 'ms')
    return Math.abs(value) >= longMs ? `${formatNumber(value / 3_600_000)} h` : formatMs(value)
  if (unit === 'bytes' || unit === 'bytesPerSecond') return formatBytes(value)
  if (unit === 'percent') return `${formatNumber(value)} %`
  // Systems tell 2⁶³ where there is no limit.
  if (Math.abs(value) >= 1e15) return value.toExponential(1)
  if (Math.abs(value) >= 1e9) return `${formatNumber(value / 1e9)}G`
  if (Math.abs(value) >= 1_000_000) return `${formatNumber(value / 1_000_000)}M`
  if (Math.abs(value) >= 10_000) return `${formatNumber(value / 1_000)}k`
  return formatNumber(value)
}

/** Draws events as dashed vertical lines over the plot. */
function eventMarks(events: () => readonly ChartEvent[], scheme: Scheme): uPlot.Plugin {
  return {
    hooks: {
      draw: plot => {
        const { ctx, bbox } = plot
        ctx.save()
        ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
        ctx.lineWidth = devicePixelRatio
        for (const event of events()) {
          const x = Math.round(plot.valToPos(event.second, 'x', true))
          if (x < bbox.left || x > bbox.left + bbox.width) continue
          ctx.strokeStyle = statusColors[scheme][event.tone]
          ctx.beginPath()
          ctx.moveTo(x, bbox.top)
          ctx.lineTo(x, bbox.top + bbox.height)
          ctx.stroke()
        }
        ctx.restore()
      },
    },
  }
}

/** Opacity of areas behind lines, as two hexadecimal digits. */
const areaOpacity = '24'
/** Share of a line's colour in the area below it, which hides what lies behind it. */
const fillShare = 0.3

/** `color` over `background`, both as `#rrggbb`, without transparency. */
function mixed(color: string, background: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map(at =>
    Math.round(part(color, at) * share + part(background, at) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

/** Fills intervals behind the lines, with an edge on both sides. */
function bandAreas(bands: () => readonly ChartBand[], scheme: Scheme): uPlot.Plugin {
  return {
    hooks: {
      drawClear: plot => {
        const { ctx, bbox } = plot
        ctx.save()
        ctx.beginPath()
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
        ctx.clip()
        for (const { from, to, tone } of bands()) {
          const left = Math.round(plot.valToPos(from, 'x', true))
          const right = Math.round(plot.valToPos(to, 'x', true))
          const color = statusColors[scheme][tone]
          ctx.fillStyle = `${color}${areaOpacity}`
          // A short gap is visible too.
          ctx.fillRect(left, bbox.top, Math.max(2 * devicePixelRatio, right - left), bbox.height)
        }
        ctx.restore()
      },
    },
  }
}

function shapeOptions(shape: ChartShape | undefined, color: string, scheme: Scheme): Partial<uPlot.Series> {
  if (shape === 'area') return { fill: mixed(color, neutrals[scheme].container, fillShare) }
  const bars = shape === 'bar' ? uPlot.paths.bars?.({ size: [0.8, 40], align: -1 }) : undefined
  return bars === undefined ? {} : { fill: color, paths: bars, points: { show: false } }
}

export interface PlotSetup {
  readonly series: readonly ChartSeries[]
  readonly unit: ChartUnit
  readonly scheme: Scheme
  readonly width: number
  readonly height: number
  readonly syncKey: string
  /** Left out: elapsed time in seconds. */
  readonly axis?: ChartAxis | undefined
  /** Left out: a line that is interrupted where there is no value. */
  readonly line?: ChartLine | undefined
  /** Left out: lines. */
  readonly shape?: ChartShape | undefined
  /** Left out: none. */
  readonly bands?: (() => readonly ChartBand[]) | undefined
  readonly events: () => readonly ChartEvent[]
  readonly onCursor: (index: number | null) => void
  /** After each drawing. */
  readonly onDraw?: ((plot: uPlot) => void) | undefined
  /** Visible range in seconds after a zoom; null = all. */
  readonly onZoom: (range: readonly [number, number] | null) => void
}

/** Up to this number of points each has a marker, so that a single point is visible too. */
const markedPoints = 60

/** Values between two gaps, which no line reaches: the first second of a run, for example. */
function lonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series] ?? []
  const isGap = (index: number) => (values[index] ?? null) === null
  return [...values.keys()].filter(index => !isGap(index) && isGap(index - 1) && isGap(index + 1))
}

function lineOptions(line: ChartLine | undefined): Partial<uPlot.Series> {
  if (line === undefined) return { points: { show: true, size: 4, filter: lonePoints }, spanGaps: false }
  const isSparse = (plot: uPlot): boolean => (plot.data[0]?.length ?? 0) <= markedPoints
  if (line === 'dots') return { points: { show: true, size: 6 }, paths: () => null }
  const steps = line === 'steps' ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  return {
    points: { show: line === 'joined' && isSparse, size: 5 },
    spanGaps: true,
    ...(steps === undefined ? {} : { paths: steps }),
  }
}

/** Steps that are round in binary units: 1, 2, 4 … 512 of each. */
const byteSteps = Array.from({ length: 50 }, (_, power) => 2 ** power)

const font = '11px system-ui, sans-serif'

/** Texts of the marks of an axis that is not elapsed time. */
const axisTexts =
  ({ format, tick }: ChartAxis): uPlot.Axis.DynamicValues =>
  (_plot, splits, _axis, _space, step) =>
    splits.map(x => (tick === undefined ? format(x) : tick(x, step)))

/** From 0 on, or down to what lies below it. */
function rangeOf(min: number, max: number): [number, number] {
  const room = 1.08
  if (max > 0) return [Math.min(0, min * room), max * room]
  return min < 0 ? [min * room, 0] : [0, 1]
}

/** Options for one chart; data is passed separately. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { scheme, unit } = setup
  const neutral = neutrals[scheme]
  const axis = {
    stroke: neutral.textSecondary,
    font,
    grid: { stroke: neutral.borderSoft, width: 1 },
    ticks: { show: false },
  }
  return {
    width: setup.width,
    height: setup.height,
    legend: { show: false },
    cursor: {
      sync: { key: setup.syncKey },
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
    },
    scales: {
      x: { time: setup.axis?.tick !== undefined },
      y: { range: (_plot, min, max) => rangeOf(min, max) },
    },
    axes: [
      {
        ...axis,
        size: 28,
        ...(setup.axis === undefined
          ? {
              values: (_plot: uPlot, splits: number[]) => splits.map(formatClock),
              incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400],
            }
          : { values: axisTexts(setup.axis) }),
      },
      {
        ...axis,
        size: 62,
        values: (_plot, splits) => splits.map(value => axisValue(value, unit)),
        ...(unit === 'bytesPerSecond' || unit === 'bytes' ? { incrs: byteSteps } : {}),
      },
    ],
    series: [
      {},
      ...setup.series.map(entry => ({
        label: entry.label,
        stroke: metricColors[scheme][entry.color],
        width: 1.5,
        // A target is a wish and no measurement.
        ...(entry.color === 'target' ? { dash: [5, 4] } : {}),
        ...lineOptions(setup.line),
        ...shapeOptions(setup.shape, metricColors[scheme][entry.color], scheme),
      })),
    ],
    plugins: [
      eventMarks(setup.events, scheme),
      ...(setup.bands === undefined ? [] : [bandAreas(setup.bands, scheme)]),
    ],
    hooks: {
      draw: [plot => setup.onDraw?.(plot)],
      setCursor: [plot => setup.onCursor(plot.cursor.idx ?? null)],
      setSelect: [
        plot => {
          if (plot.select.width < 4) return
          const from = plot.posToVal(plot.select.left, 'x')
          const to = plot.posToVal(plot.select.left + plot.select.width, 'x')
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          setup.onZoom([from, to])
        },
      ],
    },
  }
}
