/** Runs per day for the home pages: finished ones by how they ended. */
import type { RunState } from '@pone/contract/states.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface RunDay {
  /** `2026-02-28` in the server's time zone. */
  day: string
  complete: number
  failed: number
  stopped: number
}

export interface RunHour {
  /** Start of the hour, epoch milliseconds. */
  readonly at: number
  readonly state: RunState
  readonly count: number
}

const hourMs = 3_600_000

/** Runs created since, by hour and state; of one project, or of all. */
export const countRunsByHour = (database: Database, since: number, projectId?: string): Promise<RunHour[]> =>
  database
    .selectFrom('runs')
    .select(({ fn }) => [
      sql<number>`created_at / ${sql.lit(hourMs)} * ${sql.lit(hourMs)}`.as('at'),
      'state',
      fn.countAll<number>().as('count'),
    ])
    .where('created_at', '>=', since)
    .$if(projectId !== undefined, rows => rows.where('project_id', '=', projectId ?? ''))
    .groupBy(['at', 'state'])
    .execute()

/** One entry per day, oldest first, the present day last; days without runs have zeros. */
export function toRunDays(hours: readonly RunHour[], now: number, days: number): RunDay[] {
  const perDay = new Map(lastDays(now, days).map(day => [day, { day, complete: 0, failed: 0, stopped: 0 }]))
  for (const { at, state, count } of hours) {
    const entry = perDay.get(dayOf(new Date(at)))
    const outcome = outcomeOf(state)
    if (entry !== undefined && outcome !== undefined) entry[outcome] += count
  }
  return [...perDay.values()]
}

/** Instant at which the oldest of the last days begins. */
export function startOfDays(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days + 1).getTime()
}

/** How a run of this state ended; undefined while it has not. */
export function outcomeOf(state: RunState): 'complete' | 'failed' | 'stopped' | undefined {
  switch (state) {
    case 'failed':
      return 'failed'
    case 'userStopped':
      return 'stopped'
    case 'complete':
    case 'backingUp':
    case 'backupCompleted':
    case 'backupFailed':
      return 'complete'
    default:
      return undefined
  }
}

function lastDays(now: number, days: number): string[] {
  const today = new Date(now)
  return Array.from({ length: days }, (_, index) =>
    dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1 + index)),
  )
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
