/** One process of PostgreSQL: started on a cluster, watched until it takes connections, ended in order. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { clusterEnvironment } from './cluster.ts'
import { type DatabaseUser, privileges } from './database-user.ts'
import { explainFailure } from './embedded-postgres-error.ts'

export interface PostgresLaunch {
  readonly program: string
  /** Folder that messages name. */
  readonly root: string
  readonly cluster: string
  readonly socketFolder: string
  readonly user: DatabaseUser | undefined
  /** Whether the package has the extension that counts statements. */
  readonly hasStatementCounts: boolean
  /** Descriptors that it keeps open while it lives. */
  readonly descriptors: readonly number[]
  readonly log: ((line: string) => void) | undefined
}

export interface RunningPostgres {
  readonly pid: number
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Ends it in order (fast shutdown). Safe to call twice. */
  stop(): Promise<void>
}

const stopPatienceMs = 30_000

/** Counts statements for the monitor of the installation; others than queries are left out, since they are kept with the passwords of roles. */
const statementCounts = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
}

/** Resolves when it takes connections. @throws EmbeddedPostgresError */
export async function launchPostgres(launch: PostgresLaunch): Promise<RunningPostgres> {
  const { program, root, cluster, socketFolder, user, hasStatementCounts, descriptors } = launch
  const settings = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(hasStatementCounts ? statementCounts : {}),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...privileges(user), '--pdeathsig', 'INT', program, '-D', cluster, ...settings]
  // Its own session, so that a Ctrl-C meant for us does not reach it before those that use it have ended.
  const child = spawn('setpriv', command, {
    cwd: '/',
    detached: true,
    env: clusterEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', ...descriptors],
  })
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await waitUntilReady(child, exited, launch)
  const { pid } = child
  if (pid === undefined) throw explainFailure(root, '')
  return { pid, exited, stop: () => stopInOrder(child, exited) }
}

async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<unknown>,
  { root, log }: PostgresLaunch,
): Promise<void> {
  const { stderr } = child
  if (stderr === null) throw explainFailure(root, '')
  const early: string[] = []
  let isStarting = true
  const reader = createInterface({ input: stderr })
  const hasSaidAll = new Promise<void>(resolve => reader.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    reader.on('line', line => {
      log?.(line)
      if (!isStarting) return
      early.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    exited
      .then(() => hasSaidAll)
      .then(
        () => reject(explainFailure(root, early.join('\n'))),
        (cause: unknown) => reject(explainFailure(root, String(cause), cause)),
      )
  })
  isStarting = false
}

async function stopInOrder(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGINT')
  const quit = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs)
  const kill = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs + 5_000)
  await exited
  clearTimeout(quit)
  clearTimeout(kill)
}
