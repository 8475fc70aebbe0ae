/** Family `machine`: what every agent reports of itself, how often, and which commands have arrived. */
import { z } from 'zod'
import { engineMachineShape } from '../engines/parts.ts'
import { machineDiskSchema } from '../entities/cluster.ts'

export const agentStatusSchema = z.object({
  cpu01: z.number(),
  memoryUsedBytes: z.int(),
  memoryTotalBytes: z.int(),
  loadAverage: z.number(),
  /** Least time of a question to the server and its answer lately, ms. */
  roundTripMs: z.number().optional(),
  /** Clock of the machine minus that of the server, ms; what it collects is stored by the server's clock. */
  clockOffsetMs: z.number().optional(),
  ...engineMachineShape,
  /** Of the agent's data folder. */
  disk: machineDiskSchema.optional(),
})
export type AgentStatus = z.infer<typeof agentStatusSchema>

export const machine = {
  commands: [z.object({ kind: z.literal('agentSettings'), statusEveryMs: z.int().min(1_000).max(60_000) })],
  reports: [
    /** The command with this id has arrived; until then the server sends it again after each reconnect. */
    z.object({ kind: z.literal('received'), id: z.string() }),
    z.object({ kind: z.literal('status'), status: agentStatusSchema }),
  ],
} as const
