/** Queries on upgrades of agents: of each machine the last one is kept. */
import { upgradeStates } from '@pone/contract/link/upgrade.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { MachineUpgradeTable } from './package.table.ts'

export type MachineUpgradeRow = Selectable<MachineUpgradeTable>
export type MachineUpgradeRepository = ReturnType<typeof createMachineUpgradeRepository>

const activeStates = upgradeStates.filter(state => state !== 'installed' && state !== 'failed')

export function createMachineUpgradeRepository(database: Database) {
  return {
    all: (): Promise<MachineUpgradeRow[]> => database.selectFrom('machine_upgrades').selectAll().execute(),
    /** Takes the place of the one before, unless that is active and has moved since `staleBefore`; answers whether it did. */
    async begin(row: MachineUpgradeRow, staleBefore: number): Promise<boolean> {
      const done = await database
        .insertInto('machine_upgrades')
        .values(row)
        .onConflict(conflict =>
          conflict
            .column('machine_id')
            .doUpdateSet(row)
            .where(where =>
              where.or([
                where('machine_upgrades.state', 'not in', activeStates),
                where('machine_upgrades.changed_at', '<', staleBefore),
              ]),
            ),
        )
        .executeTakeFirst()
      return done.numInsertedOrUpdatedRows === 1n
    },
    /** What is over stays as it is. */
    async progress(
      machineId: string,
      id: string,
      set: Pick<MachineUpgradeRow, 'state' | 'received_bytes' | 'failure' | 'detail' | 'changed_at'>,
    ): Promise<void> {
      await database
        .updateTable('machine_upgrades')
        .set(set)
        .where('machine_id', '=', machineId)
        .where('id', '=', id)
        .where('state', 'in', activeStates)
        .execute()
    },
    isUnderWay: async (machineId: string, packageId: string): Promise<boolean> => {
      const row = await database
        .selectFrom('machine_upgrades')
        .select('id')
        .where('machine_id', '=', machineId)
        .where('package_id', '=', packageId)
        .where('state', 'in', activeStates)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Names of machines that are fetching this package. */
    async machinesUsing(packageId: string, movedSince: number): Promise<string[]> {
      const rows = await database
        .selectFrom('machine_upgrades')
        .innerJoin('load_machines', 'load_machines.id', 'machine_upgrades.machine_id')
        .select('load_machines.name')
        .where('machine_upgrades.package_id', '=', packageId)
        .where('machine_upgrades.state', 'in', activeStates)
        .where('machine_upgrades.changed_at', '>=', movedSince)
        .orderBy('load_machines.name')
        .execute()
      return rows.map(({ name }) => name)
    },
  }
}
