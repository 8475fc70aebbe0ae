/** Incidents of the monitors that a chart group shows, in the shown range. */
import type { AlertMark } from '@pone/contract/entities/alert.ts'
import type { GroupChart } from '@pone/contract/entities/chart-group.ts'
import { useMemo } from 'react'
import { useAlertMarks } from '../../../../ui/alerts/alert-marks.ts'
import { rangeAt, rangeText, refreshMs, type TimeRange } from '../../info/range.ts'
import { type Resolving, resolveChart } from '../charts/resolve.ts'

export function useBoardAlerts(
  charts: readonly GroupChart[],
  resolving: Resolving,
  { range, isLive }: { readonly range: TimeRange; readonly isLive: boolean },
): readonly AlertMark[] {
  const monitorIds = useMemo(
    () => [
      ...new Set(
        charts.flatMap(chart => resolveChart(chart, resolving).counters.map(({ monitorId }) => monitorId)),
      ),
    ],
    [charts, resolving],
  )
  return useAlertMarks({
    monitorIds,
    span: rangeText(range),
    spanNow: () => rangeAt(range, Date.now()),
    refreshMs: isLive ? refreshMs(range) || null : null,
  })
}
