/** Joins what accounts need: settings, sessions, sign-in, their administration, and the audit. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import { createApiTokenApi } from '../modules/api-token/api-token.api.ts'
import { createApiTokenRepository } from '../modules/api-token/api-token.repository.ts'
import { createApiTokenService } from '../modules/api-token/api-token.service.ts'
import { createAuthApi } from '../modules/auth/auth.api.ts'
import { createAuthService } from '../modules/auth/auth.service.ts'
import { createCaptchaRepository } from '../modules/auth/captcha.repository.ts'
import { createCaptchaService } from '../modules/auth/captcha.service.ts'
import { createRegistrationService } from '../modules/auth/registration.service.ts'
import { createOperationRecordApi } from '../modules/operation-record/operation-record.api.ts'
import { createOperationRecordRepository } from '../modules/operation-record/operation-record.repository.ts'
import { createOperationRecordService } from '../modules/operation-record/operation-record.service.ts'
import { createOperationStatisticsRepository } from '../modules/operation-record/operation-statistics.repository.ts'
import { createKnownDevices } from '../modules/session/known-devices.ts'
import { createPasswordPolicy } from '../modules/session/password-policy.ts'
import { createSessionRepository } from '../modules/session/session.repository.ts'
import { createSessionService } from '../modules/session/session.service.ts'
import { createSignInFailureRepository } from '../modules/session/sign-in-failures.repository.ts'
import { createSignInGuard } from '../modules/session/sign-in-guard.ts'
import { createSettingRepository } from '../modules/setting/setting.repository.ts'
import { createSettingService } from '../modules/setting/setting.service.ts'
import { createImportService } from '../modules/user/import.service.ts'
import { readSheetRows } from '../modules/user/sheet-reader.ts'
import { createUserApi } from '../modules/user/user.api.ts'
import { createUserRepository } from '../modules/user/user.repository.ts'
import { createUserService } from '../modules/user/user.service.ts'

export interface PeopleOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  /** Verification code that is always right; for browser tests. */
  readonly fixedCaptcha: string | undefined
  /** How people may register until an administrator chooses. */
  readonly defaultRegistration: RegistrationMode
}

export function composePeople(options: PeopleOptions) {
  const { database, clock, secrets, fixedCaptcha, defaultRegistration } = options
  const settingRepository = createSettingRepository(database)
  const settings = createSettingService({
    repository: settingRepository,
    secrets,
    defaultRegistration,
  })
  const defaultPassword = () => settings.defaultPassword()
  const userRepository = createUserRepository(database)
  const sessionRepository = createSessionRepository(database)
  const sessions = createSessionService(sessionRepository, clock)
  const captchas = createCaptchaService({
    repository: createCaptchaRepository(database),
    clock,
    fixedCode: fixedCaptcha,
  })
  const guard = createSignInGuard(createSignInFailureRepository(database), clock)
  const policy = createPasswordPolicy(async () => (await settings.security()).password)
  const auth = createAuthService({
    users: userRepository,
    sessions,
    guard,
    devices: createKnownDevices(secrets),
    policy,
    clock,
  })
  const registration = createRegistrationService({
    users: userRepository,
    mode: async () => (await settings.security()).registration,
    policy,
    clock,
  })
  const users = createUserService({
    repository: userRepository,
    sessions,
    guard,
    policy,
    defaultPassword,
    clock,
  })
  const importer = createImportService({
    users: userRepository,
    defaultPassword,
    readRows: readSheetRows,
    clock,
  })
  const apiTokens = createApiTokenService(createApiTokenRepository(database), clock)
  const operationRecordRepository = createOperationRecordRepository(database)
  const operationRecords = createOperationRecordService(
    operationRecordRepository,
    createOperationStatisticsRepository(database),
    clock,
  )
  return {
    handlers: {
      auth: createAuthApi({ auth, registration, captchas }),
      user: createUserApi(users, importer),
      ...createApiTokenApi(apiTokens),
      operationRecord: createOperationRecordApi(operationRecords),
    },
    settings,
    settingRepository,
    users,
    userRepository,
    sessions,
    apiTokens,
    sessionRepository,
    operationRecords,
    operationRecordRepository,
  }
}
