/** Maps database errors to the outcomes that matter for storing runs. */
import type { StoreErrors } from '@pone/run-control/run-store.ts'
import { isDatabaseUnavailable, isForeignKeyViolation } from './database-error.ts'

export const databaseErrors: StoreErrors = {
  isUnavailable: isDatabaseUnavailable,
  isRunDeleted: isForeignKeyViolation,
}
