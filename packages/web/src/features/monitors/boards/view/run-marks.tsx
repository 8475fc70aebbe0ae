/** Load tests in the shown range: marks in all charts, and a list that leads to their reports. */
import type { RunMark } from '@pone/contract/entities/chart-group.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import type { ChartBand, ChartEvent } from '../../../../ui/chart/time-series.ts'
import { formatInstant } from '../../../../ui/format.ts'
import type { TimeRange } from '../../info/range.ts'
import { runMarksQuery } from '../board-queries.ts'
import type { Board } from '../charts/board-context.ts'

export interface RunMarks {
  readonly runs: readonly RunMark[]
  readonly marks: Board['runs']
  readonly refetch: () => void
}

/** None for those who may not see executions. */
export function useRunMarks(range: TimeRange, refreshMs: number): RunMarks {
  const t = useT()
  const projectId = useProjectId()
  const { data: runs, refetch } = useQuery({
    ...runMarksQuery(projectId, range, useCan('run.view')),
    refetchInterval: refreshMs === 0 ? false : refreshMs,
  })
  const marks = useMemo(() => {
    const told = (runs ?? []).map(run => ({
      ...run,
      label: t('chartGroup.run', { number: run.number, name: run.name }),
    }))
    const bands = told.map(
      ({ startedAt, endedAt, label }): ChartBand => ({
        from: startedAt / 1_000,
        to: endedAt === null ? Number.MAX_SAFE_INTEGER : endedAt / 1_000,
        label,
        tone: 'running',
      }),
    )
    const events = told.flatMap(({ startedAt, endedAt, label }) =>
      [startedAt, endedAt].flatMap((at): ChartEvent[] =>
        at === null ? [] : [{ second: at / 1_000, label, tone: 'running' }],
      ),
    )
    return { bands, events }
  }, [runs, t])
  return { runs: runs ?? [], marks, refetch: () => void refetch() }
}

export function RunList({ runs }: Pick<RunMarks, 'runs'>) {
  const t = useT()
  if (runs.length === 0) return null
  return (
    <ul className="board-runs" aria-label={t('chartGroup.runs')}>
      {runs.map(run => (
        <li key={run.id}>
          <Link to={links.run(run)}>{t('chartGroup.run', { number: run.number, name: run.name })}</Link>{' '}
          <span className="secondary">
            {t('chartGroup.runSpan', {
              from: formatInstant(run.startedAt),
              to: run.endedAt === null ? t('chartGroup.runLasts') : formatInstant(run.endedAt),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
