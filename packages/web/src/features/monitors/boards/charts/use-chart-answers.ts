/** Curves of the charts in view: what several charts ask at once is one call, repeated while the range moves. */
import { type AskedChart, maxAskedCounters, maxGroupCharts } from '@pone/contract/entities/chart-group.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { batched } from '../../../../lib/batched.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { rangeAt, rangeText, readRange, refreshMs, type TimeRange } from '../../info/range.ts'
import { groupsKey } from '../board-queries.ts'
import type { ChartAnswer } from './chart-lines.ts'
import type { ResolvedChart } from './resolve.ts'

/** One per two pixels of a chart of usual width. */
const points = 240

type Ask = (chart: AskedChart) => Promise<ChartAnswer>

export interface ChartAnswers {
  readonly ask: Ask
  /** Of all charts that ask by this; changes when other data is meant. */
  readonly key: readonly unknown[]
  /** Asks again for the charts in view. */
  readonly refetch: () => void
}

/** `range` moves by itself while `isLive`. */
export function useChartAnswers(range: TimeRange, isLive: boolean): ChartAnswers {
  const projectId = useProjectId()
  const cache = useQueryClient()
  const text = rangeText(range)
  const everyMs = isLive ? refreshMs(range) : 0
  const answers = useMemo(() => {
    const key = [...groupsKey, projectId, 'figures', text]
    return {
      key,
      ask: askTogether(projectId, readRange(text)),
      refetch: () => void cache.invalidateQueries({ queryKey: key }),
    }
  }, [projectId, text, cache])
  useEffect(() => {
    if (everyMs === 0) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') answers.refetch()
    }, everyMs)
    return () => clearInterval(timer)
  }, [answers, everyMs])
  return answers
}

/** Charts that ask within one tick are asked for together. */
function askTogether(projectId: string, range: TimeRange): Ask {
  const charts = new Map<string, AskedChart>()
  const ask = batched(async ids => {
    const asked = ids.flatMap(id => charts.get(id) ?? [])
    const now = rangeAt(range, Date.now())
    const parts = await Promise.all(
      withinBounds(asked).map(part =>
        api.chartGroup
          .figures({ projectId, ...now, charts: part, points })
          .then(answer => ({ part, answer })),
      ),
    )
    return new Map(
      parts.flatMap(({ part, answer: { charts: figures, from, to, monitors, gaps } }) =>
        part.flatMap((chart, index): [string, ChartAnswer][] => {
          const own = new Set(chart.counters.map(({ monitorId }) => monitorId))
          const of = figures[index]
          if (of === undefined) return []
          return [
            [
              chart.id,
              {
                figures: of,
                from,
                to,
                monitors: monitors.filter(({ id }) => own.has(id)),
                gaps: gaps.filter(({ monitorId }) => own.has(monitorId)),
              },
            ],
          ]
        }),
      ),
    )
  }, maxGroupCharts)
  return chart => {
    charts.set(chart.id, chart)
    return ask(chart.id)
  }
}

/** As few calls as the number of counters of one call permits. */
export function withinBounds(charts: readonly AskedChart[]): AskedChart[][] {
  const parts: { charts: AskedChart[]; counters: number }[] = []
  for (const chart of charts) {
    const last = parts.at(-1)
    const { length } = chart.counters
    if (last === undefined || last.counters + length > maxAskedCounters)
      parts.push({ charts: [chart], counters: length })
    else {
      last.charts.push(chart)
      last.counters += length
    }
  }
  return parts.map(part => part.charts)
}

export const askedOf = ({ id, counters }: ResolvedChart): AskedChart => ({
  id,
  counters: counters.map(({ monitorId, section, counter, labels }) => ({
    monitorId,
    section,
    counter,
    labels,
  })),
})

/** The curves of one chart; asked for while it is in view. */
export function useChartAnswer(chart: ResolvedChart, answers: ChartAnswers, isInView: boolean) {
  const asked = askedOf(chart)
  return useQuery({
    queryKey: [...answers.key, chart.id, asked.counters],
    queryFn: () => answers.ask(asked),
    enabled: isInView && asked.counters.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Whether an element is in view, or nearly. */
export function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(entries => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '200px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
