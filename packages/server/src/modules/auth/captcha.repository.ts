/** Queries on verification codes. */
import { z } from 'zod'
import type { Database } from '../../adapters/database/database.ts'
import type { CaptchaTable } from './auth.table.ts'

export interface CaptchaRepository {
  /** Also deletes the expired ones. */
  insert(captcha: CaptchaTable, now: number): Promise<void>
  /** Deletes and answers it, so that of two answers at once only one finds it. */
  take(id: string): Promise<CaptchaTable | undefined>
}

export function createCaptchaRepository(database: Database): CaptchaRepository {
  return {
    insert: async (captcha, now) => {
      await database.deleteFrom('captchas').where('expires_at', '<=', now).execute()
      await database.insertInto('captchas').values(captcha).execute()
    },
    take: async id => {
      if (!z.uuid().safeParse(id).success) return undefined
      return database.deleteFrom('captchas').where('id', '=', id).returningAll().executeTakeFirst()
    },
  }
}
