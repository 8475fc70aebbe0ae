import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readlink, realpath, rm, writeFile } from 'node:fs/promises'
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
