/** Messages to and from the process of the simulated agents. */
import { z } from 'zod'

export const simulatorSettingsSchema = z.object({
  serverUrl: z.string(),
  token: z.string(),
  firstAgent: z.int(),
  agents: z.int(),
  samplesPerLabel: z.int(),
  /** Reports of a second are spread over this, ms. */
  spreadMs: z.number(),
})
export type SimulatorSettings = z.infer<typeof simulatorSettingsSchema>

export const simulatorEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('online'), agents: z.int() }),
  /** All agents have reported the second; `at` when the last did. */
  z.object({ kind: z.literal('made'), second: z.int(), at: z.number() }),
  /** From batch made to batch stored and acknowledged, ms; p50, p99, largest. */
  z.object({ kind: z.literal('ended'), batches: z.int(), acknowledgedMs: z.array(z.number()) }),
])
export type SimulatorEvent = z.infer<typeof simulatorEventSchema>
