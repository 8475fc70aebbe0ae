/** Queries on the installation's settings. */
import type { Database } from '../../adapters/database/database.ts'

export interface SettingRepository {
  read(name: string): Promise<string | undefined>
  write(name: string, value: string): Promise<void>
  /** Keeps a value that is there already and answers the one that counts. */
  readOrWrite(name: string, value: string): Promise<string>
}

export function createSettingRepository(database: Database): SettingRepository {
  const read = async (name: string): Promise<string | undefined> => {
    const row = await database
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.value
  }
  return {
    read,
    write: async (name, value) => {
      await database
        .insertInto('settings')
        .values({ name, value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },
    readOrWrite: async (name, value) => {
      await database
        .insertInto('settings')
        .values({ name, value })
        .onConflict(conflict => conflict.column('name').doNothing())
        .execute()
      return (await read(name)) ?? value
    },
  }
}
