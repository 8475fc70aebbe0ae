/** One chart of a group: lines of several monitors over the clock, gaps with their causes, load tests, and what is missing. */
import { type GroupChart, gridColumns } from '@pone/contract/entities/chart-group.ts'
import { type CSSProperties, useMemo, useRef } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import type { ChartAxis } from '../../../../ui/chart/time-series.ts'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { useBoard } from './board-context.ts'
import { type ChartAnswer, groupChartLines, titleOf } from './chart-lines.ts'
import { bandsOf, notesOf } from './chart-notes.ts'
import { type ResolvedChart, resolveChart } from './resolve.ts'
import { useChartAnswer, useIsInView } from './use-chart-answers.ts'

/** Title row of a chart, px. */
const frameHeight = 30
const legendLine = 24
const noteLine = 20

/** Of one line it is seen at a glance that there is no more; two entries of a narrow chart have a line each. */
const legendLines = (entries: number, columns: number): number =>
  entries > 2 || (entries === 2 && columns < gridColumns / 2) ? 2 : 1

interface GroupChartProps {
  readonly chart: GroupChart
  /** Of the whole chart, px. */
  readonly height: number
}

export function GroupChartView({ chart, height }: GroupChartProps) {
  const t = useT()
  const language = useSession('language')
  const place = useRef<HTMLDivElement>(null)
  const { resolving, answers } = useBoard()
  const resolved = useMemo(() => resolveChart(chart, resolving), [chart, resolving])
  const { data, error, refetch } = useChartAnswer(resolved, answers, useIsInView(place))
  const title = titleOf(
    { title: chart.title, counters: chart.counters.map(asResolved) },
    resolving.typeOf,
    language,
  )
  return (
    <div ref={place} className="board-chart" style={{ height }}>
      {resolved.counters.length === 0 ? (
        <Untold title={title} text={t('chartGroup.noMonitor')} />
      ) : data !== undefined ? (
        <Lines chart={chart} resolved={resolved} answer={data} title={title} height={height} />
      ) : error ? (
        <>
          <h3>{title}</h3>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <>
          <h3>{title}</h3>
          <LoadingState rows={3} />
        </>
      )}
    </div>
  )
}

/** For the names of counters it does not matter of which monitor they are. */
const asResolved = ({ type, section, counter, labels }: GroupChart['counters'][number]) => ({
  type,
  section,
  counter,
  labels,
  monitorId: '',
})

function Untold({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <p className="secondary board-untold">{text}</p>
    </>
  )
}

function Lines(props: {
  readonly chart: GroupChart
  readonly resolved: ResolvedChart
  readonly answer: ChartAnswer
  readonly title: string
  readonly height: number
}) {
  const { chart, resolved, answer, title, height } = props
  const t = useT()
  const language = useSession('language')
  const board = useBoard()
  const { style, resolving, isLive, runs, onZoom } = board
  const { typeOf } = resolving
  const lines = useMemo(
    () => groupChartLines(resolved, answer, { typeOf, language }),
    [resolved, answer, typeOf, language],
  )
  const bands = useMemo(
    () => bandsOf(resolved, answer, { board, t, language }),
    [board, resolved, answer, t, language],
  )
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  const range = useMemo(() => [answer.from / 1_000, answer.to / 1_000] as const, [answer.from, answer.to])
  const notes = notesOf(lines, answer, t)
  const legend = legendLines(lines.series.length, chart.place.width)
  const { unit, note } = lines.unit
  return (
    <div style={{ '--legend': `${legend * legendLine}px` } as CSSProperties}>
      <TimeChart
        title={note === '' ? title : `${title} (${note})`}
        unit={unit}
        seconds={lines.seconds}
        step={lines.stepSeconds}
        series={lines.series}
        axis={axis}
        shape={chart.style ?? style}
        bands={bands}
        events={runs.events}
        isLive={isLive}
        syncKey="board"
        height={Math.max(60, height - frameHeight - legend * legendLine - notes.length * noteLine)}
        range={range}
        onRange={onZoom}
      />
      {notes.map(text => (
        <p key={text} className="secondary board-note" title={text}>
          {text}
        </p>
      ))}
    </div>
  )
}
