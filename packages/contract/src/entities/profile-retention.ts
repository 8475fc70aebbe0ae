/** For how long flame diagrams and thread dumps of a project are kept. */
import { z } from 'zod'

export const maxProfileRetentionDays = 3_660
/** Of a project that has not set any; with five flame diagrams a day it stays within its limit. */
export const defaultProfileRetentionDays = 90
const dayMs = 24 * 3_600_000

/** 0: nothing is deleted by age. */
export const profileRetentionDaysSchema = z.int().min(0).max(maxProfileRetentionDays)

export const profileRetentionSchema = z.object({
  days: profileRetentionDaysSchema,
  /** What is older than the days that were asked about, without what is always kept. */
  expired: z.object({ profiles: z.int().min(0), threadDumps: z.int().min(0) }),
})
export type ProfileRetention = z.infer<typeof profileRetentionSchema>

/** What was stored before then has expired, epoch ms; null: nothing does. */
export const expiredBefore = (days: number, nowMs: number): number | null =>
  days === 0 ? null : nowMs - days * dayMs

/** When it expires, epoch ms; null: never. */
export const expiryOf = (stored: {
  readonly atMs: number
  readonly days: number
  readonly isKept: boolean
}): number | null => (stored.isKept || stored.days === 0 ? null : stored.atMs + stored.days * dayMs)
