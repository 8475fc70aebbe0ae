/** TCP connections that an agent sees on its machine: what it is asked for, and its answer; only connections with asked parties are told. */
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { monitorProblemSchema } from './monitor.ts'

export const maxAskedParties = 1_000
export const maxSeenConnections = 1_000
const maxListens = 16
/** Until an agent has answered, ms. */
export const connectionLimitMs = 8_000

const portSchema = z.int().min(1).max(65_535)

/** What connections are wanted to or from. */
export const askedPartySchema = z.object({
  /** Name or address; '' = the machine itself. */
  host: z.string().max(253),
  /** null: any. */
  port: portSchema.nullable(),
})
export type AskedParty = z.infer<typeof askedPartySchema>

/** Place in the list that was asked. */
const partySchema = z.int().min(0).max(maxAskedParties)

/** Connections of one process with one party in one direction. */
export const seenConnectionSchema = z.object({
  /** `out`: the machine connects to the party; `in`: the party connects to a listening port of the machine. */
  direction: z.enum(['out', 'in']),
  party: partySchema,
  /** Of the party, as the system shows it. */
  address: z.string().min(2).max(64),
  /** The port that listens: of the party (`out`), of the machine (`in`). */
  port: portSchema,
  /** Name of the process on the machine; '' where the agent may not read it. */
  process: z.string().max(64),
  /** Start of that process; null: unknown. A connection is not older. */
  processSince: instantSchema.nullable(),
  /** Ports that the process listens on. */
  listens: z.array(portSchema).max(maxListens),
  /** Established at once, at most. */
  connections: z.int().min(1).max(1_000_000),
  /** In how many of the looks it was established. */
  looks: z.int().min(1).max(100),
})
export type SeenConnection = z.infer<typeof seenConnectionSchema>

export const connectionAnswerSchema = z.object({
  /** Epoch ms of the first and the last look. */
  from: instantSchema,
  to: instantSchema,
  looks: z.int().min(0).max(100),
  seen: z.array(seenConnectionSchema).max(maxSeenConnections),
  /** Parties that are the machine itself, as places in the list that was asked. */
  own: z.array(partySchema).max(maxAskedParties),
  /** More was there than is read or told. */
  isCut: z.boolean(),
  /** Processes of other users, whose connections have no process name. */
  hidden: z.int().min(0),
  /** The agent runs in a container and sees only the connections of this container. */
  isContained: z.boolean(),
  /** Names of parties that its machine could not resolve. */
  unresolved: z.int().min(0),
  problem: monitorProblemSchema.nullable(),
})
export type ConnectionAnswer = z.infer<typeof connectionAnswerSchema>

export const connectionQuestionSchema = z.object({
  queryId: idSchema,
  parties: z.array(askedPartySchema).max(maxAskedParties),
})
