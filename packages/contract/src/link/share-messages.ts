/** The part of the link that keeps machines in step and moves a lost machine's share: clock, lease, further shares. */
import { z } from 'zod'
import { shareSchema } from './plan.ts'

export const shareServerMessages = [
  /** A machine that already has the run takes a further stretch of the line. */
  z.object({ kind: z.literal('addShare'), id: z.string(), runId: z.string(), share: shareSchema }),
  /** The machine's share has moved to others: stop, drain, deliver, and end with the cause "moved". */
  z.object({ kind: z.literal('retireRun'), id: z.string(), runId: z.string() }),
  /** After a line came back: the machine's share is still its own, held users go on. */
  z.object({ kind: z.literal('resumeRun'), runId: z.string() }),
  /** Answers clockProbe; `sentAt` as it came, `serverTime` epoch ms. */
  z.object({ kind: z.literal('clockAnswer'), sentAt: z.number(), serverTime: z.number() }),
] as const

export const shareAgentMessages = [
  /** Asks for the server's clock; `sentAt` in the agent's monotonic clock, ms. */
  z.object({ kind: z.literal('clockProbe'), sentAt: z.number() }),
] as const
