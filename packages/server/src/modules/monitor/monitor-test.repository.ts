/** Tests of connections that servers have begun: written by the server that began one, read by all. */
import type { MonitorTest, MonitorTestStep } from '@pone/contract/entities/monitor.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface KeptTest {
  readonly projectId: string
  /** Epoch ms. */
  readonly startedAt: number
  readonly agent: MonitorTest['agent']
  readonly steps: readonly MonitorTestStep[]
  readonly isEnded: boolean
}

export type MonitorTestRepository = ReturnType<typeof createMonitorTestRepository>

export function createMonitorTestRepository(database: Database) {
  return {
    add: async (id: string, { projectId, startedAt, agent }: KeptTest): Promise<void> => {
      await sql`
        insert into monitor_tests (id, project_id, started_at, agent, steps, is_ended)
        values (${id}::uuid, ${projectId}::uuid, ${startedAt}, ${JSON.stringify(agent)}::jsonb, '[]', false)`.execute(
        database,
      )
    },
    /** What was stored with more steps stays. */
    save: async (id: string, { steps, isEnded }: Pick<KeptTest, 'steps' | 'isEnded'>): Promise<void> => {
      await sql`
        update monitor_tests set steps = ${JSON.stringify(steps)}::jsonb, is_ended = ${isEnded}
        where id = ${id}::uuid and not is_ended and jsonb_array_length(steps) <= ${steps.length}`.execute(
        database,
      )
    },
    find: async (projectId: string, id: string): Promise<KeptTest | undefined> => {
      const { rows } = await sql<{
        started_at: number
        agent: MonitorTest['agent']
        steps: MonitorTestStep[]
        is_ended: boolean
      }>`
        select started_at, agent, steps, is_ended from monitor_tests
        where id = ${id}::uuid and project_id = ${projectId}::uuid`.execute(database)
      const [row] = rows
      return row === undefined
        ? undefined
        : {
            projectId,
            startedAt: row.started_at,
            agent: row.agent,
            steps: row.steps,
            isEnded: row.is_ended,
          }
    },
    deleteBefore: async (startedAt: number): Promise<void> => {
      await sql`delete from monitor_tests where started_at < ${startedAt}`.execute(database)
    },
  }
}
