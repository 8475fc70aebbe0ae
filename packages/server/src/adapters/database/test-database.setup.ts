/** Global set-up of the test runner: a folder for everything temporary; answers requests for databases with fresh copies of a migrated one, starting PostgreSQL on the first request only. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { sql } from 'kysely'
import { openTestFolder } from '../../test-folder.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrations.ts'

/** Environment variable with the socket on which test processes request a database. */
export const brokerVariable = 'PONE_TEST_DATABASE_BROKER'
const template = 'pone_template'

interface TestServer {
  addressOf(database: string): string
  stop(): Promise<void>
}

/** Runs before all tests; the returned function runs after them. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await openTestFolder()
  const socket = join(folder.path, 'broker.sock')
  let starting: Promise<TestServer> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const broker = createServer(connection => {
    starting ??= startTestServer(join(folder.path, 'postgres'))
    const server = starting
    // One copy at a time: PostgreSQL does not allow other connections to a template during the copy.
    queue = queue.then(async () => {
      connection.end(JSON.stringify(await server.then(createCopy).catch(explain)))
    })
    connection.on('error', () => undefined)
  })
  await new Promise<void>(resolve => broker.listen(socket, resolve))
  process.env[brokerVariable] = socket
  return async () => {
    await closeServer(broker)
    await starting?.then(
      server => server.stop(),
      () => undefined,
    )
    await folder.remove()
  }
}

const explain = (cause: unknown) => ({ problem: String(cause) })

const closeServer = (server: Server): Promise<void> => new Promise(resolve => server.close(() => resolve()))

async function startTestServer(dataDir: string): Promise<TestServer> {
  const given = process.env['PONE_TEST_DATABASE_URL']
  const embedded = given === undefined ? await startEmbeddedPostgres({ dataDir }) : undefined
  const addressOf = (database: string): string => {
    if (embedded !== undefined) return embedded.adminConnection(database)
    const url = new URL(given ?? '')
    url.pathname = `/${database}`
    return url.href
  }
  const server = { addressOf, stop: async () => embedded?.stop() }
  try {
    await createTemplate(server)
    return server
  } catch (cause) {
    await server.stop()
    throw cause
  }
}

async function createTemplate(server: TestServer): Promise<void> {
  await execute(server, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
  await execute(server, `CREATE DATABASE ${template}`)
  const database = createDatabase(server.addressOf(template), { maxConnections: 1 })
  try {
    await migrate(database)
  } finally {
    await database.destroy()
  }
}

async function createCopy(server: TestServer): Promise<{ connectionString: string }> {
  const name = `pone_test_${randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return { connectionString: server.addressOf(name) }
}

async function execute(server: TestServer, statement: string): Promise<void> {
  const database = createDatabase(server.addressOf('postgres'), { maxConnections: 1 })
  try {
    await sql.raw(statement).execute(database)
  } finally {
    await database.destroy()
  }
}
