/** Trials of monitor types that servers have begun: written by the server that began one, read by all. */
import type { MonitorTypeTrial } from '@pone/contract/entities/monitor-type.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface KeptTrial {
  /** Epoch ms. */
  readonly startedAt: number
  readonly agent: MonitorTypeTrial['agent']
  readonly steps: MonitorTypeTrial['steps']
  readonly rounds: MonitorTypeTrial['rounds']
  readonly isEnded: boolean
}

export type TypeTrialRepository = ReturnType<typeof createTypeTrialRepository>

export function createTypeTrialRepository(database: Database) {
  return {
    add: async (id: string, { startedAt, agent }: Pick<KeptTrial, 'startedAt' | 'agent'>): Promise<void> => {
      await sql`
        insert into monitor_type_trials (id, started_at, agent, steps, rounds, is_ended)
        values (${id}::uuid, ${startedAt}, ${JSON.stringify(agent)}::jsonb, '[]', '[]', false)`.execute(
        database,
      )
    },
    /** What was stored with more steps or rounds stays. */
    save: async (
      id: string,
      { steps, rounds, isEnded }: Pick<KeptTrial, 'steps' | 'rounds' | 'isEnded'>,
    ): Promise<void> => {
      await sql`
        update monitor_type_trials set steps = ${JSON.stringify(steps)}::jsonb,
          rounds = ${JSON.stringify(rounds)}::jsonb, is_ended = ${isEnded}
        where id = ${id}::uuid and not is_ended and jsonb_array_length(steps) <= ${steps.length}
          and jsonb_array_length(rounds) <= ${rounds.length}`.execute(database)
    },
    find: async (id: string): Promise<KeptTrial | undefined> => {
      const { rows } = await sql<{
        started_at: number
        agent: MonitorTypeTrial['agent']
        steps: MonitorTypeTrial['steps']
        rounds: MonitorTypeTrial['rounds']
        is_ended: boolean
      }>`
        select started_at, agent, steps, rounds, is_ended from monitor_type_trials
        where id = ${id}::uuid`.execute(database)
      const [row] = rows
      return row === undefined
        ? undefined
        : {
            startedAt: row.started_at,
            agent: row.agent,
            steps: row.steps,
            rounds: row.rounds,
            isEnded: row.is_ended,
          }
    },
    deleteBefore: async (startedAt: number): Promise<void> => {
      await sql`delete from monitor_type_trials where started_at < ${startedAt}`.execute(database)
    },
  }
}
