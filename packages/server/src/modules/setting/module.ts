/** Settings of the installation that administrators change. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import type { ModuleBase } from '../module.ts'
import { createSettingRepository } from './setting.repository.ts'
import { createSettingService } from './setting.service.ts'

/** `defaultRegistration`: how people may register until an administrator chooses. */
export function settingModule({
  database,
  secrets,
  defaultRegistration,
}: ModuleBase & { readonly defaultRegistration: RegistrationMode }) {
  const settingRepository = createSettingRepository(database)
  const settings = createSettingService({ repository: settingRepository, secrets, defaultRegistration })
  return { handlers: {}, services: { settings, settingRepository } }
}
