/** The installation's rules for accounts, which an administrator sets. */

import { passwordLengthBounds, passwordMaxLength, passwordMinLength } from '@pone/schema/limits.ts'
import { z } from 'zod'

/** Who may register: everyone, everyone whom an administrator then approves, or nobody. */
export const registrationModes = ['open', 'approval', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

const length = z.int().min(passwordLengthBounds.min).max(passwordLengthBounds.max)

/** Characters that a password must have, at least and at most. */
export const passwordRuleSchema = z.object({ minLength: length, maxLength: length })
export type PasswordRule = z.infer<typeof passwordRuleSchema>

/** Specification section 5. */
export const defaultPasswordRule: PasswordRule = {
  minLength: passwordMinLength,
  maxLength: passwordMaxLength,
}

export const securitySettingsSchema = z.object({
  registration: z.enum(registrationModes),
  password: passwordRuleSchema,
})
export type SecuritySettings = z.infer<typeof securitySettingsSchema>
