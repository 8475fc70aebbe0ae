/** Edges and nodes that are proposed for a topology from connections that agents see, with their evidence. */
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { monitorProblemSchema } from './monitor.ts'
import { linkProtocols } from './monitor-link.ts'
import { seenConnectionSchema } from './seen-connection.ts'

export const maxProposals = 500
/** Entries of evidence of one proposal. */
export const maxEvidence = 5

/** An end of a proposed edge: a node of the topology, or what a new node would stand for. */
const proposalEndSchema = z.object({
  /** null: the topology has no node for it. */
  nodeId: z.string().nullable(),
  /** Of the node, monitor or load machine. */
  name: z.string(),
  /** Of a new node; null for a load machine. */
  monitor: z.object({ id: idSchema, type: z.string() }).nullable(),
  /** Of a new node; null for a monitor. */
  machineId: idSchema.nullable(),
})
export type ProposalEnd = z.infer<typeof proposalEndSchema>

const proposalEvidenceSchema = seenConnectionSchema
  .omit({ party: true, listens: true })
  .extend({ machine: z.string(), ofLooks: z.int(), firstAt: instantSchema })
export type ProposalEvidence = z.infer<typeof proposalEvidenceSchema>

export const linkProposalSchema = z.object({
  /** Names both ends; the same as long as they are. */
  key: z.string(),
  from: proposalEndSchema,
  to: proposalEndSchema,
  protocol: z.enum(linkProtocols),
  /** The strongest first; `connections` counts those of all of it. */
  evidence: z.array(proposalEvidenceSchema).min(1).max(maxEvidence),
  connections: z.int(),
})
export type LinkProposal = z.infer<typeof linkProposalSchema>

/** `noConnections`: its system does not show connections. */
export const askedMachineStates = [
  'answered',
  'offline',
  'noAnswer',
  'noConnections',
  'failed',
  'notAsked',
] as const

const askedMachineSchema = z.object({
  id: idSchema,
  name: z.string(),
  state: z.enum(askedMachineStates),
  problem: monitorProblemSchema.nullable(),
  /** Processes of other users that its agent may not read. */
  hidden: z.int(),
  isContained: z.boolean(),
  isCut: z.boolean(),
  unresolved: z.int(),
})
export type AskedMachine = z.infer<typeof askedMachineSchema>

export const linkProposalsSchema = z.object({
  proposals: z.array(linkProposalSchema).max(maxProposals),
  /** More were found than are told, or monitors of the project were left out. */
  isCut: z.boolean(),
  /** Edges of the topology for which connections were seen. */
  confirmed: z.int(),
  machines: z.array(askedMachineSchema),
})
export type LinkProposals = z.infer<typeof linkProposalsSchema>
