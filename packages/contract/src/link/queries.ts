/** Family `queries`: questions about the machine, each with one answer: facts, files, processes, what it can drive. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { calibrationFiguresSchema } from '../entities/calibration.ts'
import { captureInterfaceSchema, captureRights } from '../entities/capture.ts'
import { machineFactsSchema, machineFileSchema } from '../entities/host.ts'
import { logCountSchema, logFileSchema, logOrderSchema, maxLogFiles } from '../entities/log-count.ts'

const countOf = { countId: idSchema, projectId: idSchema }

/** A question that is answered at once, a calibration after its time, or not at all. */
export const machineQuerySchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('facts') }),
  z.object({ about: z.literal('javaProcesses') }),
  z.object({ about: z.literal('captureInterfaces') }),
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
  /** Access logs; `isOwn`: no other project may use the machine. */
  z.object({ about: z.literal('accessLogs'), isOwn: z.boolean() }),
  z.object({ about: z.literal('countLog'), ...countOf, isOwn: z.boolean(), order: logOrderSchema }),
  /** How far a count is; asking keeps it. Refused with notFound when there is none of the project with this id. */
  z.object({ about: z.literal('logCount'), ...countOf }),
  z.object({ about: z.literal('endLogCount'), ...countOf }),
  /** Written only when what is there still has this checksum. */
  z.object({ about: z.literal('writeConfig'), path: z.string(), sha256: z.string(), content: z.string() }),
])
export type MachineQuery = z.infer<typeof machineQuerySchema>

/** `refused` carries a code of what is wrong: notAllowed, notFound, changed, tooLarge, notText; cause: `detail` is a coded text. */
export const machineAnswerSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('refused'), reason: z.string(), detail: z.string() }),
  z.object({ about: z.literal('facts'), facts: machineFactsSchema }),
  z.object({
    about: z.literal('javaProcesses'),
    processes: z.array(z.object({ pid: z.int(), name: z.string(), user: z.string() })),
  }),
  z.object({
    about: z.literal('captureInterfaces'),
    hasProgram: z.boolean(),
    right: z.enum(captureRights),
    interfaces: z.array(captureInterfaceSchema).max(1_000),
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
  z.object({ about: z.literal('accessLogs'), files: z.array(logFileSchema).max(maxLogFiles) }),
  z.object({ about: z.literal('countLog') }),
  z.object({ about: z.literal('logCount'), count: logCountSchema }),
  z.object({ about: z.literal('endLogCount') }),
])
export type MachineAnswer = z.infer<typeof machineAnswerSchema>

export const queries = {
  commands: [z.object({ kind: z.literal('machineQuery'), queryId: z.string(), query: machineQuerySchema })],
  reports: [z.object({ kind: z.literal('machineAnswer'), queryId: z.string(), answer: machineAnswerSchema })],
} as const
