/** Sessions and sign-in protection: failed attempts, known devices, password rules. */
import type { ModuleBase } from '../module.ts'
import type { SettingService } from '../setting/setting.service.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPasswordPolicy } from './password-policy.ts'
import { createSessionRepository } from './session.repository.ts'
import { createSessionService } from './session.service.ts'
import { createSignInFailureRepository } from './sign-in-failures.repository.ts'
import { createSignInGuard } from './sign-in-guard.ts'

export function sessionModule({
  database,
  clock,
  secrets,
  settings,
}: ModuleBase & { readonly settings: SettingService }) {
  const sessionRepository = createSessionRepository(database)
  return {
    handlers: {},
    services: {
      sessions: createSessionService(sessionRepository, clock),
      sessionRepository,
      guard: createSignInGuard(createSignInFailureRepository(database), clock),
      policy: createPasswordPolicy(async () => (await settings.security()).password),
      devices: createKnownDevices(secrets),
    },
  }
}
