/** The live stream: one WebSocket per browser at `livePath`, on which the page subscribes to topics. */

import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { openAlertsSchema } from './entities/alert.ts'
import { monitorLatestSchema } from './entities/monitor.ts'
import {
  errorGroupSchema,
  labelStatisticsSchema,
  logLineSchema,
  runDetailSchema,
  runEventSchema,
  runLiveSchema,
  runSecondSchema,
  slaResultSchema,
  statisticsSchema,
} from './entities/run.ts'
import { debugEventSchema } from './link/debug.ts'

/** `monitor` and `monitors`: a monitor, and all monitors of a project; `alerts`: the incidents of a project. */
export const liveTopics = ['run', 'debug', 'projectRuns', 'monitor', 'monitors', 'alerts'] as const
const topicSchema = z.enum(liveTopics)

/** The first message signs in; each later one subscribes or unsubscribes. */
export const liveRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signIn'),
    token: z.string(),
    isAdministrator: z.boolean(),
    /** Of the texts in refusals; Chinese when left out. */
    language: z.enum(['zh', 'en']).optional(),
  }),
  z.object({
    kind: z.literal('subscribe'),
    topic: topicSchema,
    projectId: idSchema,
    id: idSchema.optional(),
  }),
  z.object({
    kind: z.literal('unsubscribe'),
    topic: topicSchema,
    projectId: idSchema,
    id: idSchema.optional(),
  }),
])
export type LiveRequest = z.infer<typeof liveRequestSchema>

export const liveMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signedIn') }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
  /** After subscribing to a run: all of it. */
  z.object({ kind: z.literal('runSnapshot'), runId: idSchema, live: runLiveSchema }),
  /** Once a second: what is new. `seconds` replace points with the same number. */
  z.object({
    kind: z.literal('runTick'),
    runId: idSchema,
    run: runDetailSchema,
    /** When it changes, a snapshot with all points follows at once. */
    secondsPerPoint: z.int().min(1),
    seconds: z.array(runSecondSchema),
    total: statisticsSchema,
    labels: z.array(labelStatisticsSchema),
    errors: z.array(errorGroupSchema),
    events: z.array(runEventSchema),
    sla: z.array(slaResultSchema),
    metrics: runLiveSchema.shape.metrics,
    machines: runLiveSchema.shape.machines,
    log: z.array(logLineSchema),
  }),
  z.object({ kind: z.literal('debugEvents'), debugId: idSchema, events: z.array(debugEventSchema) }),
  /** Number of active runs of the project changed, or one of them changed state. */
  z.object({
    kind: z.literal('projectRuns'),
    projectId: idSchema,
    active: z.array(z.object({ id: idSchema, number: z.int(), scenarioName: z.string(), state: z.string() })),
  }),
  /** After subscribing to a monitor, and when values or states of it were stored, at most once a second: its newest values. */
  z.object({ kind: z.literal('monitorNews'), projectId: idSchema, latest: monitorLatestSchema }),
  /** Of all monitors of the project, at most once a second: which have newer values, or other states. */
  z.object({
    kind: z.literal('monitorsNews'),
    projectId: idSchema,
    /** null: any of them. */
    monitorIds: z.array(idSchema).nullable(),
    hasStates: z.boolean(),
    /** Collectors have written to their log. */
    hasLog: z.boolean(),
  }),
  /** After subscribing, and when incidents of the project were opened, changed or closed, at most once a second. */
  z.object({ kind: z.literal('alertNews'), projectId: idSchema, open: openAlertsSchema }),
])
export type LiveMessage = z.infer<typeof liveMessageSchema>
