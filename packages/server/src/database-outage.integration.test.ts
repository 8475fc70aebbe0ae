/** The database goes away and comes back: calls say so meanwhile, and work again without a restart of the server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDatabase } from './adapters/database/database.ts'
import { migrate } from './adapters/database/migrations.ts'
import { createTestServer } from './test-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'pone-outage-'))
const dataDir = join(folder, 'db')
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a killed database is told to callers, and they go on when it is back', async () => {
  let postgres = await startEmbeddedPostgres({ dataDir })
  const database = createDatabase(await postgres.openDatabase('pone'), { maxConnections: 5 })
  await migrate(database)
  const server = await createTestServer({ database })
  await server.addUser('survivor')
  const { token } = await server.signIn('survivor')
  const health = async () => (await server.app.inject(`${apiBase}/health`)).statusCode
  expect(await health()).toBe(200)

  process.kill(postgres.pid, 'SIGKILL')
  await postgres.exited
  for (const call of [calls.auth.session, calls.project.mine, calls.auth.captcha]) {
    // A process of the database that serves a connection may outlive the killed one for a moment.
    await vi.waitFor(async () => {
      const { httpStatus, failure } = await server.ask(call, {}, { token })
      expect([httpStatus, failure?.code]).toEqual([200, 'DatabaseUnavailable'])
    }, 10_000)
  }
  expect(await health()).toBe(503)

  postgres = await startEmbeddedPostgres({ dataDir })
  expect((await server.call(calls.auth.session, {}, { token })).account).toBe('survivor')
  expect(await health()).toBe(200)
  await server.close()
  await database.destroy()
  await postgres.stop()
})

test('a connection that breaks inside a transaction fails that call alone', async () => {
  const server = await createTestServer()
  const broken = server.database.transaction().execute(async transaction => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(server.database)
    await sql`SELECT 1`.execute(transaction)
  })
  await expect(broken).rejects.toThrow()
  expect((await server.call(calls.system.info, {})).productName).toBe('Pone')
  await server.close()
})
