/** The curve of what a rule compares, with its thresholds, states and notices. */
import type { AlertIndicator } from '@pone/alerts/rule.ts'
import type { AlertCurve, IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { shownUnit } from '../../../../ui/chart/shown-unit.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import type { ChartAxis, ChartBand, ChartEvent } from '../../../../ui/chart/time-series.ts'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { counterInfo } from '../../links/canvas/counter-texts.ts'
import { curveLines, curveUnit } from './curve-model.ts'
import { indicatorText, thresholdsText } from './threshold-text.ts'

export interface AlertCurveChartProps {
  readonly curve: AlertCurve
  readonly indicator: AlertIndicator
  readonly max: number | null
  readonly min: number | null
  /** Among which the counter is looked up. */
  readonly types: readonly MonitorType[]
  /** As the server names it. */
  readonly named?: IndicatorNames | null
  /** Left out: the name of what is compared. */
  readonly title?: string
  readonly bands: readonly ChartBand[]
  readonly events?: readonly ChartEvent[]
  readonly syncKey: string
}

export function AlertCurveChart(props: AlertCurveChartProps) {
  const { curve, indicator, max, min, types, named = null, title, bands, events, syncKey } = props
  const t = useT()
  const language = useSession('language')
  const shown = useMemo(
    () =>
      shownUnit(
        curveUnit(indicator, named, (section, { counter, fn }) => {
          const info = types
            .map(type => counterInfo(type, { section, counter }))
            .find(found => found !== undefined)
          // The stored value of a counter that only grows has not the unit of its rate.
          return info?.kind === 'counter' && fn === 'value' ? info.unit.replace(/\/s$/, '') : info?.unit
        }),
      ),
    [indicator, named, types],
  )
  const lines = useMemo(() => {
    const reading = { t, language, types, named }
    const texts = {
      name: indicatorText(indicator, reading),
      max: t('alert.maxIs', { value: thresholdsText(indicator, { max, min: null }, reading) }),
      min: t('alert.minIs', { value: thresholdsText(indicator, { max: null, min }, reading) }),
    }
    return curveLines(curve, { max, min }, { texts, factor: shown.factor })
  }, [curve, max, min, indicator, types, named, shown, t, language])
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  if (curve.at.length === 0) return null
  return (
    <TimeChart
      title={title ?? lines.series[0]?.label ?? ''}
      unit={shown.unit}
      seconds={lines.seconds}
      series={lines.series}
      {...(indicator.kind === 'availability' && { line: 'steps' })}
      axis={axis}
      bands={bands}
      {...(events && { events })}
      syncKey={syncKey}
      height={200}
    />
  )
}
