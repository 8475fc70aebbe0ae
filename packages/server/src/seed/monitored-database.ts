/** How the monitor of the installation's own PostgreSQL signs in; `./pone up` tells it. */
import { z } from 'zod'

export const monitoredDatabaseSchema = z.object({
  /** Folder of the Unix socket. */
  socketFolder: z.string().min(1),
  port: z.int().min(1).max(65_535),
  user: z.string().min(1),
  password: z.string().min(1),
  database: z.string().min(1),
})
export type MonitoredDatabase = z.infer<typeof monitoredDatabaseSchema>
