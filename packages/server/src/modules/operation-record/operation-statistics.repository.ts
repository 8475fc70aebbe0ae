/** Counts of operation records: per action, per user, and over time. */
import { automaticActions } from '@pone/contract/entities/automatic-actions.ts'
import type { OperationStatistics } from '@pone/contract/entities/operation-record.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'

/** `step` is the length of an interval, in the calendar of `timeZone`. */
export interface StatisticsQuery {
  readonly since: number
  readonly until: number
  readonly step: 'hour' | 'day'
  readonly timeZone: string
}

/** One line of the export. */
export interface OperationCount {
  readonly at: number
  readonly account: string
  readonly action: string
  readonly done: number
  readonly refused: number
  readonly failed: number
}

/** Nobody carried them out. */
const automatic = Object.keys(automaticActions)

export type OperationStatisticsRepository = ReturnType<typeof createOperationStatisticsRepository>

const counts = <O>(rows: SelectQueryBuilder<Tables, 'operation_records', O>) =>
  rows.select(eb => {
    const countOf = (outcome: 'done' | 'refused' | 'failed') =>
      eb.fn.countAll<number>().filterWhere('outcome', '=', eb.val(outcome)).as(outcome)
    return [countOf('done'), countOf('refused'), countOf('failed')]
  })

export function createOperationStatisticsRepository(database: Database) {
  const within = ({ since, until }: StatisticsQuery) =>
    database.selectFrom('operation_records').where('at', '>=', since).where('at', '<=', until)
  const instant = (at: number | ReturnType<typeof sql.ref>) =>
    typeof at === 'number' ? sql`to_timestamp(${at}::float8 / 1000)` : sql`to_timestamp(${at} / 1000.0)`
  const beginOf = ({ step, timeZone }: StatisticsQuery, at: Parameters<typeof instant>[0]) =>
    sql<number>`(extract(epoch from date_trunc(${sql.lit(step)}, ${instant(at)}, ${sql.lit(timeZone)})) * 1000)::bigint`
  return {
    actions: (query: StatisticsQuery): Promise<OperationStatistics['actions']> =>
      counts(within(query).select('action'))
        .select(({ fn }) =>
          fn.count<number>('account').distinct().filterWhere('action', 'not in', automatic).as('accounts'),
        )
        .groupBy('action')
        .orderBy('done', 'desc')
        .orderBy('action')
        .execute(),
    people: (query: StatisticsQuery): Promise<OperationStatistics['people']> =>
      counts(within(query).select('account').where('action', 'not in', automatic))
        .select(({ fn }) => fn.max<number>('at').as('lastAt'))
        .groupBy('account')
        .orderBy('done', 'desc')
        .orderBy('account')
        .execute(),
    /** All intervals, oldest first, including those without operations. */
    times: async (query: StatisticsQuery): Promise<OperationStatistics['times']> => {
      const { since, until, step, timeZone } = query
      const zone = sql.lit(timeZone)
      const begin = sql`date_trunc(${sql.lit(step)}, ${instant(since)}, ${zone})`
      const { rows } = await sql<OperationStatistics['times'][number]>`
        select (extract(epoch from part) * 1000)::bigint as at,
          count(*) filter (where outcome = 'done') as done,
          count(*) filter (where outcome = 'refused') as refused,
          count(*) filter (where outcome = 'failed') as failed
        from generate_series(${begin}, ${instant(until)}, ${sql.lit(`1 ${step}`)}::interval, ${zone}) as part
        left join operation_records
          on operation_records.at between ${since} and ${until}
          and date_trunc(${sql.lit(step)}, to_timestamp(operation_records.at / 1000.0), ${zone}) = part
        group by part
        order by part`.execute(database)
      return rows
    },
    /** By interval, user and action, oldest first. */
    lines: (query: StatisticsQuery): Promise<OperationCount[]> =>
      counts(within(query).select([beginOf(query, sql.ref('at')).as('begin'), 'account', 'action']))
        .groupBy(['begin', 'account', 'action'])
        .orderBy('begin')
        .orderBy('account')
        .orderBy('action')
        .execute()
        .then(rows => rows.map(({ begin, ...row }) => ({ ...row, at: begin }))),
  }
}
