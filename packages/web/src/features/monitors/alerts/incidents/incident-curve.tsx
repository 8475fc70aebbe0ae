/** The curve of what was compared around an incident, with its thresholds and the time in which it was open. */
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { alertsKey, monitorQuery } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { AlertCurveChart } from '../shared/alert-curve-chart.tsx'

export function IncidentCurve({ incident }: { readonly incident: AlertIncident }) {
  const t = useT()
  const projectId = useProjectId()
  const types = useMonitorTypes()
  const { id, indicator, indicatorNames, max, min, monitorId, openedAt, closedAt } = incident
  const { data: monitor } = useQuery({ ...monitorQuery(projectId, monitorId), refetchInterval: false })
  const type = monitor && types.typeOf(monitor)
  const ofMonitor = useMemo(() => (type === undefined ? [] : [type]), [type])
  const { data: curve } = useQuery({
    queryKey: [...alertsKey, projectId, 'curve', id, closedAt],
    queryFn: ({ signal }) => api.alert.incidentCurve({ projectId, id }, { signal }),
    refetchInterval: closedAt === null ? 15_000 : false,
  })
  const lastAt = curve?.at.at(-1) ?? openedAt
  const bands = useMemo(
    () => [
      {
        from: openedAt / 1_000,
        to: Math.max(openedAt, closedAt ?? lastAt) / 1_000,
        label: t('alert.incident'),
        tone: 'failed' as const,
      },
    ],
    [openedAt, closedAt, lastAt, t],
  )
  if (curve === undefined || curve.at.length === 0 || indicator === null) return null
  return (
    <section aria-label={t('alert.curve')}>
      <h2 className="form-section">{t('alert.curve')}</h2>
      <AlertCurveChart
        curve={curve}
        indicator={indicator}
        max={max}
        min={min}
        types={ofMonitor}
        named={indicatorNames}
        bands={bands}
        syncKey="alert-incident"
      />
    </section>
  )
}
