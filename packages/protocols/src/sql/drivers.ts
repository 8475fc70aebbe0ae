/** The databases, by the name that operations give them. */
import type { Driver } from './driver.ts'
import { mysql } from './drivers/mysql.ts'
import { postgres } from './drivers/postgres.ts'
import type { SqlDriver } from './operation.ts'

export const drivers: Record<SqlDriver, Driver> = { postgresql: postgres, mysql }
