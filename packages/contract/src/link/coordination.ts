/** Part of family `runs`: users of several machines wait for each other and take unique rows; agents report the state of their workers, the controller answers. */
import { z } from 'zod'

/** What a worker knows of one rendezvous. */
export const barrierPointSchema = z.object({
  key: z.string(),
  /** users: that many in the whole run; percent: of the users at work. */
  gather: z.enum(['users', 'percent']),
  quantity: z.number(),
  /** Users that have come since the worker began; it numbers them from 1. */
  arrived: z.int().min(0),
  /** Those of them that still wait. */
  waiting: z.int().min(0),
  /** One user's time-out has passed: all users that wait at the barrier go on. */
  isExpired: z.boolean(),
})
export type PointReport = z.infer<typeof barrierPointSchema>

/** State of a worker whose users wait for those of other workers. */
export const gatheringStateSchema = z.object({
  workerId: z.string(),
  /** Active users; null until the worker has reported. */
  users: z.int().min(0).nullable(),
  /** Last round of the load model "concurrency" that the worker began; 0 = none. */
  begun: z.int().min(0),
  /** Set once the users have ended a round, or have had the time to (`isLate`); a round of 0 means ready for the first. */
  over: z
    .object({
      round: z.int().min(0),
      isLate: z.boolean(),
      /** How often the time to gather has passed while all its users were still at work in the round; the round is not over then. */
      misses: z.int().min(1).optional(),
      /** It has no user that could begin a round. */
      isIdle: z.boolean().optional(),
    })
    .nullable(),
  points: z.array(barrierPointSchema),
})
export type GatheringState = z.infer<typeof gatheringStateSchema>

/** What the gathering side sends to a worker. */
export const gatheringCommandSchema = z.discriminatedUnion('kind', [
  /** Releases users that wait at a rendezvous, up to the one with this number. */
  z.object({ kind: z.literal('release'), key: z.string(), upTo: z.int() }),
  /**
   * All users of the load model "concurrency" begin an iteration now; rounds count from 1. `skipped`: how often so far the
   * time to gather has passed while no user was free, which is no round; a command with the number of the previous round
   * only updates that count.
   */
  z.object({ kind: z.literal('beginRound'), round: z.int(), skipped: z.int().min(0).optional() }),
])
export type GatheringCommand = z.infer<typeof gatheringCommandSchema>

/** A worker asks for rows of a parameter whose rows are unique. */
export const rowRequestSchema = z.object({
  workerId: z.string(),
  /** Names the parameter within the plan, the same way on all machines. */
  key: z.string(),
  /** Counts a worker's requests for the parameter from 1; a repeated one gets the same answer. */
  request: z.int().min(1),
  /** Rows that the parameter has in all. */
  rowCount: z.int().min(0),
  /** Rows wanted. */
  size: z.int().min(1),
  /** Whether the rows of a worker that is gone may be given to others. */
  isReusable: z.boolean(),
})
export type RowRequest = z.infer<typeof rowRequestSchema>

/** The rows [from, to) are the worker's for the rest of the run; none when all are given. */
export const rowGrantSchema = z.object({
  workerId: z.string(),
  key: z.string(),
  request: z.int().min(1),
  from: z.int().min(0),
  to: z.int().min(0),
  /** Nothing is left to ask for. */
  isLast: z.boolean(),
})
export type RowGrant = z.infer<typeof rowGrantSchema>

export const coordinationReports = [
  z.object({
    kind: z.literal('coordination'),
    runId: z.string(),
    /** The workers named are all that there are, each with all its points; otherwise what has changed. */
    isWhole: z.boolean(),
    /** With `isWhole`: the machine has gone on driving while it could not reach the server. */
    wasAlone: z.boolean(),
    workers: z.array(gatheringStateSchema),
    /** Workers that have ended. */
    gone: z.array(z.string()),
    rows: z.array(rowRequestSchema),
  }),
] as const

export const coordinationCommands = [
  z.object({
    kind: z.literal('coordinate'),
    runId: z.string(),
    commands: z.array(z.object({ workerId: z.string(), command: gatheringCommandSchema })),
    grants: z.array(rowGrantSchema),
  }),
] as const
