/** Backup and restore with a PostgreSQL of the user's own, by the very commands of docs/operations.md. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startDebianPostgres } from './adapters/database/test-debian-postgres.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('main.ts', import.meta.url))
const document = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url))

/** Events of a server until it listens or gives up; it is stopped again. */
async function eventsOfStart(url: string, data: string): Promise<string[]> {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { PATH: process.env['PATH'], PONE_DATABASE_URL: url, PONE_DATA: data, PONE_PORT: '0' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  const events: string[] = []
  for await (const line of createInterface({ input: server.stdout })) {
    const { event } = JSON.parse(line) as { event: string }
    events.push(event)
    if (event === 'listening' || event === 'fatal') break
  }
  server.kill('SIGTERM')
  await ended
  return events
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('what was backed up as documented is there again in an empty database and an empty folder', async () => {
  const postgres = await startDebianPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'pone-backup-'))
  try {
    const blocks = [...(await readFile(document, 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g)].map(
      ([, text = '']) => text,
    )
    const backup = blocks.find(text => text.includes('pg_dump')) ?? ''
    const restore = blocks.find(text => text.includes('pg_restore')) ?? ''
    const perform = (script: string, url: string, data: string) =>
      run('sh', ['-euc', script.replaceAll('/backup/', `${folder}/backup/`)], {
        env: { PATH: `${postgres.programs}:${process.env['PATH']}`, DATABASE_URL: url, PONE_DATA: data },
      })
    const before = join(folder, 'before')
    expect(await eventsOfStart(postgres.url, before)).toEqual(['first-run', 'listening'])
    await mkdir(join(folder, 'backup'))
    await perform(backup, postgres.url, before)

    await query(postgres.url, 'create database restored')
    const url = postgres.url.replace(/pone$/, 'restored')
    const after = join(folder, 'after')
    await perform(restore, url, after)
    // The accounts are there: it is no first start.
    expect(await eventsOfStart(url, after)).toEqual(['listening'])
    const accounts = 'select account from users order by account'
    expect(await query(url, accounts)).toEqual(await query(postgres.url, accounts))
    expect(await readFile(join(after, 'secret.key'), 'utf8')).toBe(
      await readFile(join(before, 'secret.key'), 'utf8'),
    )
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
