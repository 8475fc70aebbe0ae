/** Test harness of monitors: which collections are stored, read from the tables of samples themselves. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { cadenceOf } from '@pone/monitors/type.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { hotTable, numbersOf } from '../../adapters/time-series/postgres/tables.ts'

const hourMs = 3_600_000

export interface StoredSection {
  readonly monitorId: string
  readonly section: string
  readonly cadenceMs: number
  /** Ascending, epoch ms; one per stored row of part 0, so what is stored twice is here twice. */
  readonly slots: readonly number[]
}

/** Sections of running monitors that give numbers; of the present hour and the hours before that are not sealed. */
export async function storedSections(database: Database): Promise<StoredSection[]> {
  const found = new Map<string, { monitorId: string; section: string; cadenceMs: number; slots: number[] }>()
  for (const hour of await numbersOf(database, 'series_hot_')) {
    const { rows } = await sql<{
      id: string
      type: string
      frequency_ms: number
      section: string
      slot: number
    }>`
      SELECT monitors.id, monitors.type, monitors.frequency_ms, streams.section, hot.slot
      FROM ${sql.table(hotTable(hour))} hot
      JOIN series_streams streams ON streams.id = hot.stream AND streams.part = 0
      JOIN series_monitors known ON known.id = streams.monitor
      JOIN monitors ON monitors.id = known.monitor_id
      ORDER BY hot.slot`.execute(database)
    for (const { id, type, frequency_ms: frequencyMs, section, slot } of rows) {
      const definition = monitorTypeOf(type)?.sections.find(each => each.key === section)
      if (definition === undefined) continue
      const key = `${id} ${section}`
      const entry = found.get(key) ?? {
        monitorId: id,
        section,
        cadenceMs: cadenceOf(definition, frequencyMs),
        slots: [],
      }
      entry.slots.push(hour * hourMs + slot)
      found.set(key, entry)
    }
  }
  return [...found.values()]
}

/** Slots that are missing between the first and the last one, and those that are stored more than once. */
export function faultsOf({ slots, cadenceMs }: StoredSection): { holes: number[]; doubles: number[] } {
  const holes: number[] = []
  const doubles: number[] = []
  for (const [index, slot] of slots.slice(1).entries()) {
    const before = slots[index] ?? slot
    if (slot === before) doubles.push(slot)
    for (let missing = before + cadenceMs; missing < slot; missing += cadenceMs) holes.push(missing)
  }
  return { holes, doubles }
}
