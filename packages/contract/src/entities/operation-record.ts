/** Operation records: the audit of every change. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** `refused`: it was not allowed or not right, and nothing was tried; `failed`: it was tried, and broke. */
export const operationOutcomes = ['done', 'refused', 'failed'] as const
export type OperationOutcome = (typeof operationOutcomes)[number]

/** What was tried and broke; every other error refuses. */
const failureCodes: readonly string[] = [
  'DatabaseUnavailable',
  'OperationFailed',
  'DiskFull',
  'ControllerUnreachable',
  'KubernetesFailed',
  'PodsFailed',
  'PodsLate',
  'ExportFailed',
  'DebugFailed',
  'HostUnreachable',
] satisfies ErrorCode[]

/** How an operation went that ended with this code of the catalogue of errors; null = none. */
export function outcomeOf(errorCode: string | null): OperationOutcome {
  if (errorCode === null) return 'done'
  return failureCodes.includes(errorCode) ? 'failed' : 'refused'
}

export const operationRecordSchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** Action of the call, e.g. `component.create`. */
  action: z.string(),
  account: z.string(),
  /** Name of the account's API token that it was done with; null when the person was signed in. */
  apiToken: z.string().nullable(),
  asAdministrator: z.boolean(),
  /** Address the request came from. */
  from: z.string(),
  projectId: idSchema.nullable(),
  projectName: z.string().nullable(),
  /** What it was done to, in words. */
  target: z.string(),
  /** Values before and after, secrets left out; null where there were none. */
  before: z.unknown(),
  after: z.unknown(),
  outcome: z.enum(operationOutcomes),
  errorCode: z.string().nullable(),
  /** What fills the places of the error's text; null in records of versions before 0.9.0. */
  errorParams: z
    .record(z.string(), z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]))
    .nullable(),
})
export type OperationRecord = z.infer<typeof operationRecordSchema>

export const operationRanges = ['1d', '1w', '1m', '3m'] as const

const outcomeCounts = { done: z.int(), refused: z.int(), failed: z.int() }
export const operationStatisticsSchema = z.object({
  /** Per action, those that were done most often first; `accounts` is how many people tried. */
  actions: z.array(z.object({ action: z.string(), ...outcomeCounts, accounts: z.int() })),
  /** Per person, the busiest first. */
  people: z.array(z.object({ account: z.string(), ...outcomeCounts, lastAt: instantSchema })),
  /** Per hour (range of a day) or day, oldest first, none left out; `at` is where it begins. */
  times: z.array(z.object({ at: instantSchema, ...outcomeCounts })),
})
export type OperationStatistics = z.infer<typeof operationStatisticsSchema>
