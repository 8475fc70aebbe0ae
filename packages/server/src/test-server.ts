/** The whole server on a fresh database for tests, in process and without a port; calls go through the same encoding as a browser's. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Failure } from '@pone/contract/answer.ts'
import type { Call, ClientInputOf, OutputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { encodeForm } from '@pone/contract/form-codec.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { systemClock } from './adapters/clock.ts'
import type { Database } from './adapters/database/database.ts'
import { createTestDatabase } from './adapters/database/test-database.ts'
import { createLog } from './adapters/log.ts'
import { hashPassword } from './adapters/passwords.ts'
import { createSecretBox } from './adapters/secrets.ts'
import { type Composition, compose } from './composition.ts'
import type { NetworkPlace } from './http/tls/network-safety.ts'
import type { RecordingSettings } from './modules/recording/recording.service.ts'
import { insertUser } from './modules/user/new-user.ts'

/** How a test presents itself. */
export interface As {
  readonly token?: string | undefined
  readonly isAdministrator?: boolean | undefined
  readonly language?: Language | undefined
  /** Address that the call comes from. */
  readonly from?: string | undefined
}

export interface Answer<T> {
  readonly httpStatus: number
  /** Present when the call succeeded. */
  readonly data: T | undefined
  readonly failure: Failure | undefined
}

/** What a sign-in answers. */
type SignedIn = OutputOf<typeof calls.auth.login>

export interface TestServer extends Composition {
  readonly database: Database
  /** Where uploads wait for their handler. */
  readonly uploadFolder: string
  /** Where the public keys of licences may be put. */
  readonly licenceKeysPath: string
  /** Moves the server's clock. */
  advance(durationMs: number): void
  now(): number
  /** Whatever comes back. */
  ask<C extends Call>(call: C, input: ClientInputOf<C>, as?: As): Promise<Answer<OutputOf<C>>>
  /** The data of a call that must succeed. */
  call<C extends Call>(call: C, input: ClientInputOf<C>, as?: As): Promise<OutputOf<C>>
  /** The failure of a call that must fail. */
  fail<C extends Call>(call: C, input: ClientInputOf<C>, as?: As): Promise<Failure>
  /** Creates an account with the test password; answers its id. */
  addUser(account: string, isAdministrator?: boolean): Promise<string>
  signIn(account: string, options?: { isAdministrator?: boolean; password?: string }): Promise<SignedIn>
  close(): Promise<void>
}

export const testPassword = 'Pass-word1'
export const testCaptcha = '0000'

interface TestServerOptions {
  /** High unless a test is about it. */
  ratePerMinute?: number
  /** As if it listened beyond the loopback addresses. */
  isExposed?: boolean
  connectionsPerAddress?: number
  webFolder?: string
  tracingAddresses?: readonly string[]
  recordings?: RecordingSettings
  network?: NetworkPlace
  /** A migrated one of the test's own, which the test closes. */
  database?: Database
  /** Its clock moves by `advance` only: for waits of seconds, which a busy machine takes for a single call. */
  isClockStopped?: boolean
  /** Makes it one of several servers on `database`, with the key of 32 bytes and, when the test needs it, the files that they share. */
  replica?: { readonly name: string; readonly key: Buffer; readonly fileFolder?: string }
}

export async function createTestServer({
  isClockStopped = false,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const testDatabase = options.database === undefined ? await createTestDatabase() : undefined
  const database = options.database ?? testDatabase?.database
  if (database === undefined) throw new Error('There is no database.')
  const folder = await mkdtemp(join(tmpdir(), 'pone-test-server-'))
  const uploadFolder = join(folder, 'uploads')
  await mkdir(uploadFolder)
  let offsetMs = 0
  const startedMs = systemClock()
  const clock = () => (isClockStopped ? startedMs : systemClock()) + offsetMs
  const composition = await composeIn(folder, { ...options, database, clock })
  const passwordHash = hashPassword(testPassword)
  const server: TestServer = {
    ...composition,
    database,
    uploadFolder,
    licenceKeysPath: join(folder, 'licence-keys.pem'),
    advance: durationMs => {
      offsetMs += durationMs
    },
    now: clock,
    ...testCalls(composition.app),
    addUser: async (account, isAdministrator = false) =>
      insertUser(composition.services.userRepository, {
        account,
        profile: { realName: `${account} name`, email: '', phone: '', organisation: '' },
        isAdministrator,
        passwordHash: await passwordHash,
        mustChangePassword: false,
        now: clock(),
      }),
    signIn: async (account, { isAdministrator = false, password = testPassword } = {}) => {
      const { captchaId } = await server.call(calls.auth.captcha, {})
      const input = { account, password, isAdministrator, captchaId, captchaCode: testCaptcha }
      return server.call(calls.auth.login, input)
    },
    close: async () => {
      await composition.close()
      await testDatabase?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

/** `folder` holds uploads, files and keys of licences. */
const composeIn = (
  folder: string,
  {
    database,
    clock,
    replica,
    ratePerMinute = 1_000_000,
    isExposed = false,
    ...options
  }: Omit<TestServerOptions, 'database' | 'isClockStopped'> & {
    readonly database: Database
    readonly clock: () => number
  },
): Promise<Composition> =>
  compose({
    database,
    clock,
    secrets: createSecretBox(replica?.key ?? randomBytes(32)),
    logger: createLog(process.env['PONE_TEST_LOG'] === undefined ? 'silent' : 'info'),
    version: '0.0.0',
    fileFolder: replica?.fileFolder ?? join(folder, 'files'),
    uploadFolder: join(folder, 'uploads'),
    licenceKeysPath: join(folder, 'licence-keys.pem'),
    fixedCaptcha: testCaptcha,
    ratePerMinute,
    isExposed,
    connectionsPerAddress: options.connectionsPerAddress,
    webFolder: options.webFolder,
    network: options.network,
    tracingAddresses: options.tracingAddresses,
    recordings: options.recordings,
    checksAnswers: true,
    ...(replica === undefined
      ? {}
      : { replica: { name: replica.name, addressOf: (port: number) => `http://127.0.0.1:${port}` } }),
  })

/** Calls as a browser encodes them. */
function testCalls(app: Composition['app']): Pick<TestServer, 'ask' | 'call' | 'fail'> {
  const ask: TestServer['ask'] = async (call, input, as = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: `${apiBase}${call.path}`,
      ...(as.from === undefined ? {} : { remoteAddress: as.from }),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': as.language ?? 'en',
        ...(as.token === undefined ? {} : { token: as.token }),
        ...(as.isAdministrator === true ? { 'is-admin': 'true' } : {}),
      },
      payload: new URLSearchParams(encodeForm(call.input, input as object)).toString(),
    })
    const body = response.json<{ status: number; data: never }>()
    const isDone = body.status === 200
    return {
      httpStatus: response.statusCode,
      data: isDone ? body.data : undefined,
      failure: isDone ? undefined : (body as unknown as Failure),
    }
  }
  return {
    ask,
    call: async (call, input, as) => {
      const { data, failure } = await ask(call, input, as)
      if (data === undefined) throw new Error(`${call.path} failed: ${failure?.code} ${failure?.message}`)
      return data
    },
    fail: async (call, input, as) => {
      const { failure } = await ask(call, input, as)
      if (failure === undefined) throw new Error(`${call.path} succeeded`)
      return failure
    },
  }
}
