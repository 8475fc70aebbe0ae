/** The databases, by the name that operations give them. */

import type { SqlDriver } from './definition/operation.ts'
import type { Driver } from './driver.ts'
import { mysql } from './drivers/mysql.ts'
import { postgres } from './drivers/postgres.ts'

export const drivers: Record<SqlDriver, Driver> = { postgresql: postgres, mysql }
