/** A chart group as one picture: its name, and all charts in their places with legend and notes. */
import { type ChartPlace, gridColumns } from '@pone/contract/entities/chart-group.ts'
import { plotCanvas } from '../../../../ui/chart/plot-canvas.ts'
import type { ChartAxis, ChartBand, ChartEvent, ChartShape } from '../../../../ui/chart/time-series.ts'
import { metricColors, neutrals, type Scheme } from '../../../../ui/theme/palette.ts'
import type { GroupChartLines } from '../charts/chart-lines.ts'
import { gridGap, rowHeight } from '../grid/use-grid-drag.ts'

/** Of the picture, px; browsers refuse larger canvases. */
const width = 1_440
const maxSide = 16_000
const maxPixels = 60_000_000
const margin = 16
const headHeight = 44
const padding = 10
const titleHeight = 22
const lineHeight = 18
const fonts = {
  head: '600 18px system-ui, sans-serif',
  title: '600 13px system-ui, sans-serif',
  text: '12px system-ui, sans-serif',
}

export interface PictureChart {
  readonly place: ChartPlace
  readonly title: string
  /** What is said below the plot, or in its place when there are no lines. */
  readonly notes: readonly string[]
  readonly lines: GroupChartLines | null
  readonly shape: ChartShape
  readonly range: readonly [number, number]
  readonly bands: readonly ChartBand[]
  readonly events: readonly ChartEvent[]
}

export interface PictureLook {
  readonly title: string
  /** Beside the title: the range. */
  readonly note: string
  readonly scheme: Scheme
  readonly axis: ChartAxis
}

/** PNG; null when the browser has no memory for it. */
export async function boardPicture(charts: readonly PictureChart[], look: PictureLook): Promise<Blob | null> {
  const rows = Math.max(1, ...charts.map(({ place }) => place.y + place.height))
  const height = headHeight + rows * rowHeight + margin
  const scale = Math.min(devicePixelRatio, maxSide / height, Math.sqrt(maxPixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(scale, scale)
  context.textBaseline = 'middle'
  const colors = neutrals[look.scheme]
  context.fillStyle = colors.container
  context.fillRect(0, 0, width, height)
  const pen = penOf(context, look.scheme)
  const end = pen.text(look.title, { x: margin, y: headHeight / 2, most: width * 0.6, font: fonts.head })
  pen.text(look.note, { x: end + 16, y: headHeight / 2, most: width - end - 32, isFaint: true })
  for (const chart of charts) await drawChart(context, pen, chart, look)
  return new Promise(resolve => {
    canvas.toBlob(resolve)
  })
}

interface TextPlace {
  readonly x: number
  readonly y: number
  /** Width, px; what is longer ends with "…". */
  readonly most: number
  readonly font?: string
  readonly isFaint?: boolean
}

type Pen = ReturnType<typeof penOf>

function penOf(context: CanvasRenderingContext2D, scheme: Scheme) {
  const colors = neutrals[scheme]
  return {
    widthOf: (text: string): number => {
      context.font = fonts.text
      return context.measureText(text).width
    },
    /** Returns the end of the text, px. */
    text: (text: string, { x, y, most, font = fonts.text, isFaint = false }: TextPlace): number => {
      context.font = font
      context.fillStyle = isFaint ? colors.textSecondary : colors.text
      let shown = text
      while (shown.length > 1 && context.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`
      context.fillText(shown, x, y)
      return x + context.measureText(shown).width
    },
  }
}

async function drawChart(
  context: CanvasRenderingContext2D,
  pen: Pen,
  chart: PictureChart,
  look: PictureLook,
): Promise<void> {
  const { place, notes, lines } = chart
  const column = (width - 2 * margin + gridGap) / gridColumns
  const x = margin + place.x * column
  const y = headHeight + place.y * rowHeight
  const wide = place.width * column - gridGap
  const high = place.height * rowHeight - gridGap
  context.strokeStyle = neutrals[look.scheme].border
  context.lineWidth = 1
  context.strokeRect(x + 0.5, y + 0.5, wide - 1, high - 1)
  const inner = { x: x + padding, most: wide - 2 * padding }
  pen.text(chart.title, { ...inner, y: y + padding + titleHeight / 2, font: fonts.title })
  let top = y + padding + titleHeight
  if (lines !== null) top = drawLegend(context, pen, lines, { ...inner, y: top, scheme: look.scheme })
  const notesHeight = notes.length * lineHeight
  for (const [at, note] of notes.entries())
    pen.text(note, {
      ...inner,
      y:
        lines === null
          ? top + lineHeight * (at + 0.5)
          : y + high - padding - notesHeight + lineHeight * (at + 0.5),
      isFaint: true,
    })
  if (lines === null) return
  const plot = { width: inner.most, height: Math.max(60, y + high - padding - notesHeight - top) }
  const image = await plotCanvas({
    ...plot,
    series: lines.series,
    seconds: lines.seconds,
    stepSeconds: lines.stepSeconds,
    unit: lines.unit.unit,
    scheme: look.scheme,
    axis: look.axis,
    shape: chart.shape,
    bands: () => chart.bands,
    events: () => chart.events,
    range: chart.range,
  })
  context.drawImage(image, inner.x, top, plot.width, plot.height)
}

const legendLines = 2
const legendGap = 14
const keyWidth = 15

/** At most two lines, the last entry of which counts what has no room; returns where it ends, px. */
function drawLegend(
  context: CanvasRenderingContext2D,
  pen: Pen,
  { series }: GroupChartLines,
  at: { readonly x: number; readonly y: number; readonly most: number; readonly scheme: Scheme },
): number {
  let [x, line] = [at.x, 0]
  const more = (count: number) => `+${count}`
  for (const [index, { label, color }] of series.entries()) {
    const own = Math.min(at.most, keyWidth + pen.widthOf(label))
    const isLast = line === legendLines - 1
    const room = isLast && index < series.length - 1 ? pen.widthOf(more(series.length)) + legendGap : 0
    if (x > at.x && x + own + room > at.x + at.most) {
      if (isLast) {
        pen.text(more(series.length - index), {
          x,
          y: at.y + lineHeight * (line + 0.5),
          most: 60,
          isFaint: true,
        })
        break
      }
      ;[x, line] = [at.x, line + 1]
    }
    const middle = at.y + lineHeight * (line + 0.5)
    context.fillStyle = metricColors[at.scheme][color]
    context.fillRect(x, middle - 1.5, 10, 3)
    x =
      pen.text(label, { x: x + keyWidth, y: middle, most: at.most - keyWidth - room, isFaint: true }) +
      legendGap
  }
  return at.y + (series.length === 0 ? 0 : line + 1) * lineHeight + 4
}
