/** Which files the machines of active runs need: the run's plan lists them, and its machines are stored before the plan is sent to them. */
import { activeRunStates } from '@pone/contract/states.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export function createRunFilesRepository(database: Database) {
  return {
    /** Whether an active run refers to the file and the machine has a part in it that has not ended. */
    isNeeded: async (agentId: string, fileId: string): Promise<boolean> => {
      const row = await database
        .selectFrom('runs')
        .innerJoin('run_machines', 'run_machines.run_id', 'runs.id')
        .select('runs.id')
        .where('runs.state', 'in', [...activeRunStates])
        .where('run_machines.agent_id', '=', agentId)
        .where('run_machines.end_cause', 'is', null)
        .where(sql<boolean>`runs.plan -> 'files' @> ${JSON.stringify([{ id: fileId }])}::jsonb`)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
