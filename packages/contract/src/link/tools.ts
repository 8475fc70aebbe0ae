/** The part of the link that works on the machine itself: operations on tools, questions about files and processes, settings. */
import { z } from 'zod'
import { calibrationFiguresSchema } from '../entities/calibration.ts'
import {
  hostProblemSchema,
  machineFactsSchema,
  machineFileSchema,
  operationKindSchema,
  toolSchema,
} from '../entities/host.ts'

/** The agent fetches a package by `GET <server>` + this with its key, from any byte on. */
export const linkPackagePath = (id: string): string => `/apm-api/link-package/${id}`

export const toolPackageSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})
export type ToolPackage = z.infer<typeof toolPackageSchema>

export const toolTaskSchema = z.object({
  operationId: z.string(),
  tool: toolSchema,
  kind: operationKindSchema,
  version: z.string(),
  /** Set when the operation needs it. */
  package: toolPackageSchema.nullable(),
  installPath: z.string(),
  logPath: z.string(),
  /** The process that Arthas is attached to. */
  pid: z.int().nullable(),
  timeoutMs: z.int(),
})
export type ToolTask = z.infer<typeof toolTaskSchema>

export const toolOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), path: z.string(), note: z.string() }),
  z.object({ kind: z.literal('failed'), code: hostProblemSchema, detail: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
])
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>

/** A question that is answered at once, a calibration after its time, or not at all. */
export const machineQuerySchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('facts') }),
  z.object({ about: z.literal('javaProcesses') }),
  z.object({ about: z.literal('logFiles') }),
  /** The part of at most `maxBytes` from `from` on; null = its end. */
  z.object({
    about: z.literal('readLog'),
    path: z.string(),
    from: z.int().min(0).nullable(),
    maxBytes: z.int(),
  }),
  z.object({ about: z.literal('configFiles') }),
  z.object({ about: z.literal('readConfig'), path: z.string() }),
  /** Answered when it is over; refused with `busy` while a run or another calibration is under way, with `cancelled` when it is ended. */
  z.object({ about: z.literal('calibrate') }),
  z.object({ about: z.literal('cancelCalibration') }),
  /** Written only when what is there still has this checksum. */
  z.object({ about: z.literal('writeConfig'), path: z.string(), sha256: z.string(), content: z.string() }),
])
export type MachineQuery = z.infer<typeof machineQuerySchema>

/** `refused` carries a word for what is wrong: notAllowed, notFound, changed, tooLarge, notText. */
export const machineAnswerSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('refused'), reason: z.string(), detail: z.string() }),
  z.object({ about: z.literal('facts'), facts: machineFactsSchema }),
  z.object({
    about: z.literal('javaProcesses'),
    processes: z.array(z.object({ pid: z.int(), name: z.string(), user: z.string() })),
  }),
  z.object({ about: z.literal('logFiles'), files: z.array(machineFileSchema) }),
  z.object({
    about: z.literal('readLog'),
    text: z.string(),
    from: z.int(),
    to: z.int(),
    sizeBytes: z.int(),
  }),
  z.object({ about: z.literal('configFiles'), files: z.array(machineFileSchema) }),
  z.object({ about: z.literal('readConfig'), content: z.string(), sha256: z.string() }),
  z.object({ about: z.literal('writeConfig'), sha256: z.string() }),
  z.object({ about: z.literal('calibrate'), figures: calibrationFiguresSchema }),
  z.object({ about: z.literal('cancelCalibration') }),
])
export type MachineAnswer = z.infer<typeof machineAnswerSchema>

/** None of these wait for an agent that is away: the server repeats what still matters after each reconnect. */
export const toolServerMessages = [
  /** Begins the operation; of one that is known already the agent only tells again how it stands. */
  z.object({ kind: z.literal('toolOperation'), task: toolTaskSchema }),
  z.object({ kind: z.literal('cancelToolOperation'), operationId: z.string() }),
  /** The end is stored: the agent may forget the operation. */
  z.object({ kind: z.literal('forgetToolOperation'), operationId: z.string() }),
  z.object({ kind: z.literal('machineQuery'), queryId: z.string(), query: machineQuerySchema }),
  z.object({ kind: z.literal('agentSettings'), statusEveryMs: z.int().min(1_000).max(60_000) }),
] as const

export const toolAgentMessages = [
  z.object({
    kind: z.literal('toolProgress'),
    operationId: z.string(),
    step: z.string(),
    progress01: z.number().min(0).max(1).nullable(),
    lines: z.array(
      z.object({ at: z.int(), level: z.enum(['info', 'warn', 'error']), text: z.string().max(4_000) }),
    ),
  }),
  /** Repeated after each reconnect until the server says that it may be forgotten. */
  z.object({ kind: z.literal('toolEnded'), operationId: z.string(), outcome: toolOutcomeSchema }),
  z.object({ kind: z.literal('machineAnswer'), queryId: z.string(), answer: machineAnswerSchema }),
] as const
