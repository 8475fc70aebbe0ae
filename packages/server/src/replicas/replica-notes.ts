/** Notes that servers send each other on events, and their schemas; the calls are signed, so the senders belong to the installation. */

import type { AgentCommand } from '@pone/contract/link/messages.ts'
import { type LiveMessage, liveTopics } from '@pone/contract/live.ts'
import { z } from 'zod'
import type { UnstoredReport } from '../link/families/registry.ts'
import type { PeerLine } from './replicated-link.ts'

/** An object of this kind; its other fields were validated by the server that received it from outside. */
const ofKind = <T extends { kind: string }>() =>
  z.custom<T>(value => typeof value === 'object' && value !== null && 'kind' in value)

const activeRunsSchema = z.array(
  z.object({ id: z.string(), number: z.int(), scenarioName: z.string(), state: z.string() }),
)
export type ActiveRuns = z.infer<typeof activeRunsSchema>

const topicSchema = z.enum(liveTopics)

export const noteSchema = z.discriminatedUnion('kind', [
  /** The whole state of a server; replaces its previous one. */
  z.object({
    kind: z.literal('presence'),
    lines: z.array(
      z.custom<PeerLine>(value => typeof value === 'object' && value !== null && 'machine' in value),
    ),
    projects: z.array(z.object({ projectId: z.string(), active: activeRunsSchema })),
    watched: z.array(z.string()),
  }),
  z.object({ kind: z.literal('projectRuns'), projectId: z.string(), active: activeRunsSchema }),
  z.object({
    kind: z.literal('live'),
    topic: topicSchema,
    projectId: z.string(),
    id: z.string(),
    number: z.int(),
    message: ofKind<LiveMessage>(),
  }),
  z.object({ kind: z.literal('commands'), agentId: z.string(), commands: z.array(ofKind<AgentCommand>()) }),
  z.object({ kind: z.literal('spoken'), agentId: z.string(), message: ofKind<UnstoredReport>() }),
  z.object({ kind: z.literal('renew'), agentId: z.string() }),
  z.object({ kind: z.literal('cut'), agentId: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('sessionsEnded'), sessionIds: z.array(z.string()) }),
])
export type ReplicaNote = z.infer<typeof noteSchema>

export const notesSchema = z.object({
  from: z.string(),
  lane: z.string(),
  first: z.int(),
  notes: z.array(noteSchema),
})

export const snapshotRequestSchema = z.object({
  from: z.string(),
  topic: topicSchema,
  projectId: z.string(),
  id: z.string(),
})

export const snapshotAnswerSchema = z.object({ message: ofKind<LiveMessage>().nullable(), number: z.int() })
