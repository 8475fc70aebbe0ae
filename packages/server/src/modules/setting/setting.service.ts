/** The installation's settings: product name, rules for accounts, the default password that resets give. */
import {
  defaultPasswordRule,
  type PasswordRule,
  passwordRuleSchema,
  type RegistrationMode,
  registrationModes,
  type SecuritySettings,
} from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { z } from 'zod'
import { randomPassword } from '../../adapters/passwords.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { SettingRepository } from './setting.repository.ts'

export interface SettingService {
  productName(): Promise<string>
  security(): Promise<SecuritySettings>
  /** What is left out stays. */
  saveSecurity(changes: {
    registration?: RegistrationMode | undefined
    password?: PasswordRule | undefined
  }): Promise<SecuritySettings>
  /** Made once per installation, and again when it no longer fits the rule; only administrators get to see it. */
  defaultPassword(): Promise<string>
}

export interface SettingDependencies {
  readonly repository: SettingRepository
  readonly secrets: SecretBox
  /** How people may register until an administrator chooses. */
  readonly defaultRegistration: RegistrationMode
}

const names = {
  product: 'product.name',
  registration: 'registration.mode',
  passwordRule: 'password.rule',
  defaultPassword: 'user.defaultPassword',
} as const

export function createSettingService(dependencies: SettingDependencies): SettingService {
  const { repository, secrets, defaultRegistration } = dependencies
  const json = async <T>(name: string, schema: z.ZodType<T>, fallback: T): Promise<T> => {
    const text = await repository.read(name)
    return text === undefined ? fallback : schema.parse(JSON.parse(text))
  }
  const security = async (): Promise<SecuritySettings> => ({
    registration: await json(names.registration, z.enum(registrationModes), defaultRegistration),
    password: await json(names.passwordRule, passwordRuleSchema, defaultPasswordRule),
  })
  return {
    productName: () => json(names.product, z.string(), 'Pone'),
    security,
    saveSecurity: async ({ registration, password }) => {
      if (registration !== undefined) await repository.write(names.registration, JSON.stringify(registration))
      if (password !== undefined) await repository.write(names.passwordRule, JSON.stringify(password))
      return security()
    },
    defaultPassword: async () => {
      const { password: rule } = await security()
      const length = Math.min(rule.maxLength, Math.max(rule.minLength, defaultPasswordRule.maxLength))
      const fresh = () => secrets.seal(randomPassword(length))
      const name = names.defaultPassword
      const stored = (await repository.read(name)) ?? (await repository.readOrWrite(name, fresh()))
      const password = secrets.open(stored)
      if (fitsRule(password, rule)) return password
      const renewed = fresh()
      await repository.write(name, renewed)
      return secrets.open(renewed)
    },
  }
}
