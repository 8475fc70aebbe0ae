/** Sign-in, registration and verification codes. */
import type { ModuleBase } from '../module.ts'
import type { KnownDevices } from '../session/known-devices.ts'
import type { PasswordPolicy } from '../session/password-policy.ts'
import type { SessionService } from '../session/session.service.ts'
import type { SignInGuard } from '../session/sign-in-guard.ts'
import type { SettingService } from '../setting/setting.service.ts'
import type { UserRepository } from '../user/user.repository.ts'
import { createAuthApi } from './auth.api.ts'
import { createAuthService } from './auth.service.ts'
import { createCaptchaRepository } from './captcha.repository.ts'
import { createCaptchaService } from './captcha.service.ts'
import { createRegistrationService } from './registration.service.ts'

export interface AuthModuleDeps extends ModuleBase {
  readonly settings: SettingService
  readonly sessions: SessionService
  readonly guard: SignInGuard
  readonly policy: PasswordPolicy
  readonly devices: KnownDevices
  readonly userRepository: UserRepository
  /** Verification code that is always right; for browser tests. */
  readonly fixedCaptcha: string | undefined
}

export function authModule(deps: AuthModuleDeps) {
  if (deps.fixedCaptcha !== undefined)
    deps.warn('PONE_CAPTCHA_FIXED makes one verification code valid always; it is for tests only')
  const { database, clock, settings, sessions, guard, policy, devices, userRepository: users } = deps
  const captchas = createCaptchaService({
    repository: createCaptchaRepository(database),
    clock,
    fixedCode: deps.fixedCaptcha,
  })
  const mode = async () => (await settings.security()).registration
  return {
    handlers: {
      auth: createAuthApi({
        auth: createAuthService({ users, sessions, guard, devices, policy, clock }),
        registration: createRegistrationService({ users, mode, policy, clock }),
        captchas,
      }),
    },
    services: {},
    notices: [() => (deps.fixedCaptcha === undefined ? [] : [{ id: 'fixedCaptcha' as const }])],
  }
}
