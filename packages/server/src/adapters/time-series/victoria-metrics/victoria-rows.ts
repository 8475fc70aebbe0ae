/**
 * Values of rows in VictoriaMetrics. A slot is unique by a table of slots in the database for the last hours, and by
 * what VictoriaMetrics holds for older ones. The values are written within the transaction of the batch, after its
 * slots and before its commit: what is committed is in VictoriaMetrics, and a batch that is repeated writes the same.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { samplesOfLines } from '../codec/export-lines.ts'
import { dropTable } from '../postgres/retention.ts'
import { createSlotTables, hourMs, hourOf, integers, numbersOf, slotTable } from '../postgres/tables.ts'
import type { RowStore, StoredRow } from '../postgres/writing.ts'
import type { VictoriaClient } from './client.ts'
import { exportedLines, importLines } from './lines.ts'
import { matchOf } from './selection.ts'

/** For so long slots are in the database; older ones come only from the spools of agents that were cut off. */
const slotHours = 3

export interface VictoriaRowsDeps {
  readonly database: Database
  readonly client: Pick<VictoriaClient, 'write' | 'export'>
  readonly now: () => number
}

export function createVictoriaRows(deps: VictoriaRowsDeps): RowStore {
  const known = new Set<number>()
  return {
    prepare: async rows => {
      const firstHour = hourOf(deps.now()) - slotHours
      const recent = rows.filter(row => hourOf(row.slotMs) >= firstHour)
      const late = await unstored(
        deps,
        rows.filter(row => hourOf(row.slotMs) < firstHour),
      )
      const missing = [...new Set(recent.map(row => hourOf(row.slotMs)))].filter(hour => !known.has(hour))
      if (missing.length > 0)
        await createSlotTables(
          deps.database,
          missing.sort((one, other) => one - other),
        )
      for (const hour of missing) known.add(hour)
      return async transaction => {
        const fresh = [...late, ...(await takeSlots(transaction, recent))]
        const lines = importLines(fresh)
        if (lines !== '') await deps.client.write(lines)
        return fresh.length
      }
    },
    forget: () => known.clear(),
  }
}

/** Those of the rows whose slots were free; of several with one slot the first. */
async function takeSlots(transaction: Kysely<Tables>, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const fresh: StoredRow[] = []
  const byHour = Map.groupBy(rows, row => hourOf(row.slotMs))
  for (const [hour, group] of [...byHour].sort(([one], [other]) => one - other)) {
    const { rows: taken } = await sql<{ stream: number; slot: number }>`
      INSERT INTO ${sql.table(slotTable(hour))} (stream, slot)
      SELECT * FROM unnest(
        ${integers(group.map(row => row.stream))}::integer[],
        ${integers(group.map(row => row.slotMs - hour * hourMs))}::integer[])
      ON CONFLICT DO NOTHING RETURNING stream, slot`.execute(transaction)
    const free = new Set(taken.map(each => `${each.stream} ${each.slot}`))
    fresh.push(...group.filter(row => free.delete(`${row.stream} ${row.slotMs - hour * hourMs}`)))
  }
  return fresh
}

/** Those of the rows of which VictoriaMetrics has no value at their slots; of several with one slot the first. */
async function unstored({ client }: VictoriaRowsDeps, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  if (rows.length === 0) return []
  const slots = rows.map(row => row.slotMs)
  const [fromMs, toMs] = [Math.min(...slots), Math.max(...slots) + 1]
  const matches = matchOf(
    rows.flatMap(({ sample, series }) =>
      [...series].map(id => ({ monitorId: sample.layout.monitorId, ids: [id] })),
    ),
  )
  const stored = new Set<string>()
  for (const match of matches) {
    for (const line of exportedLines(await client.export(match, fromMs, toMs)))
      for (const at of samplesOfLines([line]).slots) stored.add(`${line.series} ${at}`)
  }
  const taken = new Set<string>()
  return rows.filter(({ stream, series, slotMs }) => {
    const key = `${stream} ${slotMs}`
    if (taken.has(key) || series.some(id => stored.has(`${id} ${slotMs}`))) return false
    taken.add(key)
    return true
  })
}

/** Drops tables of slots that are no longer needed. To be called by the server that holds the lease. */
export async function dropOldSlots(database: Database, nowMs: number): Promise<void> {
  // An hour more: another server's clock may be late.
  const firstHour = hourOf(nowMs) - slotHours - 1
  for (const hour of await numbersOf(database, 'series_slots_'))
    if (hour < firstHour) await dropTable(database, slotTable(hour))
}
