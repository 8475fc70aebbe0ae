/** Starts the PostgreSQL that comes with the product, on a folder of its own, and stops it again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, realpath, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { prepareBinaries } from './binaries.ts'
import { clusterEnvironment, prepareCluster, prepareRoot, prepareSocketFolder } from './cluster.ts'
import { chooseDatabaseUser, privileges } from './database-user.ts'
import { EmbeddedPostgresError, explainFailure } from './embedded-postgres-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { worksIn } from './process-table.ts'

export interface EmbeddedPostgresOptions {
  /** Folder that belongs to the database alone; created when missing. */
  readonly dataDir: string
  /** Receives each line that the database logs. */
  readonly log?: ((line: string) => void) | undefined
  /** Descriptor that the database keeps open while it lives, for a lock of the caller. */
  readonly keepOpenFd?: number | undefined
}

export interface EmbeddedPostgres {
  readonly pid: number
  /** Folder of the Unix socket; the user is `postgres`, without a password: only this user can enter the folder. */
  readonly socketFolder: string
  /** Address of one database of the cluster, for pg and the like. */
  connectionString(database: string): string
  /** Settles with what happened when the database has ended, for whatever reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Ends it in order (fast shutdown); the folder can then be started again. Safe to call twice. */
  stop(): Promise<void>
}

/** How long the processes of a killed owner may take to write their last checkpoint. */
const formerOwnerPatienceMs = 60_000
const stopPatienceMs = 30_000

/**
 * Resolves when the database takes connections.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause
    throw explainFailure(options.dataDir, String(cause), cause)
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const linked = await realpath(options.dataDir).catch(() => options.dataDir)
  const user = await chooseDatabaseUser(linked)
  const root = await prepareRoot(options.dataDir, user)
  const lock = await lockRoot(root)
  try {
    const binaries = await prepareBinaries(user)
    const cluster = await prepareCluster(root, binaries, user)
    const socketFolder = await prepareSocketFolder(root, user)
    await removeStalePidFile(cluster)
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
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const deathSignal = ['--pdeathsig', 'INT']
    const command = [...privileges(user), ...deathSignal, binaries.postgres, '-D', cluster, ...settings]
    const descriptors = options.keepOpenFd === undefined ? [lock.fd] : [lock.fd, options.keepOpenFd]
    // Its own session, so that a Ctrl-C meant for us does not reach it before those that use it have ended.
    const child = spawn('setpriv', command, {
      cwd: '/',
      detached: true,
      env: clusterEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', ...descriptors],
    })
    return await supervise(child, { root, socketFolder, lock, log: options.log })
  } catch (cause) {
    await lock.release()
    throw cause
  }
}

async function lockRoot(root: string): Promise<FolderLock> {
  const outcome = await lockFolder(join(root, 'lock'), { patienceMs: formerOwnerPatienceMs })
  if (outcome.isLocked) return outcome.lock
  const who = outcome.holder === undefined ? 'by another process' : `by process ${outcome.holder.pid}`
  throw new EmbeddedPostgresError('folder-in-use', `The database in ${root} is in use ${who}.`)
}

/** PostgreSQL refuses a folder whose pid file names any process that exists, even a zombie or a stranger; our lock knows better. */
async function removeStalePidFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const pid = Number.parseInt(text, 10)
  if (await worksIn(pid, cluster)) {
    throw new EmbeddedPostgresError(
      'folder-in-use',
      `The database in ${cluster} is in use by PostgreSQL process ${pid}.`,
    )
  }
  await unlink(path)
}

interface Supervised {
  readonly root: string
  readonly socketFolder: string
  readonly lock: FolderLock
  readonly log: ((line: string) => void) | undefined
}

async function supervise(
  child: ChildProcess,
  { root, socketFolder, lock, log }: Supervised,
): Promise<EmbeddedPostgres> {
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const released = exited.then(
    async outcome => {
      // Only an empty folder goes: one that a killed database leaves behind is used again by the next start.
      await rmdir(socketFolder).catch(() => undefined)
      await lock.release()
      return outcome
    },
    async (cause: unknown) => {
      await lock.release()
      throw cause
    },
  )
  await waitUntilReady(child, released, { root, log })
  const { pid } = child
  if (pid === undefined) throw explainFailure(root, '')
  return {
    pid,
    socketFolder,
    connectionString: (database: string) =>
      `postgresql://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}`,
    exited: released,
    stop: () => stopInOrder(child, released),
  }
}

async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<unknown>,
  { root, log }: Pick<Supervised, 'root' | 'log'>,
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
