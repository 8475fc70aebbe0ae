import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isProcessAlive } from './process-table.ts'

let folder = ''
const running: EmbeddedPostgres[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-pg-'))
  await chmod(folder, 0o711)
})

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  const elsewhere = await readlink(join(folder, 'db')).catch(() => undefined)
  if (elsewhere !== undefined) await rm(elsewhere, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir = join(folder, 'db')): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir })
  running.push(database)
  return database
}

async function query(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.adminConnection('postgres') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('rows that were committed are there after a stop and a second start', async () => {
  const first = await start()
  await query(first, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  const second = await start()
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a database killed with kill -9 loses no committed row and starts again at once', async () => {
  const first = await start()
  await query(first, 'create table kept (n int); insert into kept select generate_series(1, 1000)')
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  const second = await start()
  expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
})

/** The code of the error with which a sign-in or a statement is refused. */
async function refusal(config: pg.ClientConfig, sql = 'select 1'): Promise<unknown> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
    return null
  } catch (cause) {
    return (cause as { code?: unknown }).code
  } finally {
    await client.end()
  }
}

test('the role of the monitor reads statistics of all databases, and no data of any', async () => {
  const database = await start()
  const application = await database.openDatabase('shop')
  const owner = new pg.Client({ connectionString: application })
  await owner.connect()
  await owner.query("create table secrets (word text); insert into secrets values ('hidden')")
  await owner.query("select count(*) from secrets where word = 'hidden'")
  await owner.end()
  await database.openMonitorDatabase()
  const { socketFolder: host, ...account } = await database.openMonitorDatabase()
  const signIn = { host, ...account }
  expect(account.password).not.toBe(new URL(application.replace('@/', '@localhost/')).password)

  const client = new pg.Client(signIn)
  await client.connect()
  const { rows } = await client.query<{ query: string }>(
    `select query from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = 'shop'`,
  )
  expect(rows.map(row => row.query)).toContain('select count(*) from secrets where word = $1')
  const kept = await client.query("select query from pg_stat_statements where query ilike '%password ''%'")
  expect(kept.rows).toEqual([])
  await client.end()

  const wrongRule = '28000'
  const missingRight = '42501'
  expect(await refusal({ ...signIn, database: 'shop' })).toBe(wrongRule)
  expect(await refusal({ ...signIn, database: 'postgres' })).toBe(wrongRule)
  expect(await refusal({ ...signIn, database: 'template1' })).toBe(wrongRule)
  expect(await refusal({ ...signIn, user: 'shop', database: 'shop' })).toBe('28P01')
  expect(await refusal({ ...signIn, password: '' })).not.toBeNull()
  expect(await refusal({ ...signIn, host: '127.0.0.1' })).toBe('ECONNREFUSED')
  for (const attack of [
    'select rolpassword from pg_authid',
    "select pg_read_file('PG_VERSION')",
    "select lo_import('/etc/passwd')",
    "copy (select 1) to program 'id'",
    "copy (select 1) to '/tmp/stolen'",
    'select pg_stat_statements_reset()',
    "alter system set log_statement = 'all'",
    'create database mine',
    'set role shop',
    'create table public.mine (n int)',
    'create temp table mine (n int)',
    'create schema mine',
    'create extension dblink',
  ])
    expect([
      attack,
      await refusal({ ...signIn, options: '-c default_transaction_read_only=off' }, attack),
    ]).toEqual([attack, missingRight])
})

test('a file of passwords of a former release keeps them and gets the one of the monitor', async () => {
  const path = join(folder, 'db-passwords.json')
  const former = { superuser: 's'.repeat(40), application: 'a'.repeat(40) }
  await writeFile(path, JSON.stringify(former))
  const first = await start()
  const { password } = await first.openMonitorDatabase()
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...former, monitor: password })
  expect((await stat(path)).mode & 0o077).toBe(0)
})

test('a pid file that names a living stranger does not block a start', async () => {
  const first = await start()
  await first.stop()
  const pidFile = join(folder, 'db', 'data', 'postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${join(folder, 'db', 'data')}\n0\n5432\n\n\n`)
  const second = await start()
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid file that names a zombie does not block a start', async () => {
  const first = await start()
  await first.stop()
  // The shell never waits for its first child, which therefore stays a zombie once it has ended.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const zombie = await new Promise<string>(resolve =>
      parent.stdout.once('data', data => resolve(String(data))),
    )
    const pidFile = join(folder, 'db', 'data', 'postmaster.pid')
    await writeFile(pidFile, `${zombie.trim()}\n${join(folder, 'db', 'data')}\n0\n5432\n\n\n`)
    await start()
  } finally {
    parent.kill('SIGKILL')
  }
})

test('a second owner of the same folder is refused with the process that has it', async () => {
  await start()
  await expect(startEmbeddedPostgres({ dataDir: join(folder, 'db') })).rejects.toMatchObject({
    problem: 'folder-in-use',
    message: expect.stringContaining(`in use by process ${process.pid}`),
  })
})

test('an owner killed with kill -9 takes its database along, and the next start waits for its end', async () => {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(folder, 'db'))} })
    console.log(pid)
    setInterval(() => {}, 60_000)`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>(resolve => owner.stdout.once('data', data => resolve(Number(data))))
  owner.kill('SIGKILL')
  const second = await start()
  expect(second.pid).not.toBe(pid)
  expect(await isProcessAlive(pid)).toBe(false)
})

test('a folder with a very long path works, through a socket elsewhere', async () => {
  const deep = join(folder, 'a'.repeat(120))
  await mkdir(deep)
  const database = await start(join(deep, 'db'))
  expect(database.socketFolder).toMatch(/^\/tmp\/pone-/)
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  'root can keep its data in a folder that only root may enter',
  async () => {
    await chmod(folder, 0o700)
    const database = await start()
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await realpath(join(folder, 'db'))).toMatch(/^\/var\/lib\/pone\/database-/)
    await database.stop()
    expect(await query(await start(), 'select 2 as two')).toEqual([{ two: 2 }])
  },
)

test('a folder whose parent is a file is refused with one sentence', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(startEmbeddedPostgres({ dataDir: join(folder, 'file', 'db') })).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    message: expect.stringMatching(/^The database in .*\.$/),
  })
})
