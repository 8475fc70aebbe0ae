/** One chart of a monitor: its lines over the clock, and gaps as areas that say why. */
import type { MonitorGap, MonitorSeries } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { Dropdown } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { shownUnit } from '../../../ui/chart/shown-unit.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import type { ChartAxis, ChartBand } from '../../../ui/chart/time-series.ts'
import { countersOf } from '../shared/figures.ts'
import { problemText } from '../shared/problem-text.ts'
import { isOf, linesOf, maxLines, type TypeChart } from './chart-model.ts'

interface MonitorChartProps {
  readonly monitorId: string
  readonly chart: TypeChart
  readonly type: MonitorType
  readonly bySection: ReadonlyMap<string, MonitorSeries>
  readonly gaps: readonly MonitorGap[]
  /** Epoch seconds. */
  readonly range: readonly [number, number]
  readonly onRange: (range: readonly [number, number] | null) => void
  readonly isLive: boolean
}

export function MonitorChart(props: MonitorChartProps) {
  const { monitorId, chart, type, bySection, gaps, range, onRange, isLive } = props
  const t = useT()
  const language = useSession('language')
  const lines = useMemo(() => linesOf(chart, type, bySection, language), [chart, type, bySection, language])
  const [, rangeEnd] = range
  const bands = useMemo(() => {
    const sections = chart.counters.map(counter => counter.slice(0, counter.indexOf('.')))
    return gaps
      .filter(gap => isOf(gap, sections))
      .map(
        (gap): ChartBand => ({
          from: gap.from / 1_000,
          to: gap.until === null ? rangeEnd : gap.until / 1_000,
          label: problemText(gap, language),
          tone: gap.cause === 'stopped' ? 'off' : gap.cause === 'overrun' ? 'warning' : 'failed',
        }),
      )
  }, [chart, gaps, language, rangeEnd])
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  if (lines === null) return null
  const { unit, note } = shownUnit(chart.unit)
  return (
    <div className="monitor-chart">
      <TimeChart
        title={note === '' ? chart.names[language] : `${chart.names[language]} (${note})`}
        unit={unit}
        seconds={lines.seconds}
        step={lines.stepSeconds}
        series={lines.series}
        axis={axis}
        shape={chart.style}
        bands={bands}
        isLive={isLive}
        syncKey="monitor"
        range={range}
        onRange={onRange}
      />
      <NewRule monitorId={monitorId} chart={chart} type={type} />
      {lines.omitted > 0 && (
        <p className="secondary">{t('monitor.linesOmitted', { shown: maxLines, count: lines.omitted })}</p>
      )}
    </div>
  )
}

/** Leads to the form of a new alert rule for a counter of the chart. */
function NewRule({ monitorId, chart, type }: Pick<MonitorChartProps, 'monitorId' | 'chart' | 'type'>) {
  const t = useT()
  const language = useSession('language')
  const navigate = useNavigate()
  const canEdit = useCan('monitor.edit')
  if (!canEdit) return null
  const items = chart.counters.flatMap(key => {
    const [section = '', counter = ''] = key.split('.')
    const of = type.sections.find(each => each.key === section)
    const info = of && countersOf(of).get(counter)
    if (info === undefined || info.kind === 'text') return []
    const to = links.newAlertRule({ monitorId, section, counter, isRate: info.kind === 'counter' })
    return [{ key, label: info.names[language], onClick: () => void navigate(to) }]
  })
  const label = t('action.of', { action: t('monitor.newAlertRule'), name: chart.names[language] })
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <button type="button" className="link-button monitor-new-rule" aria-label={label}>
        {t('monitor.newAlertRule')}
      </button>
    </Dropdown>
  )
}

export const instantText = (second: number): string => dayjs(second * 1_000).format('MM-DD HH:mm:ss')

/** `stepSeconds`: between two marks of the axis. */
export const tickText = (second: number, stepSeconds: number): string =>
  dayjs(second * 1_000).format(stepSeconds < 60 ? 'HH:mm:ss' : stepSeconds < 86_400 ? 'HH:mm' : 'MM-DD')
