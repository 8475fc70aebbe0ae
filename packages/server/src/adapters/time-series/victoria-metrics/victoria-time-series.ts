/**
 * The storage of series with its samples in VictoriaMetrics. Everything else is in PostgreSQL as without it: which
 * series there are, the newest rows, texts, states and retention; and what was sampled before VictoriaMetrics was set.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { createWorkLimit } from '../../work-limit.ts'
import { openPostgresStorage } from '../postgres/postgres-time-series.ts'
import type { MaintainedTimeSeries } from '../time-series.ts'
import { VictoriaClient } from './client.ts'
import { monitorLabel, projectLabel } from './lines.ts'
import { outsideUse } from './own-metrics.ts'
import { createVictoriaReader } from './reading.ts'
import type { VictoriaSettings } from './settings.ts'
import { createVictoriaRows, dropOldSlots } from './victoria-rows.ts'

/** Batches that wait for VictoriaMetrics at once, each with a connection to the database. */
const writesAtOnce = 4
/** After the removal of a monitor, what was on its way has arrived. */
const removalDelayMs = 120_000
const removalsPerPass = 100

export function createVictoriaTimeSeries(
  database: Database,
  settings: VictoriaSettings,
  now: () => number,
): MaintainedTimeSeries {
  const client = new VictoriaClient(settings)
  const limit = createWorkLimit(writesAtOnce)
  const postgres = openPostgresStorage(database, now, {
    rows: createVictoriaRows({ database, client, now }),
    outside: createVictoriaReader(client, now),
    maintain: async () => {
      await dropOldSlots(database, now())
      await removeFromVictoria(database, client, now())
    },
  })
  return {
    ...postgres,
    write: (batch, alongside) => limit.run(() => postgres.write(batch, alongside)),
    remove: async monitorId => {
      await postgres.remove(monitorId)
      await noteRemoval(database, monitorLabel, monitorId, now())
    },
    removeProject: async projectId => {
      await postgres.removeProject(projectId)
      await noteRemoval(database, projectLabel, projectId, now())
    },
    use: async () => {
      const use = await postgres.use()
      // The parts of a cluster tell nothing of the whole.
      const text = await client.ownMetrics().catch(() => '')
      return { ...use, outside: outsideUse(text) }
    },
    close: async () => {
      client.close()
      await postgres.close()
    },
  }
}

async function noteRemoval(database: Database, label: string, id: string, nowMs: number): Promise<void> {
  await sql`
    INSERT INTO series_removals (label, id, removed_at) VALUES (${label}, ${id}::uuid, ${nowMs})
    ON CONFLICT DO NOTHING`.execute(database)
}

/** Removes the samples of monitors and projects that were removed; what fails is done again by the next call. */
async function removeFromVictoria(
  database: Database,
  client: Pick<VictoriaClient, 'remove'>,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{ label: string; id: string }>`
    SELECT label, id FROM series_removals WHERE removed_at < ${nowMs - removalDelayMs}
    ORDER BY removed_at LIMIT ${removalsPerPass}`.execute(database)
  for (const { label, id } of rows) {
    await client.remove(`{${label}="${id}"}`)
    await sql`DELETE FROM series_removals WHERE label = ${label} AND id = ${id}::uuid`.execute(database)
  }
}
