import { execFileSync } from 'node:child_process'
import {
  appendFile,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TargetFault } from '../../target-fault.ts'
import { temporaryFolder } from '../test-servers.ts'
import type { TargetConnection } from '../transport.ts'
import { readMysqlLog } from './mysql-log.ts'
import { slowLogTransport } from './transport.ts'

const mariadb = (statement: string, { seconds = 2.5, at = 1_700_000_000 } = {}) =>
  `# Time: 231114 22:13:20
# User@Host: app[app] @ localhost [127.0.0.1]
# Thread_id: 8  Schema: shop  QC_hit: No
# Query_time: ${seconds}  Lock_time: 0.000100  Rows_sent: 1  Rows_examined: 500
# Rows_affected: 0  Bytes_sent: 60
SET timestamp=${at};
${statement};
`
const mysql = `# Time: 2023-11-14T22:13:20.123456Z
# User@Host: app[app] @  [10.0.0.7]  Id:     8
# Query_time: 0.500250  Lock_time: 0.000001 Rows_sent: 3  Rows_examined: 9
use shop;
SET timestamp=1700000001;
SELECT *
FROM items;
`
const head = `/usr/sbin/mysqld, Version: 8.0.36. started with:
Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
Time                 Id Command    Argument
`

let folder = ''
let path = ''
let connection: TargetConnection
const never = new AbortController().signal
const opened = (file = path) => slowLogTransport([folder]).open({ slowLogAddress: file }, never)
const statements = async (from = connection) => {
  const { records } = await from.ask({ format: 'mysql' }, never)
  return records.map(({ statement }) => statement)
}
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder, 'slow.log')
  await writeFile(path, '')
  connection = await opened()
})
afterEach(async () => {
  connection.close()
  await rm(folder, { recursive: true })
})

test('entries of MySQL and MariaDB are read', () => {
  const { entries } = readMysqlLog(Buffer.from(head + mysql + mariadb("SELECT 'a'")), true)
  expect(entries).toMatchObject([
    {
      at: 1_700_000_001_000,
      durationMs: 500.25,
      database: 'shop',
      examinedRows: '9',
      statement: 'SELECT *\nFROM items;',
    },
    {
      at: 1_700_000_000_000,
      durationMs: 2_500,
      database: 'shop',
      account: 'app[app] @ localhost [127.0.0.1]',
    },
  ])
})

test('nothing of other files is an entry', () => {
  const others = [
    'root:x:0:0:root:/root:/bin/bash\n',
    '# Time: 231114 22:13:20\nroot:$6$secret:1:\n',
    '# User@Host: a[a] @ b []\nSELECT secret;\n',
    'SET timestamp=1700000000;\nsecret;\n',
    '# comment\n# Query_time: 1.0  Lock_time: 0.1  Rows_sent: 1  Rows_examined: 1\nsecret\n',
    '-----BEGIN PRIVATE KEY-----\nsecret\n',
  ]
  for (const text of [...others, others.join('')])
    expect(readMysqlLog(Buffer.from(text), true).entries).toEqual([])
})

test('an entry that is half written waits for its end', async () => {
  const text = mariadb('SELECT 1') + mariadb('SELECT 2')
  await writeFile(path, text.slice(0, -12))
  expect(await statements()).toEqual(['SELECT 1;'])
  await appendFile(path, text.slice(-12, -3))
  expect(await statements()).toEqual(['SELECT 1;'])
  await appendFile(path, text.slice(-3))
  await statements()
  expect(await statements()).toEqual(['SELECT 2;', 'SELECT 1;'])
  await statements()
  expect(await statements()).toEqual(['SELECT 2;', 'SELECT 1;'])
})

test('rotation and truncation lose nothing and repeat nothing', async () => {
  await writeFile(path, mariadb('SELECT 1'))
  await statements()
  await appendFile(path, mariadb('SELECT 2'))
  await rename(path, `${path}.1`)
  await writeFile(path, mariadb('SELECT 3'))
  await statements()
  expect(await statements()).toEqual(['SELECT 3;', 'SELECT 2;', 'SELECT 1;'])
  await truncate(path)
  await statements()
  await appendFile(path, mariadb('SELECT 4'))
  await statements()
  expect((await statements())[0]).toBe('SELECT 4;')
})

/** Bytes that this process has read from files, pipes and sockets. */
const readBytes = async (): Promise<number> =>
  Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))?.[1])

test('of a file of 64 GB only the end is read', async () => {
  const file = await open(path, 'w')
  await file.truncate(64 * 1024 ** 3)
  await file.write(`\n${mariadb('SELECT 1')}${mariadb('SELECT 2')}`, 64 * 1024 ** 3)
  await file.close()
  const before = await readBytes()
  expect(await statements()).toEqual(['SELECT 1;'])
  expect((await readBytes()) - before).toBeLessThan(64 * 1024 ** 2)
})

test('a log that grows faster than it is read is cut, and says so', async () => {
  await writeFile(path, mariadb('SELECT 1'))
  await statements()
  await appendFile(path, mariadb(`SELECT '${'x'.repeat(1_000)}'`).repeat(9_000))
  const answer = await connection.ask({ format: 'mysql' }, never)
  expect(answer.records).toHaveLength(100)
  expect(answer.fault?.code).toBe('tooLarge')
})

test('no path outside the allowed folders is read, by no link and no other kind of file', async () => {
  const outside = await temporaryFolder()
  const secret = join(outside, 'secret')
  await writeFile(secret, mariadb('SELECT 1'))
  await symlink(secret, join(folder, 'linked.log'))
  await symlink(outside, join(folder, 'linked'))
  await mkdir(join(folder, 'folder.log'))
  // As packages/jmeter makes its pipes.
  const makePipe = 'mkfifo'
  execFileSync(makePipe, [join(folder, 'pipe.log')])
  await link(path, join(folder, 'hard.log'))
  const refused = [
    secret,
    '/etc/passwd',
    '/proc/self/environ',
    `${folder}/../${outside.split('/').at(-1)}/secret`,
    'slow.log',
    `${path}\0.log`,
    ...['linked.log', 'linked/secret', 'folder.log', 'pipe.log'].map(name => join(folder, name)),
  ]
  for (const each of refused) {
    const asked = (await opened(each)).ask({ format: 'mysql' }, never)
    await expect(asked, each).rejects.toMatchObject({
      code: 'notAllowed',
      params: { setting: expect.stringMatching(/^PONE_AGENT_SLOW_LOGS=/) },
    })
  }
  await expect(
    (await opened(join(folder, 'none.log'))).ask({ format: 'mysql' }, never),
  ).rejects.toMatchObject({
    code: 'unreachable',
  })
  await rm(outside, { recursive: true })
})

test('a file that is no slow log is malformed, and nothing of it is told', async () => {
  await writeFile(path, `secret ${'x'.repeat(100)}\n`.repeat(20_000))
  const told = await connection.ask({ format: 'mysql' }, never).catch((error: unknown) => error)
  expect(told).toBeInstanceOf(TargetFault)
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('the statement of an entry is found again for its plan', async () => {
  await writeFile(path, mariadb('SELECT 1') + mysql)
  const { records } = await connection.ask({ format: 'mysql' }, never)
  const sample = await connection.sample?.({ format: 'mysql' }, { entry: records[0]?.['entry'] ?? '' }, never)
  expect(sample).toMatchObject({ text: 'SELECT 1', database: 'shop' })
  expect(await connection.sample?.({ format: 'mysql' }, { entry: 'other@0' }, never)).toBeUndefined()
})
