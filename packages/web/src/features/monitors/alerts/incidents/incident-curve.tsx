/** The curve of the counter around an incident, with its thresholds and the time in which it was open. */
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { shownUnit } from '../../../../ui/chart/shown-unit.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import type { ChartAxis } from '../../../../ui/chart/time-series.ts'
import { instantText, tickText } from '../../info/monitor-chart.tsx'
import { counterInfo } from '../../links/canvas/counter-texts.ts'
import { alertsKey, monitorQuery } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { curveLines, curveOf, curveWith } from '../rehearsal/rehearsal-model.ts'
import { indicatorText, thresholdsText } from '../shared/threshold-text.ts'
import { incidentRange } from './incident-range.ts'

export function IncidentCurve({ incident }: { readonly incident: AlertIncident }) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const types = useMonitorTypes()
  const { indicator, monitorId, labels, openedAt, closedAt } = incident
  const { data: monitor } = useQuery({ ...monitorQuery(projectId, monitorId), refetchInterval: false })
  const type = monitor && types.typeOf(monitor)
  const info =
    indicator?.kind === 'counter' && type
      ? counterInfo(type, { section: indicator.section, counter: indicator.reading.counter })
      : undefined
  const curve = indicator && curveOf(indicator, info?.kind === 'counter')
  const { data: answer } = useQuery({
    queryKey: [...alertsKey, projectId, 'curve', incident.id, closedAt],
    queryFn: ({ signal }) =>
      api.monitor.series(
        {
          projectId,
          id: monitorId,
          section: curve?.section ?? '',
          counters: [curve?.counter ?? ''],
          labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, [value]])),
          points: 400,
          ...incidentRange(incident, Date.now()),
        },
        { signal },
      ),
    enabled: curve !== null && type !== undefined,
    refetchInterval: closedAt === null ? 15_000 : false,
  })
  const { unit, factor } = shownUnit(info?.unit ?? '')
  const lines = useMemo(() => {
    if (answer === undefined || indicator === null || type === undefined) return null
    const shown = curveWith(labels, answer)
    if (shown === null) return null
    const reading = { t, language, types: [type], named: incident.indicatorNames }
    const { max, min } = incident
    const texts = {
      name: indicatorText(indicator, reading),
      max: t('alert.maxIs', { value: thresholdsText(indicator, { max, min: null }, reading) }),
      min: t('alert.minIs', { value: thresholdsText(indicator, { max: null, min }, reading) }),
    }
    return curveLines(shown, incident, { texts, factor })
  }, [answer, incident, labels, indicator, type, factor, t, language])
  const bands = useMemo(
    () => [
      {
        from: openedAt / 1_000,
        to: (closedAt ?? answer?.to ?? openedAt) / 1_000,
        label: t('alert.incident'),
        tone: 'failed' as const,
      },
    ],
    [openedAt, closedAt, answer, t],
  )
  const axis = useMemo(
    (): ChartAxis => ({ label: t('monitor.time'), format: instantText, tick: tickText }),
    [t],
  )
  if (lines === null || indicator === null) return null
  return (
    <TimeChart
      title={lines.series[0]?.label ?? ''}
      unit={unit}
      seconds={lines.seconds}
      series={lines.series}
      axis={axis}
      bands={bands}
      syncKey="alert-incident"
    />
  )
}
