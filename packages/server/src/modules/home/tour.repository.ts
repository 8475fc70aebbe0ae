/** Who has left the first-run tour. */
import type { Database } from '../../adapters/database/database.ts'

export interface LeftTourTable {
  user_id: string
  /** 0: the account is older than the tour. */
  left_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    left_tours: LeftTourTable
  }
}

export type TourRepository = ReturnType<typeof createTourRepository>

export function createTourRepository(database: Database) {
  return {
    hasLeft: async (userId: string): Promise<boolean> => {
      const row = await database
        .selectFrom('left_tours')
        .select('user_id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Does nothing the second time. */
    leave: async (userId: string, at: number): Promise<void> => {
      await database
        .insertInto('left_tours')
        .values({ user_id: userId, left_at: at })
        .onConflict(conflict => conflict.column('user_id').doNothing())
        .execute()
    },
  }
}
