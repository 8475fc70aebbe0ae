/** The composition root: makes every repository, service and handler and joins them; main.ts gives it the outside world. */

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from './adapters/clock.ts'
import type { Database } from './adapters/database/database.ts'
import type { SecretBox } from './adapters/secrets.ts'
import { createGate } from './http/gate.ts'
import { createHttpServer } from './http/http-server.ts'
import { ratesPerMinute } from './http/rates.ts'
import { createAuthApi } from './modules/auth/auth.api.ts'
import { createAuthService } from './modules/auth/auth.service.ts'
import { createCaptchaRepository } from './modules/auth/captcha.repository.ts'
import { createCaptchaService } from './modules/auth/captcha.service.ts'
import { createSessionRepository } from './modules/auth/session.repository.ts'
import { createSessionService } from './modules/auth/session.service.ts'
import { createOperationRecordApi } from './modules/operation-record/operation-record.api.ts'
import { createOperationRecordRepository } from './modules/operation-record/operation-record.repository.ts'
import { createOperationRecordService } from './modules/operation-record/operation-record.service.ts'
import { createAccessRepository } from './modules/project/access.repository.ts'
import { createSettingRepository } from './modules/system/setting.repository.ts'
import { createSettingService } from './modules/system/setting.service.ts'
import { createImportService } from './modules/user/import.service.ts'
import { readSheetRows } from './modules/user/sheet-reader.ts'
import { createUserApi } from './modules/user/user.api.ts'
import { createUserRepository } from './modules/user/user.repository.ts'
import { createUserService } from './modules/user/user.service.ts'

export interface CompositionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly logger?: FastifyBaseLogger | undefined
  /** Temporary place of uploads. */
  readonly uploadFolder: string
  readonly webFolder?: string | undefined
  readonly trustProxy?: boolean | undefined
  /** Verification code that is always right; for browser tests. */
  readonly fixedCaptcha?: string | undefined
  /** Overrides every limit on calls per minute. */
  readonly ratePerMinute?: number | undefined
  readonly checksAnswers?: boolean | undefined
}

export type Composition = Awaited<ReturnType<typeof compose>>

/** Everything wired, not listening yet. */
export async function compose(options: CompositionOptions) {
  const { database, clock, secrets } = options
  const settings = createSettingService(createSettingRepository(database), secrets)
  const defaultPassword = () => settings.defaultPassword()
  const userRepository = createUserRepository(database)
  const sessions = createSessionService(createSessionRepository(database), clock)
  const captchas = createCaptchaService({
    repository: createCaptchaRepository(database),
    clock,
    fixedCode: options.fixedCaptcha,
  })
  const auth = createAuthService({
    users: userRepository,
    sessions,
    canRegister: () => settings.canRegister(),
    clock,
  })
  const users = createUserService({ repository: userRepository, sessions, defaultPassword, clock })
  const importer = createImportService({
    users: userRepository,
    defaultPassword,
    readRows: readSheetRows,
    clock,
  })
  const operationRecords = createOperationRecordService(createOperationRecordRepository(database), clock)
  const { accessOf } = createAccessRepository(database)
  const gate = createGate({ identify: token => sessions.identify(token), accessOf })

  const app: FastifyInstance = await createHttpServer({
    handlers: {
      auth: createAuthApi(auth, captchas),
      user: createUserApi(users, importer),
      operationRecord: createOperationRecordApi(operationRecords),
    },
    gate,
    record: entry => operationRecords.record(entry),
    uploadFolder: options.uploadFolder,
    webFolder: options.webFolder,
    trustProxy: options.trustProxy,
    logger: options.logger,
    ratesPerMinute: ratesPerMinute(options.ratePerMinute),
    checksAnswers: options.checksAnswers ?? false,
    isHealthy: () =>
      sql`SELECT 1`.execute(database).then(
        () => true,
        () => false,
      ),
  })
  return { app, services: { auth, sessions, settings, users, userRepository, operationRecords } }
}
