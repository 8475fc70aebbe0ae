/** The link between server and agents: one WebSocket that the agent opens, JSON messages, commands idempotent by id, results acknowledged after they are stored. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { z } from 'zod'
import { machineDiskSchema, machineJmeterSchema } from '../entities/cluster.ts'
import { exchangeSchema, logLineSchema } from '../entities/run.ts'
import { batchSchema } from './batch.ts'
import { coordinationAgentMessages, coordinationServerMessages } from './coordination.ts'
import { keyAgentMessages, keyServerMessages } from './keys.ts'
import { debugLoadSchema, planFileSchema, runPlanSchema, shareSchema } from './plan.ts'
import { shareAgentMessages, shareServerMessages } from './shares.ts'
import { toolAgentMessages, toolServerMessages } from './tools.ts'
import { upgradeAgentMessages, upgradeServerMessages } from './upgrade.ts'

export { planFileSchema, type RunPlan, runPlanSchema, type Share, shareSchema } from './plan.ts'

export const linkPath = '/apm-api/link'

const toldByServer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    agentId: z.string(),
    /** Only at the first join: the agent's own key, to be kept. */ key: z.string().optional(),
    serverTime: z.int(),
  }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
  z.object({
    kind: z.literal('prepareRun'),
    id: z.string(),
    plan: runPlanSchema,
    share: shareSchema,
    /** Who gathers users that wait for each other: the agent unless it is said otherwise. */
    gatheredBy: z.enum(['agent', 'controller']).optional(),
  }),
  /** All machines start at the same instant of the server's clock. */
  z.object({ kind: z.literal('startRun'), id: z.string(), runId: z.string(), startAt: z.int() }),
  /** null gives the load model back its rule. */
  z.object({
    kind: z.literal('changeLoad'),
    id: z.string(),
    runId: z.string(),
    load: z.int().min(0).nullable(),
  }),
  /** Stop starts nothing new and drains; force ends connections at once. */
  z.object({ kind: z.literal('stopRun'), id: z.string(), runId: z.string(), force: z.boolean() }),
  z.object({ kind: z.literal('ackBatches'), runId: z.string(), workerId: z.string(), seq: z.int() }),
  /** Everything of the run is stored: the agent may delete what it kept of it. */
  z.object({ kind: z.literal('forgetRun'), runId: z.string() }),
  z.object({
    kind: z.literal('startDebug'),
    id: z.string(),
    debugId: z.string(),
    name: z.string(),
    document: componentDocumentSchema,
    files: z.array(planFileSchema),
    ...debugLoadSchema.shape,
  }),
  /** A standalone execution of a JMeter plan: each thread group once with one user; ended by stopDebug too. */
  z.object({
    kind: z.literal('startJmeterTrial'),
    id: z.string(),
    debugId: z.string(),
    text: z.string(),
    /** Put beside the plan under their names. */
    files: z.array(planFileSchema),
  }),
  z.object({ kind: z.literal('stopDebug'), id: z.string(), debugId: z.string() }),
  ...coordinationServerMessages,
  ...shareServerMessages,
  ...upgradeServerMessages,
  ...toolServerMessages,
  ...keyServerMessages,
])
/**
 * `epoch` counts how often the run that a command is about has changed hands between servers: an agent does nothing that
 * carries an older one than it has seen.
 */
export const serverMessageSchema = z.intersection(
  toldByServer,
  z.object({ epoch: z.int().min(0).optional() }),
)
export type ServerMessage = z.infer<typeof serverMessageSchema>

/** What a standalone execution tells while it goes. */
export const debugEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exchange'),
    stepId: z.string(),
    user: z.int(),
    iteration: z.int(),
    exchange: exchangeSchema,
  }),
  z.object({
    kind: z.literal('transaction'),
    stepId: z.string(),
    user: z.int(),
    iteration: z.int(),
    name: z.string(),
    durationMs: z.number(),
    passed: z.boolean(),
  }),
  z.object({
    kind: z.literal('variables'),
    user: z.int(),
    iteration: z.int(),
    values: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('log'), line: logLineSchema }),
  z.object({
    kind: z.literal('ended'),
    cause: z.enum(['finished', 'stopped', 'failed', 'timeout']),
    detail: z.string(),
  }),
])
export type DebugEvent = z.infer<typeof debugEventSchema>

export const agentStatusSchema = z.object({
  cpu01: z.number(),
  memoryUsedBytes: z.int(),
  memoryTotalBytes: z.int(),
  loadAverage: z.number(),
  /** Least time of a question to the server and its answer lately, ms. */
  roundTripMs: z.number().optional(),
  jmeter: machineJmeterSchema.optional(),
  /** Of the agent's data folder. */
  disk: machineDiskSchema.optional(),
})

export const agentMessageSchema = z.discriminatedUnion('kind', [
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
  /** The command with this id has arrived; until then the server sends it again after each reconnect. */
  z.object({ kind: z.literal('received'), id: z.string() }),
  z.object({ kind: z.literal('status'), status: agentStatusSchema }),
  z.object({ kind: z.literal('runPrepared'), runId: z.string(), error: z.string().nullable() }),
  /** The first worker has begun, at that instant of the server's clock. */
  z.object({ kind: z.literal('runStarted'), runId: z.string(), at: z.number() }),
  z.object({ kind: z.literal('batches'), runId: z.string(), batches: z.array(batchSchema).min(1) }),
  /** A worker died; its share now runs in a new worker from `second` on, or is gone when `isReplaced` is false. */
  z.object({
    kind: z.literal('workerLost'),
    runId: z.string(),
    workerId: z.string(),
    second: z.int(),
    detail: z.string(),
    isReplaced: z.boolean(),
  }),
  /** All workers of the run on this machine have ended; every batch precedes this message. `lastSeq` lets the server see that it has all. */
  z.object({
    kind: z.literal('runEnded'),
    runId: z.string(),
    /** moved: others have taken over all that the machine drove. */
    cause: z.enum(['planned', 'rowsUsedUp', 'stopped', 'stopTest', 'crashed', 'agentLost', 'fault', 'moved']),
    detail: z.string(),
    /** Shares that this is the end of; the server has others in mind when one that it gave is not named. */
    shareIds: z.array(z.string()).default([]),
    workers: z.array(z.object({ workerId: z.string(), lastSeq: z.int() })),
  }),
  z.object({ kind: z.literal('debug'), debugId: z.string(), events: z.array(debugEventSchema) }),
  ...coordinationAgentMessages,
  ...shareAgentMessages,
  ...upgradeAgentMessages,
  ...toolAgentMessages,
  ...keyAgentMessages,
])
export type AgentMessage = z.infer<typeof agentMessageSchema>
