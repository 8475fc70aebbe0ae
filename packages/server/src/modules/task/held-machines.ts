/** Load machines that are reserved for runs now. */
import type { Database } from '../../adapters/database/database.ts'

export interface HeldMachine {
  readonly run_id: string
  readonly machine: string
  readonly users: number
}

export type HeldMachines = (runIds: readonly string[]) => Promise<HeldMachine[]>

export const heldMachines =
  (database: Database): HeldMachines =>
  async runIds => {
    if (runIds.length === 0) return []
    return database
      .selectFrom('run_reservations as held')
      .innerJoin('load_machines as machine', 'machine.id', 'held.machine_id')
      .select(['held.run_id', 'machine.name as machine', 'held.users'])
      .where('held.run_id', 'in', [...runIds])
      .orderBy('machine.name')
      .execute()
  }
