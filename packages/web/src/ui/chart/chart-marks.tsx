/** Links to what was taken during a part of a run, such as flame diagrams: above every chart of elapsed time within them, with the part behind the lines. */
import { FireOutlined } from '@ant-design/icons'
import { createContext, type ReactNode, type Ref, useContext, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type uPlot from 'uplot'
import { useT } from '../../lib/i18n.ts'
import { markPlaces, markSize } from './mark-places.ts'
import type { ChartBand } from './time-series.ts'

export interface ChartMark {
  readonly key: string
  /** Seconds since the start of the run. */
  readonly from: number
  readonly to: number
  readonly label: string
  readonly href: string
}

const none: readonly ChartMark[] = []
const noBands: readonly ChartBand[] = []
const Marks = createContext(none)

/** `marks` ascend by `from`. */
export function ChartMarks(props: { readonly marks: readonly ChartMark[]; readonly children: ReactNode }) {
  return <Marks value={props.marks}>{props.children}</Marks>
}

/** Marks of the run, as bands and as links, which are placed at each drawing. */
export function useMarks(isOfRun: boolean, given: readonly ChartBand[] = noBands) {
  const ofRun = useContext(Marks)
  const marks = isOfRun ? ofRun : none
  const bands = useMemo(() => withMarks(given, marks), [given, marks])
  const list = useRef<HTMLUListElement>(null)
  const onDraw = (plot: uPlot) => {
    if (list.current !== null) placeMarks(list.current, marks, axisOf(plot))
  }
  return { marks, bands, list, onDraw }
}

const withMarks = (bands: readonly ChartBand[], marks: readonly ChartMark[]): readonly ChartBand[] =>
  marks.length === 0
    ? bands
    : [...bands, ...marks.map(({ from, to, label }) => ({ from, to, label, tone: 'running' as const }))]

/** The x axis in px of the page, from the left edge of the plot with its axes. */
function axisOf(plot: uPlot) {
  const from = plot.bbox.left / devicePixelRatio
  return {
    pixelOf: (second: number) => from + plot.valToPos(second, 'x'),
    from,
    to: from + plot.bbox.width / devicePixelRatio,
  }
}

/** Their places are set when the chart is drawn, by `onDraw` of `useMarks`. */
export function MarkLinks({
  marks,
  isRepeated,
  list,
}: {
  readonly marks: readonly ChartMark[]
  /** Charts of a group repeat the links of the first one, so that Tab meets each once. */
  readonly isRepeated: boolean
  readonly list: Ref<HTMLUListElement>
}) {
  const t = useT()
  return (
    <ul ref={list} className="time-chart-marks" style={{ height: markSize }} aria-label={t('chart.marks')}>
      {marks.map(({ key, label, href }) => (
        <li key={key} style={{ width: markSize }}>
          <Link to={href} title={label} aria-label={label} {...(isRepeated && { tabIndex: -1 })}>
            <FireOutlined aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** `pixelOf` a second, and the visible part of the axis, both in px from the left edge of the list. */
function placeMarks(
  list: HTMLUListElement,
  marks: readonly ChartMark[],
  axis: { readonly pixelOf: (second: number) => number; readonly from: number; readonly to: number },
): void {
  const spans = marks.map(({ from, to }) => ({ from: axis.pixelOf(from), to: axis.pixelOf(to) }))
  for (const [index, left] of markPlaces(spans, axis).entries()) {
    const item = list.children[index]
    if (!(item instanceof HTMLElement)) continue
    item.hidden = left === null
    item.style.left = `${left ?? 0}px`
  }
}
