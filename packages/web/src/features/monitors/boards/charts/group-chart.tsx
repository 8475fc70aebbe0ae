/** One chart of a group: lines of several monitors over the clock, gaps with their causes, load tests, and what is missing. */
import { type GroupChart, maxGroupChartSeries } from '@pone/contract/entities/chart-group.ts'
import { useMemo, useRef } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import type { ChartAxis, ChartBand } from '../../../../ui/chart/time-series.ts'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { isOf } from '../../info/chart-model.ts'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { problemText } from '../../shared/problem-text.ts'
import { useBoard } from './board-context.ts'
import { type ChartAnswer, type GroupChartLines, groupChartLines, titleOf } from './chart-lines.ts'
import { type ResolvedChart, resolveChart } from './resolve.ts'
import { useChartAnswer, useIsInView } from './use-chart-answers.ts'

/** Title row of a chart, px. */
const frameHeight = 30
const legendLine = 24
const noteLine = 20

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
  const { style, resolving, isLive, runs, onZoom } = useBoard()
  const { typeOf } = resolving
  const lines = useMemo(
    () => groupChartLines(resolved, answer, { typeOf, language }),
    [resolved, answer, typeOf, language],
  )
  const gaps = useGapBands(resolved, answer)
  const bands = useMemo(() => [...runs.bands, ...gaps], [runs, gaps])
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  const range = useMemo(() => [answer.from / 1_000, answer.to / 1_000] as const, [answer.from, answer.to])
  const notes = useNotes(lines, answer)
  const legend = lines.series.length > 2 ? 2 : 1
  const { unit, note } = lines.unit
  return (
    <>
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
    </>
  )
}

/** What the chart does not show, and why. */
function useNotes(lines: GroupChartLines, { figures: { omitted } }: ChartAnswer): string[] {
  const t = useT()
  return [
    lines.deleted.length > 0 && t('chartGroup.deleted', { names: lines.deleted.join(', ') }),
    lines.series.length === 0 && lines.deleted.length === 0 && t('chartGroup.noData'),
    omitted > 0 && t('chartGroup.omitted', { shown: maxGroupChartSeries, count: omitted }),
    lines.otherUnit > 0 && t('chartGroup.otherUnit', { count: lines.otherUnit }),
  ].filter(note => note !== false)
}

/** Gaps of the sections that the chart shows; of several monitors with the name of the one that has it. */
function useGapBands(resolved: ResolvedChart, { gaps, monitors, to }: ChartAnswer): ChartBand[] {
  const t = useT()
  const language = useSession('language')
  return useMemo(() => {
    const names = new Map(monitors.map(({ id, name }) => [id, name]))
    const sections = Map.groupBy(resolved.counters, ({ monitorId }) => monitorId)
    return gaps
      .filter(gap =>
        isOf(
          gap,
          (sections.get(gap.monitorId) ?? []).map(({ section }) => section),
        ),
      )
      .map(gap => {
        const cause = problemText(gap, language)
        const monitor = names.get(gap.monitorId) ?? ''
        return {
          from: gap.from / 1_000,
          to: (gap.until ?? to) / 1_000,
          label: names.size > 1 ? t('chartGroup.gap', { monitor, cause }) : cause,
          tone: gap.cause === 'stopped' ? 'off' : gap.cause === 'overrun' ? 'warning' : 'failed',
        }
      })
  }, [resolved, gaps, monitors, to, language, t])
}
