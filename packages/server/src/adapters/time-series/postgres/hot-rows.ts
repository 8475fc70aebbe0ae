/** Values of rows in the database: each goes to the table of its hour, where its slot is unique. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { createHours, hotTable, hourMs, hourOf, integers, joined } from './tables.ts'
import type { RowStore, StoredRow } from './writing.ts'

export function createHotRows(database: Database, now: () => number): RowStore {
  const known = new Set<number>()
  return {
    prepare: async rows => {
      const missing = [...new Set(rows.map(row => hourOf(row.slotMs)))].filter(hour => !known.has(hour))
      if (missing.length > 0)
        await createHours(
          database,
          missing.sort((one, other) => one - other),
          now(),
        )
      for (const hour of missing) known.add(hour)
      return transaction => insertRows(transaction, rows)
    },
    forget: () => known.clear(),
  }
}

/** Returns how many of them were new. */
async function insertRows(transaction: Kysely<Tables>, rows: readonly StoredRow[]): Promise<number> {
  const byHour = Map.groupBy(rows, row => hourOf(row.slotMs))
  let stored = 0
  for (const [hour, group] of [...byHour].sort(([one], [other]) => one - other)) {
    const { all, starts, lengths } = joined(group.map(row => row.bytes))
    const { numAffectedRows } = await sql`
      INSERT INTO ${sql.table(hotTable(hour))} (stream, slot, layout, v)
      SELECT stream, slot, layout, substring(${all}::bytea FROM start FOR length)
      FROM unnest(
        ${integers(group.map(row => row.stream))}::integer[],
        ${integers(group.map(row => row.slotMs - hour * hourMs))}::integer[],
        ${integers(group.map(row => row.layout))}::integer[], ${starts}::integer[], ${lengths}::integer[]
      ) AS given (stream, slot, layout, start, length)
      ON CONFLICT DO NOTHING`.execute(transaction)
    stored += Number(numAffectedRows ?? 0)
  }
  return stored
}
