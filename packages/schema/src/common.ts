/** Field types shared by the entities: ids, names, instants, contact data. */
import { z } from 'zod'
import {
  accountPattern,
  emailPattern,
  maxDescriptionLength,
  maxNameLength,
  pageSizes,
  passwordLengthBounds,
  phonePattern,
} from './limits.ts'

export const idSchema = z.uuid()
/** Epoch milliseconds. */
export const instantSchema = z.int().min(0)
export const nameSchema = z.string().trim().min(1).max(maxNameLength)
export const descriptionSchema = z.string().trim().max(maxDescriptionLength)
export const accountSchema = z.string().trim().regex(accountPattern)
/** Its form is judged by the installation's rule, see password-rule.ts. */
export const passwordSchema = z.string().min(1).max(passwordLengthBounds.max)
export const emailSchema = z.string().trim().max(254).regex(emailPattern)
export const phoneSchema = z.string().trim().regex(phonePattern)
/** Optional contact fields arrive as empty strings from forms. */
export const optionalEmailSchema = emailSchema.or(z.literal(''))
export const optionalPhoneSchema = phoneSchema.or(z.literal(''))

/** Paging and ordering that every list call takes; `page` counts from 1. */
export const pageQueryShape = {
  page: z.int().min(1).default(1),
  pageSize: z.union(pageSizes.map(size => z.literal(size))).default(10),
  search: z.string().trim().max(100).default(''),
}
export const noInput = z.object({})
export const done = z.object({})
export const projectScope = { projectId: idSchema }
