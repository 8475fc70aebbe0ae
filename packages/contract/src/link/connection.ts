/** The connection itself: identity of the agent, its admission, and the clock. Handled by the two ends of the link, by no family. */
import { z } from 'zod'

export const linkPath = '/apm-api/link'

export const connection = {
  commands: [
    z.object({
      kind: z.literal('welcome'),
      agentId: z.string(),
      /** Only at the first join: the agent's own key, to be kept. */ key: z.string().optional(),
      serverTime: z.int(),
    }),
    z.object({ kind: z.literal('refused'), reason: z.string() }),
    /** Answers clockProbe: `sentAt` as it came, `serverTime` in epoch ms. */
    z.object({ kind: z.literal('clockAnswer'), sentAt: z.number(), serverTime: z.number() }),
  ],
  reports: [
    z.object({
      kind: z.literal('hello'),
      /** Join token at the first meeting, afterwards id and key. */
      token: z.string().optional(),
      agentId: z.string().optional(),
      key: z.string().optional(),
      name: z.string(),
      host: z.string(),
      system: z.string(),
      architecture: z.string(),
      cores: z.int(),
      memoryBytes: z.int(),
      version: z.string(),
      /** Fresh per agent process, so that the server sees a restart. */
      incarnation: z.string(),
      /** Runs this process is driving or still has unsent results of. */
      runs: z.array(
        z.object({
          runId: z.string(),
          isDriving: z.boolean(),
          /** Shares that this process drives or has brought to their end; one that is held and not named is lost. */
          shareIds: z.array(z.string()).default([]),
        }),
      ),
    }),
    /** Asks for the server's clock; `sentAt` by the agent's monotonic clock, ms. */
    z.object({ kind: z.literal('clockProbe'), sentAt: z.number() }),
  ],
} as const
