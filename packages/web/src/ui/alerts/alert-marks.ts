/** Times of incidents of monitors, as bands of the charts that show these monitors. */
import type { AlertMark } from '@pone/contract/entities/alert.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import type { ChartBand } from '../chart/time-series.ts'

/** Monitors of one call. */
const monitorsPerCall = 200

export interface AlertMarksOrder {
  /** At most 1,000 are asked. */
  readonly monitorIds: readonly string[]
  /** Name of the span of time, the same while it is the same. */
  readonly span: string
  /** The span when it is asked, epoch ms. */
  readonly spanNow: () => { readonly from: number; readonly to: number }
  /** null: once. */
  readonly refreshMs: number | null
}

const none: readonly AlertMark[] = []

/** Oldest first; none for those who may not view monitors. */
export function useAlertMarks({
  monitorIds,
  span,
  spanNow,
  refreshMs,
}: AlertMarksOrder): readonly AlertMark[] {
  const projectId = useSession('projectId')
  const isAllowed = useCan('monitor.view')
  const { data = none } = useQuery({
    queryKey: ['alerts', projectId, 'marks', span, monitorIds],
    queryFn: async ({ signal }) => {
      const parts = Array.from(
        { length: Math.min(5, Math.ceil(monitorIds.length / monitorsPerCall)) },
        (_, part) => monitorIds.slice(part * monitorsPerCall, (part + 1) * monitorsPerCall),
      )
      const { from, to } = spanNow()
      const answers = await Promise.all(
        parts.map(ids => api.alert.marks({ projectId, monitorIds: ids, from, to }, { signal })),
      )
      return answers.flat().toSorted((one, other) => one.from - other.from)
    },
    enabled: isAllowed && monitorIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs ?? false,
  })
  return data
}

const nowMs = 5_000

/** How many incidents of each of these monitors are open, for those that have any. */
export function useOpenAlerts(monitorIds: readonly string[], refreshMs: number): ReadonlyMap<string, number> {
  const spanNow = () => ({ from: Date.now() - nowMs, to: Date.now() })
  const marks = useAlertMarks({ monitorIds, span: 'now', spanNow, refreshMs })
  return useMemo(() => {
    const open = Map.groupBy(
      marks.filter(({ to }) => to === null),
      ({ monitorId }) => monitorId,
    )
    return new Map([...open].map(([id, each]) => [id, each.length]))
  }, [marks])
}

/** `zero`: epoch ms at which the time axis is 0. */
export function alertBands(
  marks: readonly AlertMark[],
  { monitorIds, zero, t }: { monitorIds: ReadonlySet<string>; zero: number; t: Translate },
): ChartBand[] {
  return marks.flatMap(({ monitorId, rule, labels, level, from, to }): ChartBand[] => {
    if (!monitorIds.has(monitorId)) return []
    return [
      {
        from: (from - zero) / 1_000,
        to: to === null ? Number.MAX_SAFE_INTEGER : (to - zero) / 1_000,
        label: t('alertMark.band', { rule: [rule, ...Object.values(labels)].join(' · ') }),
        tone: level === 'critical' ? 'failed' : 'warning',
      },
    ]
  })
}
