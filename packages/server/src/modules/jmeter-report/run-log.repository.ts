/** Queries of a run's log lines together with the machine that said each. */
import type { InputOf } from '@pone/contract/call.ts'
import type { jmeterLogCalls } from '@pone/contract/calls/jmeter-report.ts'
import type { JmeterLogLine } from '@pone/contract/entities/jmeter-report.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export type LogFilter = Omit<InputOf<typeof jmeterLogCalls.download>, 'projectId'>
export type RunLogRepository = ReturnType<typeof createRunLogRepository>

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export function createRunLogRepository(database: Database) {
  const matching = ({ runId, levels, search, machine }: LogFilter) => {
    let query = database.selectFrom('run_log_lines').where('run_log_lines.run_id', '=', runId)
    if (levels.length > 0) query = query.where('level', 'in', levels)
    if (machine !== null) query = query.where('worker_id', 'like', `${literal(machine)}/%`)
    if (search !== '') {
      const pattern = `%${literal(search)}%`
      query = query.where(expression =>
        expression.or([expression('message', 'ilike', pattern), expression('source', 'ilike', pattern)]),
      )
    }
    return query
  }
  return {
    count: async (filter: LogFilter): Promise<number> => {
      const { total } = await matching(filter)
        .select(expression => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },
    /** In the order in which they came. */
    lines: (filter: LogFilter, offset: number, limit: number): Promise<JmeterLogLine[]> =>
      matching(filter)
        .leftJoin('run_machines', join =>
          join
            .onRef('run_machines.run_id', '=', 'run_log_lines.run_id')
            .on(sql<boolean>`run_machines.agent_id::text = split_part(run_log_lines.worker_id, '/', 1)`),
        )
        .select(['at', 'level', 'source', 'message'])
        .select(expression => expression.fn.coalesce('run_machines.name', sql.lit('')).as('machine'))
        .orderBy('run_log_lines.id')
        .offset(offset)
        .limit(limit)
        .$castTo<JmeterLogLine>()
        .execute(),
  }
}
