/** Starts the whole server on its environment: database, first run, listening; and stops it in order. */

import { mkdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noticeWords } from '@pone/contract/notices.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemClock } from './adapters/clock.ts'
import { createDatabase, type Database } from './adapters/database/database.ts'
import { isDatabaseUnavailable } from './adapters/database/database-error.ts'
import { migrate } from './adapters/database/migrations.ts'
import type { Log } from './adapters/log.ts'
import { openSecretBox } from './adapters/secrets.ts'
import { compose } from './composition.ts'
import type { Environment } from './environment.ts'
import { listen } from './http/listen.ts'
import { isLoopbackAddress } from './http/loopback.ts'
import { type NetworkPlace, networkConditions } from './http/tls/network-safety.ts'
import { openServerCertificate } from './http/tls/server-certificate.ts'
import { openLocalDoor } from './http/tls/tls-server.ts'
import type { AgentLink } from './link/agent-link.ts'
import { sealOldCredentials } from './modules/component/seal-old-credentials.ts'
import { addressFor } from './replicas/own-address.ts'
import { createReplicaRepository } from './replicas/replica.repository.ts'
import { assertReplicaKey } from './replicas/replica-key.ts'
import { writeDemoAccess } from './seed/demo-access.ts'
import { followDemoTarget } from './seed/demo-address.ts'
import { makeDemoMonitors } from './seed/demo-monitors.ts'
import { beginFirstRun, type FirstRun, finishFirstRun } from './seed/first-run.ts'
import type { SeedServices } from './seed/seed-services.ts'

export interface RunningServer {
  /** E.g. `http://127.0.0.1:8080`. */
  readonly address: string
  /** For programs on the same machine, without TLS. */
  readonly localAddress: string
  /** What people should know of how it is reached, a sentence each. */
  readonly warnings: readonly string[]
  /** Present with TLS: reads the certificate's files again. */
  readonly renewCertificate: (() => Promise<boolean>) | undefined
  stop(): Promise<void>
}

const databasePatienceMs = 30_000
const retryEveryMs = 250
/** Any number that nothing else locks. */
const firstRunLock = 7_260_119

/** `onFirstRun` gets the accounts of a fresh installation, before the server listens. */
export async function startServer(
  environment: Environment,
  log: Log,
  onFirstRun: (accounts: FirstRun) => void,
): Promise<RunningServer> {
  const { dataFolder, databaseUrl } = environment
  const name = environment.replicaName ?? `${hostname()}:${environment.port}`
  // Servers may share a data folder, and each empties its own part of it at the start.
  const uploadFolder = join(dataFolder, 'uploads', encodeURIComponent(name))
  await rm(uploadFolder, { recursive: true, force: true })
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  const secrets = await openSecretBox(dataFolder, environment.secretKey)
  const onConnectionLost = (cause: Error): void => log.warn({ err: cause }, 'database connection lost')
  const certificate =
    environment.tls === undefined ? undefined : await openServerCertificate(environment.tls, log)
  const database = createDatabase(databaseUrl, { onConnectionLost })
  try {
    await waitForDatabase(database)
    await migrate(database)
    await assertReplicaKey(secrets, createReplicaRepository(database))
    const sealed = await sealOldCredentials(database, secrets, systemClock())
    if (sealed > 0) log.info({ rows: sealed }, 'passwords and tokens of an earlier version were sealed')
    const network: NetworkPlace = {
      host: environment.host,
      hasTls: certificate !== undefined,
      trustedProxies: environment.trustedProxies,
    }
    const composition = await compose({
      ...(await partsOf(environment)),
      certificate,
      network,
      database,
      secrets,
      logger: log,
      uploadFolder,
      replica: { name, addressOf: addressFor(environment) },
      onReplaced: () => {
        log.fatal(`another server has started as "${name}"; give each its own PONE_REPLICA_NAME`)
        process.exit(1)
      },
    })
    const { services, app } = composition
    await services.clusters.ensureLocalCluster()
    await seed(services, { database, environment, log, onFirstRun })
    await composition.start()
    const address = await listen(app, { host: environment.host, port: environment.port })
    const { port } = app.server.address() as AddressInfo
    await composition.listening(port)
    const door = certificate === undefined ? undefined : await openLocalDoor(app.server)
    const stop = async (): Promise<void> => {
      door?.close()
      certificate?.close()
      await composition.close()
      await database.destroy()
    }
    return {
      address: reachable(address),
      localAddress: door?.address ?? reachable(address),
      warnings: networkConditions(network).map(({ id, params = {} }) => {
        const { title, text } = noticeWords({ id, params, severity: 'warning' }, 'en')
        return `${title}. ${text}`
      }),
      renewCertificate: certificate && (() => certificate.reload()),
      stop,
    }
  } catch (cause) {
    certificate?.close()
    await database.destroy()
    throw cause
  }
}

/** The first accounts, the demo project and its monitors. */
async function seed(
  services: SeedServices & { readonly link: AgentLink },
  {
    database,
    environment,
    log,
    onFirstRun,
  }: {
    readonly database: Database
    readonly environment: Environment
    readonly log: Log
    readonly onFirstRun: (accounts: FirstRun) => void
  },
): Promise<void> {
  const { dataFolder, demoTargetUrl, monitoredDatabase } = environment
  await oneAtATime(database, async () => {
    const accounts = await beginFirstRun(services, { clock: systemClock, demoTargetUrl })
    if (accounts !== undefined) {
      onFirstRun(accounts)
      await finishFirstRun(services, systemClock)
    }
    if (demoTargetUrl !== undefined) await followDemoTarget(services, demoTargetUrl)
    await writeDemoAccess(services, dataFolder)
  })
  if (demoTargetUrl === undefined) return
  const warn = (text: string, cause: unknown): void => log.warn({ err: cause }, text)
  makeDemoMonitors({ services, demoTargetUrl, monitoredDatabase, warn })
}

/** What the composition takes of the environment as it is. */
const partsOf = async (environment: Environment) => ({
  ...environment,
  clock: systemClock,
  version: await readVersion(),
  peerAuthorities: environment.tls?.ca === undefined ? undefined : await readFile(environment.tls.ca, 'utf8'),
  // A proxy in front makes a server on the loopback address reachable.
  isExposed: environment.trustedProxies !== false || !isLoopbackAddress(environment.host),
})

/** A database that is just being started again gets some time. */
async function waitForDatabase(database: Database): Promise<void> {
  const deadline = performance.now() + databasePatienceMs
  for (;;) {
    try {
      await sql`SELECT 1`.execute(database)
      return
    } catch (cause) {
      if (!isDatabaseUnavailable(cause) || performance.now() > deadline)
        throw new Error(`The database cannot be used: ${errorText(cause)}.`, { cause })
      await pause(retryEveryMs)
    }
  }
}

/** While this works, no other server on the database does the same. */
async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  await database.connection().execute(async connection => {
    await sql`SELECT pg_advisory_lock(${firstRunLock})`.execute(connection)
    try {
      await work()
    } finally {
      await sql`SELECT pg_advisory_unlock(${firstRunLock})`.execute(connection)
    }
  })
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** An address that a browser on this machine can open, also when all networks are listened to. */
const reachable = (address: string): string => address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1')
