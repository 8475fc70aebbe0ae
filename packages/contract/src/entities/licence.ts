/** The licence of an installation: what a licence file grants, and how it stands at this moment. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { maxLicenceDays, maxLicenceUsers } from '@pone/schema/limits.ts'
import { z } from 'zod'

/** What a licence file grants; this is what is signed. */
export const licenceGrantSchema = z.strictObject({
  id: idSchema,
  /** One line; it stands in the readable head of the file. */
  holder: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u),
  /** Virtual users of all runs together, at one moment. */
  totalUsers: z.int().min(1).max(maxLicenceUsers),
  /** Days of 24 hours from `notBefore`; null = no end. */
  authorisedDays: z.int().min(1).max(maxLicenceDays).nullable(),
  /** When the file was made. */
  producedAt: instantSchema,
  notBefore: instantSchema,
  features: z.array(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)).max(32),
})
export type LicenceGrant = z.infer<typeof licenceGrantSchema>

/** `community`: no file is installed. Of the others only `valid` lets runs start. */
export const licenceStates = [
  'community',
  'valid',
  'notYetValid',
  'expired',
  'wrongSignature',
  'damaged',
] as const
export type LicenceState = (typeof licenceStates)[number]

/** A licence as it is judged at one moment. */
export const judgedLicenceSchema = z.object({
  state: z.enum(licenceStates),
  /** null when the file cannot be read or its signature is not trusted. */
  grant: licenceGrantSchema.nullable(),
  /** null = no end, or no grant. */
  expiresAt: instantSchema.nullable(),
  /** Days begun that are left; 0 when expired; null = no end, or no grant. */
  remainingDays: z.int().min(0).nullable(),
})
export type JudgedLicence = z.infer<typeof judgedLicenceSchema>

export const licenceStatusSchema = judgedLicenceSchema.extend({
  /** Virtual users that active runs hold now, and the most that were ever held at one moment. */
  usedUsers: z.int().min(0),
  peakUsers: z.int().min(0),
  peakAt: instantSchema.nullable(),
  /** The instant the licence is judged by: the server's clock, or the last one seen when the clock was turned back. */
  judgedAt: instantSchema,
  isClockTurnedBack: z.boolean(),
  /** How many public keys are trusted; null when their file cannot be used. */
  trustedKeys: z.int().min(0).nullable(),
})
export type LicenceStatus = z.infer<typeof licenceStatusSchema>

/** One change of the installed licence, latest first in lists. */
export const licenceChangeSchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** Account that did it. */
  by: z.string(),
  kind: z.enum(['installed', 'removed']),
  grant: licenceGrantSchema.nullable(),
})
export type LicenceChange = z.infer<typeof licenceChangeSchema>

/** What holds while no file is installed: enough for most teams, without an end. */
export const communityUsers = 5_000

/** From so many days before its end administrators are warned. */
export const licenceWarningDays = 14
