/** What a load machine can drive by its own measurement, and how its limit of users follows from that. */

import { instantSchema } from '@pone/schema/common.ts'
import { maxUsersPerMachine } from '@pone/schema/limits.ts'
import { z } from 'zod'

/** What the machine measured: requests to a target of its own over loopback, with as many engine processes as a run gets. */
export const calibrationFiguresSchema = z.object({
  /** Requests with an outcome per second, over the whole seconds in the middle of the measurement. */
  requestsPerSecond: z.number().min(0),
  /** Use of all cores of the machine meanwhile, the target included, 0 to 1. */
  cpu01: z.number().min(0).max(1),
  /** What a further user with a connection of its own takes of the engine's memory. */
  bytesPerUser: z.int().min(0),
})
export type CalibrationFigures = z.infer<typeof calibrationFiguresSchema>

export const calibrationSchema = calibrationFiguresSchema.extend({
  /** When it ended, server's clock. */
  at: instantSchema,
  /** Of the machine at that time. */
  cores: z.int(),
  memoryBytes: z.int(),
  /** How the measurement and the proposal are defined; grows when one of them changes. */
  definition: z.literal(1),
  proposedUsers: z.int().min(1),
})
export type Calibration = z.infer<typeof calibrationSchema>

/** A user is taken to send so many requests per second: a busy one, without think time a fast target is asked more often. */
export const calibratedRequestsPerUser = 10
/** Part of the measured rate, and of the memory, that users may take, so that the generator is not what is measured. */
export const calibratedCpuPart01 = 0.7
export const calibratedMemoryPart01 = 0.5

/** Users that the machine can drive: by its rate, or by its memory where that is less; two digits, rounded down. */
export function proposedUsersOf(figures: CalibrationFigures, memoryBytes: number): number {
  const byRate = (figures.requestsPerSecond * calibratedCpuPart01) / calibratedRequestsPerUser
  const byMemory = (memoryBytes * calibratedMemoryPart01) / Math.max(1, figures.bytesPerUser)
  const users = Math.floor(Math.min(byRate, byMemory, maxUsersPerMachine))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, users))) - 1)
  return Math.max(1, Math.floor(users / unit) * unit)
}
