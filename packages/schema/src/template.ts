/** The texts that a component's fields are made of. */
import { z } from 'zod'
import { idSchema } from './common.ts'
import { maxSecretLength, variableNamePattern } from './limits.ts'

/** Text that may hold `${variable}` and `${function(args)}`. */
export const template = (max = 65_536) => z.string().max(max)

/**
 * A password or token. Unless it only names variables it is stored encrypted; reading gives `secretMask` in its place, and
 * saving that mask keeps the value. What is stored is longer than what is typed, which may have maxSecretLength characters.
 */
export const credential = template(6 * maxSecretLength)

/** A name usable as `${name}`. */
export const variableNameSchema = z.string().trim().regex(variableNamePattern)

/** A file of the project; empty while none is chosen, which keeps a component from running. */
export const fileReferenceSchema = idSchema.or(z.literal(''))

export const nameValueSchema = z.object({
  name: template(2_000),
  value: template(),
  enabled: z.boolean().default(true),
})
export type NameValue = z.infer<typeof nameValueSchema>
