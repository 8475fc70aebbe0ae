/** Accounts of people: their administration, and their import from a sheet. */
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import type { PasswordPolicy } from '../session/password-policy.ts'
import type { SessionService } from '../session/session.service.ts'
import type { SignInGuard } from '../session/sign-in-guard.ts'
import type { SettingService } from '../setting/setting.service.ts'
import { createImportService } from './import.service.ts'
import { readSheetRows } from './sheet-reader.ts'
import { createUserApi } from './user.api.ts'
import { createUserRepository } from './user.repository.ts'
import { createUserService } from './user.service.ts'

export const userNouns: Nouns = {
  user: { zh: '用户', en: 'The user' },
}

export interface UserModuleDeps extends ModuleBase {
  readonly settings: SettingService
  readonly sessions: SessionService
  readonly guard: SignInGuard
  readonly policy: PasswordPolicy
}

export function userModule({ database, clock, settings, sessions, guard, policy }: UserModuleDeps) {
  const userRepository = createUserRepository(database)
  const defaultPassword = () => settings.defaultPassword()
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
  return {
    handlers: { user: createUserApi(users, importer) },
    services: { users, userRepository },
    notices: [
      async () => {
        const count = await userRepository.countWaiting()
        return count === 0 ? [] : [{ id: 'registrationsWaiting' as const, params: { count } }]
      },
    ],
  }
}
