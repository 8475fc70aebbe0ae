/** Gives the built-in roles of existing projects the functions of clusters and deployment. */
import { type Kysely, sql } from 'kysely'

const added: Record<string, readonly string[]> = {
  projectManager: ['cluster.view', 'cluster.edit', 'machine.view', 'machine.operate'],
  testLeader: ['cluster.view', 'cluster.edit', 'machine.view', 'machine.operate'],
  tester: ['cluster.view', 'machine.view'],
  developmentLeader: ['cluster.view', 'machine.view'],
  developmentEngineer: ['cluster.view', 'machine.view'],
}

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [role, functions] of Object.entries(added)) {
    await sql`
      update project_roles set functions = functions || ${JSON.stringify(functions)}::jsonb
      where built_in = ${role}`.execute(database)
  }
}
