/** Clusters and their load machines as a tester sees them when choosing where a scenario runs. */
import { z } from 'zod'
import { idSchema, instantSchema, nameSchema } from './common.ts'

export const loadMachineSchema = z.object({
  id: idSchema,
  name: nameSchema,
  host: z.string(),
  isOnline: z.boolean(),
  /** Since when the present state lasts. */
  since: instantSchema,
  system: z.string(),
  architecture: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  /** Share of all cores in use, 0 to 1; null while unknown. */
  cpu01: z.number().nullable(),
  maxUsers: z.int(),
  remainingUsers: z.int(),
  runIds: z.array(idSchema),
})
export type LoadMachine = z.infer<typeof loadMachineSchema>

export const clusterSchema = z.object({
  id: idSchema,
  name: nameSchema,
  engine: z.enum(['PR', 'JMeter']),
  isOnline: z.boolean(),
  maxUsers: z.int(),
  remainingUsers: z.int(),
  machines: z.array(loadMachineSchema),
})
export type Cluster = z.infer<typeof clusterSchema>
