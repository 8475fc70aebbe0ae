/** The embedded database requires a password, and databases of 0.1.0–0.5.0, which did not, are migrated to require one. */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, lchown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writePasswordRules, writeSetUpRules } from '@pone/embedded-postgres/access-rules.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { passwordFileOf } from '@pone/embedded-postgres/role-passwords.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from './database.ts'
import { migrate } from './migrations.ts'

const run = promisify(execFile)
const nobody = 65534
const isRoot = process.getuid?.() === 0

let folder = ''
let dataDir = ''
const running: EmbeddedPostgres[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-passwords-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'db')
})

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir })
  running.push(database)
  return database
}

async function query(connection: string | pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function expectNoWayInWithoutPassword({ socketFolder }: EmbeddedPostgres): Promise<void> {
  for (const user of ['postgres', 'pone']) {
    const signIn = { host: socketFolder, user, database: user }
    await expect(query(signIn, 'select 1')).rejects.toThrow(/password must be a string/)
    await expect(query({ ...signIn, password: 'guess' }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  }
}

describe('a fresh database', () => {
  test('lets nobody in without a password', async () => {
    const database = await start()
    await database.openDatabase('pone')
    await expectNoWayInWithoutPassword(database)
  })

  test('has a role that owns the product’s database and nothing else', async () => {
    const database = await start()
    const connection = await database.openDatabase('pone')
    const own = createDatabase(connection, { maxConnections: 1 })
    await migrate(own)
    await own.destroy()
    const [role] = await query(
      connection,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    for (const other of ['postgres', 'template1']) {
      const elsewhere = connection.replace('/pone?', `/${other}?`)
      await expect(query(elsewhere, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/)
    }
    await expect(query(connection, "copy (select 1) to program 'id'")).rejects.toThrow(/permission denied/)
    await expect(query(connection, "select pg_read_file('pg_hba.conf')")).rejects.toThrow(/permission denied/)
  })

  test('keeps its passwords where only who started it can read them', async () => {
    const database = await start()
    const file = await stat(passwordFileOf(dataDir))
    expect([file.mode & 0o777, file.uid]).toEqual([0o600, process.getuid?.()])
    const text = await readFile(passwordFileOf(dataDir), 'utf8')
    const [stored] = await query(
      database.adminConnection('postgres'),
      'select rolpassword from pg_authid where rolname = current_user',
    )
    expect(stored).toEqual({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$/) })
    expect(text).not.toContain('SCRAM')
  })

  test.runIf(isRoot)(
    'is out of reach for the user that programs without one of their own share',
    async () => {
      const database = await start()
      const paths = [
        database.socketFolder,
        join(database.socketFolder, '.s.PGSQL.5432'),
        join(dataDir, 'data', 'pg_hba.conf'),
        passwordFileOf(dataDir),
      ]
      for (const path of paths) {
        const asNobody = run('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'cat', path], {
          cwd: '/',
        })
        await expect(asNobody).rejects.toMatchObject({ stderr: expect.stringContaining('Permission denied') })
      }
      const status = await readFile(`/proc/${database.pid}/status`, 'utf8')
      expect(status).not.toMatch(/^Uid:.*\b(0|65534)\b/m)
    },
  )
})

/** A data folder as 0.5.0 left it: no password is required, the superuser owns the tables, and, under root, the files have no valid owner. */
async function makeOldFolder(): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir })
  await query(database.adminConnection('postgres'), 'create database pone')
  const old = createDatabase(database.adminConnection('pone'), { maxConnections: 1 })
  await migrate(old)
  await old.destroy()
  await query(
    database.adminConnection('pone'),
    `create table kept (id serial primary key, n int); insert into kept (n) values (7);
     create type shade as enum ('dark'); create view kept_view as select n from kept;
     create function twice(n int) returns int language sql return n * 2; alter role postgres password null`,
  )
  await database.stop()
  await rm(passwordFileOf(dataDir))
  const rules = join(dataDir, 'data', 'pg_hba.conf')
  await writeFile(rules, 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
  if (isRoot) await giveTo(nobody)
}

async function giveTo(uid: number): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, uid)
  }
  await chown(dataDir, uid, uid)
}

async function expectUpgraded(): Promise<void> {
  const database = await start()
  const connection = await database.openDatabase('pone')
  await expectNoWayInWithoutPassword(database)
  const own = createDatabase(connection, { maxConnections: 1 })
  await migrate(own)
  await own.destroy()
  const sql = 'insert into kept (n) select twice(n) from kept_view; alter table kept add more shade'
  await query(connection, sql)
  expect(await query(connection, 'select id, n from kept order by id')).toEqual([
    { id: 1, n: 7 },
    { id: 2, n: 14 },
  ])
  expect(
    await query(
      connection,
      "select 1 from pg_class c join pg_namespace s on s.oid = relnamespace where nspname = 'public' and relowner = 'postgres'::regrole",
    ),
  ).toEqual([])
}

describe('a database of 0.5.0', () => {
  const place = () => ({ cluster: join(dataDir, 'data'), user: undefined })
  const ownerOfDatabase = async () => {
    const { uid, gid } = await stat(dataDir)
    return isRoot ? { uid, gid } : undefined
  }
  /** The intermediate states of a start that was killed. */
  const interruptions: [string, () => Promise<void>][] = [
    ['asks for a password after one start', () => Promise.resolve()],
    [
      'is finished when the start ended half way through giving the files away',
      async () =>
        (isRoot &&
          chown(join(dataDir, 'data', 'base'), 59_432, 59_432).then(() => chown(dataDir, 59_432, 59_432))) ||
        undefined,
    ],
    [
      'is finished when the start ended before the password was set',
      async () => {
        await (await startEmbeddedPostgres({ dataDir })).stop()
        await rm(passwordFileOf(dataDir))
        await writeSetUpRules({ ...place(), user: await ownerOfDatabase() })
      },
    ],
    [
      'is finished when the start ended before passwords were asked for',
      async () => {
        await (await startEmbeddedPostgres({ dataDir })).stop()
        await writeSetUpRules({ ...place(), user: await ownerOfDatabase() })
      },
    ],
    [
      'is finished when the start ended before the role had its database',
      async () => {
        const database = await startEmbeddedPostgres({ dataDir })
        await query(database.adminConnection('postgres'), 'create role pone')
        await database.stop()
      },
    ],
    [
      'opens with new passwords when theirs were lost',
      async () => {
        const database = await startEmbeddedPostgres({ dataDir })
        await database.openDatabase('pone')
        await database.stop()
        await rm(passwordFileOf(dataDir))
        await writePasswordRules({ ...place(), user: await ownerOfDatabase() })
      },
    ],
  ]

  test.each(interruptions)('%s', async (_name, interrupt) => {
    await makeOldFolder()
    await interrupt()
    await expectUpgraded()
  })

  test('that came back from a backup opens beside the passwords of today', async () => {
    await makeOldFolder()
    await cp(join(dataDir, 'data'), join(folder, 'backup'), { recursive: true, preserveTimestamps: true })
    const database = await startEmbeddedPostgres({ dataDir })
    await database.openDatabase('pone')
    await database.stop()
    await rm(join(dataDir, 'data'), { recursive: true })
    await cp(join(folder, 'backup'), join(dataDir, 'data'), { recursive: true })
    await chmod(join(dataDir, 'data'), 0o700)
    await expectUpgraded()
  })
})
