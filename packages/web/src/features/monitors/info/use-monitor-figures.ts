/** Curves and gaps of a monitor for the chosen range, asked again while the range moves. */
import type { MonitorGap, MonitorSeries } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { chartedCounters, chartedSections } from './chart-model.ts'
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
  readonly gaps: readonly MonitorGap[]
  readonly error: unknown
  readonly refetch: () => void
}

export function useMonitorFigures({ id, type, range, isLive, labels }: FigureUse): MonitorFigures {
  const projectId = useProjectId()
  const refetchInterval = isLive && refreshMs(range) > 0 ? refreshMs(range) : (false as const)
  const sections = useMemo(() => chartedSections(type), [type])
  const series = useQueries({
    queries: sections.map(section => {
      const chosen = Object.fromEntries(
        Object.entries(labels[section] ?? {}).flatMap(([label, values]) =>
          values.length === 0 ? [] : [[label, [...values]]],
        ),
      )
      return {
        queryKey: [...monitorsKey, projectId, 'series', id, section, rangeText(range), chosen],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          api.monitor.series(
            {
              projectId,
              id,
              section,
              ...rangeAt(range, Date.now()),
              counters: chartedCounters(type, section).slice(0, maxCounters),
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
    gaps: gaps.data ?? [],
    error: series.find(query => query.error)?.error ?? gaps.error,
    refetch: () => {
      for (const query of series) void query.refetch()
      void gaps.refetch()
    },
  }
}
