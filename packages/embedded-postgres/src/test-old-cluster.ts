/** A database folder as versions 0.1.0 to 0.5.0 made it, for tests of upgrades. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepareBinaries } from './binaries.ts'
import { privileges } from './database-user.ts'

const run = promisify(execFile)
const patienceMs = 60_000

/** Makes the cluster in `root` (the folder `postgresql`) with a database `pone` of this content; everybody who reaches its socket is trusted. */
export async function makeOldCluster(root: string, sql: string): Promise<void> {
  // Root started it as nobody then.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  const programs = await prepareBinaries(user)
  const socket = join(root, 'run')
  await mkdir(socket, { recursive: true })
  if (user !== undefined) for (const each of [root, socket]) await chown(each, user.uid, user.gid)
  const as = (...command: string[]) => [...privileges(user), ...command]
  const environment = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const data = join(root, 'data')
  await run(
    'setpriv',
    as(programs.initdb, '-D', data, '-U', 'postgres', '--auth=trust', ...locale),
    environment,
  )
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`].flatMap(each => ['-c', each])
  const server = spawn('setpriv', as(programs.postgres, '-D', data, ...settings), {
    ...environment,
    stdio: 'ignore',
  })
  try {
    await inDatabase(socket, 'postgres', client => client.query('create database pone'))
    await inDatabase(socket, 'pone', client => client.query(sql))
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
}

/** Waits for the database to start. */
async function inDatabase(
  host: string,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ host, database, user: 'postgres' })
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    try {
      if (isOpen) return void (await work(client))
    } finally {
      if (isOpen) await client.end()
    }
    if (Date.now() > until) throw new Error('the old database does not start')
    await pause(50)
  }
}
