/** Accounts: project users and administrators. */

import {
  accountSchema,
  idSchema,
  instantSchema,
  optionalEmailSchema,
  optionalPhoneSchema,
} from '@pone/schema/common.ts'
import { z } from 'zod'

export const userSchema = z.object({
  id: idSchema,
  account: z.string(),
  realName: z.string(),
  email: z.string(),
  phone: z.string(),
  organisation: z.string(),
  isAdministrator: z.boolean(),
  projects: z.array(z.object({ id: idSchema, name: z.string(), role: z.string() })),
  createdAt: instantSchema,
  lastLoginAt: instantSchema.nullable(),
  /** Locked until then; null = not locked. A lock by an administrator has no end and is `lockedByAdministrator`. */
  lockedUntil: instantSchema.nullable(),
  lockedByAdministrator: z.boolean(),
  /** Registered, and not yet approved by an administrator. */
  isWaiting: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** What a form for an account holds; the password is apart. */
export const userFieldsSchema = z.object({
  account: accountSchema,
  realName: z.string().trim().min(1).max(64),
  email: optionalEmailSchema.default(''),
  phone: optionalPhoneSchema.default(''),
  organisation: z.string().trim().max(128).default(''),
  isAdministrator: z.boolean().default(false),
})

export const sessionSchema = z.object({
  token: z.string(),
  userId: idSchema,
  account: z.string(),
  realName: z.string(),
  email: z.string(),
  phone: z.string(),
  organisation: z.string(),
  isAdministrator: z.boolean(),
  mustChangePassword: z.boolean(),
  cloudMode: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>
