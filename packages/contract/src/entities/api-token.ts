/** API tokens: what scripts and pipelines sign in with, in place of a person's password. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { projectFunctionSchema } from '../permission-schemas.ts'

/** Every API token begins with it, so that scanners of repositories recognise a leaked one. */
export const apiTokenPrefix = 'pone_'

/** Without the token itself, which is shown once and stored nowhere. */
export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The first characters of the token. */
  beginning: z.string(),
  account: z.string(),
  projectId: idSchema,
  projectName: z.string(),
  /** What it may be used for, as far as its person may do it. */
  functions: z.array(projectFunctionSchema),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  /** To the minute; null = never used. */
  lastUsedAt: instantSchema.nullable(),
  /** Address it was used from last. */
  lastUsedFrom: z.string().nullable(),
  revokedAt: instantSchema.nullable(),
})
export type ApiToken = z.infer<typeof apiTokenSchema>
