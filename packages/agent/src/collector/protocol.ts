/** What an agent and its collector process say to each other. The agent checks every report as if it were hostile: the process reads what others wrote. */
import { monitorKeySchema, monitorParamsSchema } from '@pone/contract/entities/monitor.ts'
import { typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import { monitorBatchSchema, monitors } from '@pone/contract/link/monitors.ts'
import { profiles } from '@pone/contract/link/profiles.ts'
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** The monotonic clock that all processes of a machine share, ms. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** The program of the process. */
export const collectorEntry = new URL('./main.ts', import.meta.url)

const [, , monitorTest, cancelMonitorTest, discover, explainOperation, findConnections, cancelConnections] =
  monitors.commands
const [, monitorTestSteps, discovered, operationExplained, , connectionsFound] = monitors.reports
const [takeProfile, cancelProfile, , takeThreadDumps, cancelThreadDumps] = profiles.commands
const [profileTaken, threadsDumped, threadDumpsEnded] = profiles.reports

export const collectorOrderSchema = z.discriminatedUnion('kind', [
  /** What of its machine may be read. */
  z.object({
    kind: z.literal('begin'),
    /** Folders with a library of async-profiler per version. */
    profilerFolders: z.array(z.string()).default([]),
    limits: z.object({
      slowLogFolders: z.array(z.string()),
      databaseSockets: z.array(z.string()),
      containerSockets: z.array(z.string()),
      jvmAccounts: z.array(z.string()),
    }),
  }),
  /** The clock of slots: epoch ms minus the system's monotonic clock. */
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
  /** Told once per process, before the first plan that names its id. */
  z.object({ kind: z.literal('type'), id: z.int(), type: typeFileSchema }),
  z.object({
    kind: z.literal('put'),
    monitorId: z.string(),
    typeId: z.int(),
    /** Secrets are open. */
    params: monitorParamsSchema,
    frequencyMs: z.int().min(1_000),
    ownFrequencyMs: z.int().min(1_000).optional(),
    /** Keys of sections that are set aside. */
    except: z.array(z.string()),
  }),
  z.object({ kind: z.literal('remove'), monitorId: z.string() }),
  /** Hands on what was collected, and ends the process. */
  z.object({ kind: z.literal('end') }),
  monitorTest,
  cancelMonitorTest,
  discover,
  explainOperation,
  findConnections,
  cancelConnections,
  takeProfile,
  cancelProfile,
  takeThreadDumps,
  cancelThreadDumps,
])
export type CollectorOrder = z.input<typeof collectorOrderSchema>

const { layouts, rows, texts, tables, states } = monitorBatchSchema.shape
const ofSection = { monitorId: idSchema, section: monitorKeySchema }

export const collectorReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** Every second: its event loop turns. */
  z.object({ kind: z.literal('alive') }),
  /** Collections that have begun; sent before their targets are asked. */
  z.object({ kind: z.literal('began'), sections: z.array(z.object(ofSection)).max(50_000) }),
  z.object({
    kind: z.literal('collected'),
    layouts,
    rows,
    texts,
    tables,
    states,
    /** Collections that are over; all that they brought was told before or is in this report. */
    ended: z.array(z.object({ ...ofSection, slot: z.int().min(0) })).max(50_000),
  }),
  monitorTestSteps,
  discovered,
  operationExplained,
  connectionsFound,
  profileTaken,
  threadsDumped,
  threadDumpsEnded,
])
export type CollectorReport = z.output<typeof collectorReportSchema>
export type CollectedReport = Extract<CollectorReport, { kind: 'collected' }>
