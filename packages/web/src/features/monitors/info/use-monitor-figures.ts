/** Curves and gaps of a monitor for the chosen range, asked again while the range moves. */
import type { FoundCounter, MonitorGap, MonitorSeries } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useMonitorNews, usePollMs } from '../shared/monitor-live.ts'
import { foundCountersQuery, monitorsKey, pollMs } from '../shared/monitor-queries.ts'
import { chartedCounters, chartedSections } from './chart-model.ts'
import { findingSection, typeWithFound, usualChoice } from './found-counters.ts'
import { rangeAt, rangeText, refreshMs, type TimeRange } from './range.ts'

/** One per pixel or two of a chart of usual width. */
const points = 400
const maxCounters = 50

/** Chosen values by section and label; nothing chosen = all. */
export type ChosenLabels = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export interface FigureUse {
  readonly id: string
  readonly type: MonitorType
  readonly range: TimeRange
  readonly isLive: boolean
  readonly labels: ChosenLabels
}

export interface MonitorFigures {
  readonly bySection: ReadonlyMap<string, MonitorSeries>
  /** null until they are known. */
  readonly gaps: readonly MonitorGap[] | null
  readonly error: unknown
  readonly refetch: () => void
}

export interface FoundCounters {
  /** The type with the counters that are shown; null while they are asked for. */
  readonly type: MonitorType | null
  /** null: the type names its counters itself. */
  readonly found: readonly FoundCounter[] | null
  readonly chosen: readonly string[]
  readonly error: unknown
  readonly refetch: () => void
}

/** `chosen` null: nobody has chosen yet. */
export function useFoundCounters(
  id: string,
  type: MonitorType,
  chosen: readonly string[] | null,
): FoundCounters {
  const projectId = useProjectId()
  const section = findingSection(type)
  const { data, error, refetch } = useQuery(foundCountersQuery(projectId, id, section?.key))
  const shown = useMemo(() => chosen ?? usualChoice(data ?? []), [chosen, data])
  const withFound = useMemo(() => (data ? typeWithFound(type, data, shown) : null), [type, data, shown])
  if (section === undefined) return { type, found: null, chosen: [], error: null, refetch: () => undefined }
  return { type: withFound, found: data ?? [], chosen: shown, error, refetch: () => void refetch() }
}

/**
 * Ranges that move visibly are asked for when there are new values; long ones, and all while the live stream is not
 * connected, at their own interval, ms. The tables of the monitor follow its values too.
 */
function useRefresh(id: string, range: TimeRange, isLive: boolean): number | false {
  const projectId = useProjectId()
  const cache = useQueryClient()
  const everyMs = refreshMs(range)
  const followsValues = everyMs === pollMs
  const connectedMs = usePollMs()
  useMonitorNews(id, () => {
    if (!isLive) return
    for (const part of followsValues ? ['series', 'gaps', 'table'] : ['table'])
      void cache.invalidateQueries({ queryKey: [...monitorsKey, projectId, part, id] })
  })
  if (!isLive || everyMs === 0) return false
  return followsValues ? connectedMs : everyMs
}

export function useMonitorFigures({ id, type, range, isLive, labels }: FigureUse): MonitorFigures {
  const projectId = useProjectId()
  const refetchInterval = useRefresh(id, range, isLive)
  const sections = useMemo(() => chartedSections(type), [type])
  const series = useQueries({
    queries: sections.map(section => {
      const chosen = Object.fromEntries(
        Object.entries(labels[section] ?? {}).flatMap(([label, values]) =>
          values.length === 0 ? [] : [[label, [...values]]],
        ),
      )
      const counters = chartedCounters(type, section).slice(0, maxCounters)
      return {
        queryKey: [...monitorsKey, projectId, 'series', id, section, rangeText(range), counters, chosen],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          api.monitor.series(
            {
              projectId,
              id,
              section,
              ...rangeAt(range, Date.now()),
              counters,
              labels: chosen,
              points,
            },
            { signal },
          ),
        placeholderData: keepPreviousData,
        refetchInterval,
      }
    }),
  })
  const gaps = useQuery({
    queryKey: [...monitorsKey, projectId, 'gaps', id, rangeText(range)],
    queryFn: ({ signal }) => api.monitor.gaps({ projectId, id, ...rangeAt(range, Date.now()) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  return {
    bySection: new Map(
      sections.flatMap((section, index) => {
        const data = series[index]?.data
        return data === undefined ? [] : [[section, data] as const]
      }),
    ),
    gaps: gaps.data ?? null,
    error: series.find(query => query.error)?.error ?? gaps.error,
    refetch: () => {
      for (const query of series) void query.refetch()
      void gaps.refetch()
    },
  }
}
