/** Draws a plot outside of the page, for a picture of several charts. */
import uPlot from 'uplot'
import { type PlotSetup, plotOptions } from './chart-plot.ts'
import { stacked, withGaps } from './time-series.ts'

export interface DrawnPlot extends Omit<PlotSetup, 'syncKey' | 'onCursor' | 'onZoom'> {
  /** Values of the x axis, ascending, and the usual distance of two. */
  readonly seconds: readonly number[]
  readonly stepSeconds: number
  readonly range: readonly [number, number]
}

/** The canvas has the pixels of the screen for each of `width` and `height`. */
export async function plotCanvas(drawn: DrawnPlot): Promise<HTMLCanvasElement> {
  const nothing = () => undefined
  const { seconds, columns } = withGaps(
    drawn.seconds,
    drawn.series,
    drawn.axis ? Number.POSITIVE_INFINITY : drawn.stepSeconds,
  )
  const data: uPlot.AlignedData = [seconds, ...(drawn.shape === 'area' ? stacked(columns) : columns)]
  const options = plotOptions({ ...drawn, syncKey: '', onCursor: nothing, onZoom: nothing })
  const plot = new uPlot({ ...options, cursor: { show: false } }, data, document.createElement('div'))
  plot.setScale('x', { min: drawn.range[0], max: drawn.range[1] })
  // uPlot draws in a microtask.
  await new Promise(resolve => setTimeout(resolve))
  const { canvas } = plot.ctx
  plot.destroy()
  return canvas
}
