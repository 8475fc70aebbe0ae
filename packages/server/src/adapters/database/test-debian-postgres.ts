/** The machine's own PostgreSQL as packaged by Debian, on a free loopback port with a password: an external database with its own pg_dump. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../test-sshd.ts'

const run = promisify(execFile)
const versionsFolder = '/usr/lib/postgresql'
const startPatienceMs = 60_000
const nobody = 65_534

export interface DebianPostgres {
  readonly port: number
  /** Connection URL of the database `pone`. */
  readonly url: string
  /** Folder of psql, pg_dump and pg_restore. */
  readonly programs: string
  stop(): Promise<void>
}

/** The user is `pone`, who owns the database `pone`. @throws Error where the package postgresql is not installed */
export async function startDebianPostgres(password = 'test-password'): Promise<DebianPostgres> {
  const version = (await readdir(versionsFolder)).toSorted((a, b) => Number(b) - Number(a))[0]
  const programs = join(versionsFolder, String(version), 'bin')
  const folder = await mkdtemp(join(tmpdir(), 'pone-postgres-'))
  const data = join(folder, 'data')
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  await writeFile(join(folder, 'password'), password)
  if (isRoot) {
    await chown(folder, nobody, nobody)
    await chown(join(folder, 'password'), nobody, nobody)
  }
  await chmod(folder, 0o700)
  const access = ['-U', 'pone', '-A', 'scram-sha-256', `--pwfile=${join(folder, 'password')}`, '-E', 'UTF8']
  const initdb = [...asUser, join(programs, 'initdb'), '-D', data, ...access]
  await run('setpriv', initdb, { cwd: '/' })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]
  const server = spawn(
    'setpriv',
    [
      ...asUser,
      '--pdeathsig',
      'INT',
      join(programs, 'postgres'),
      '-D',
      data,
      ...settings.flatMap(each => ['-c', each]),
    ],
    { cwd: '/', stdio: 'ignore' },
  )
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const admin = { host: '127.0.0.1', port, user: 'pone', password, database: 'postgres' }
    const until = Date.now() + startPatienceMs
    for (;;) {
      const client = new pg.Client(admin)
      try {
        await client.connect()
        await client.query('create database pone')
        break
      } catch (cause) {
        if (Date.now() > until || server.exitCode !== null) throw cause
        await pause(50)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  } catch (cause) {
    await stop()
    throw cause
  }
  const url = `postgresql://pone:${encodeURIComponent(password)}@127.0.0.1:${port}/pone`
  return { port, url, programs, stop }
}
