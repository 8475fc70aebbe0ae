/** The installation's settings: product name, registration, the default password that resets give. */
import { z } from 'zod'
import { randomPassword } from '../../adapters/passwords.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { SettingRepository } from './setting.repository.ts'

export interface SettingService {
  productName(): Promise<string>
  canRegister(): Promise<boolean>
  /** Made once per installation; only administrators get to see it. */
  defaultPassword(): Promise<string>
}

export function createSettingService(repository: SettingRepository, secrets: SecretBox): SettingService {
  const json = async <T>(name: string, schema: z.ZodType<T>, fallback: T): Promise<T> => {
    const text = await repository.read(name)
    return text === undefined ? fallback : schema.parse(JSON.parse(text))
  }
  return {
    productName: () => json('product.name', z.string(), 'Pone'),
    canRegister: () => json('registration.isOpen', z.boolean(), true),
    defaultPassword: async () => {
      const name = 'user.defaultPassword'
      const sealed =
        (await repository.read(name)) ?? (await repository.readOrWrite(name, secrets.seal(randomPassword())))
      return secrets.open(sealed)
    },
  }
}
