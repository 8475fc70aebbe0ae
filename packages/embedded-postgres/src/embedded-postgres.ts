/** Starts the PostgreSQL that comes with the product, on a folder of its own, and stops it again. */
import { readFile, realpath, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  hasPasswordRules,
  isPasswordRight,
  type RulesPlace,
  setSuperuserPassword,
  writePasswordRules,
  writeSetUpRules,
} from './access-rules.ts'
import { prepareApplicationDatabase } from './application-database.ts'
import { prepareBinaries } from './binaries.ts'
import { prepareCluster, prepareRoot, prepareSocketFolder } from './cluster.ts'
import { chooseDatabaseUser } from './database-user.ts'
import { EmbeddedPostgresError, explainFailure } from './embedded-postgres-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type MonitorSignIn, monitorRole, prepareMonitorDatabase } from './monitor-database.ts'
import { launchPostgres, type RunningPostgres } from './postgres-process.ts'
import { worksIn } from './process-table.ts'
import { keepPasswords, passwordFileOf, type RolePasswords, superuser } from './role-passwords.ts'

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
  /** Folder of the Unix socket, which only the database's user (and root) can enter. */
  readonly socketFolder: string
  /** Address of one database of the cluster as its superuser: for tests and set-up, never for the product's own work. */
  adminConnection(database: string): string
  /** Makes the database with a role of the same name, if they are missing, and answers that role's address: it owns this database and sees no other. */
  openDatabase(name: string): Promise<string>
  /** Makes the role that may read the cluster's statistics and nothing else, with a database of its own, and answers how it signs in. */
  openMonitorDatabase(): Promise<MonitorSignIn>
  /** Settles with what happened when the database has ended, for whatever reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Ends it in order (fast shutdown); the folder can then be started again. Safe to call twice. */
  stop(): Promise<void>
}

/** PostgreSQL's usual one; it only names the socket. */
const socketPort = 5432

/** How long the processes of a killed owner may take to write their last checkpoint. */
const formerOwnerPatienceMs = 60_000

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
    const passwords = await keepPasswords(passwordFileOf(options.dataDir))
    await removeStalePidFile(cluster)
    const descriptors = options.keepOpenFd === undefined ? [lock.fd] : [lock.fd, options.keepOpenFd]
    const launch = () =>
      launchPostgres({
        program: binaries.postgres,
        hasStatementCounts: binaries.hasStatementCounts,
        root,
        cluster,
        socketFolder,
        user,
        descriptors,
        log: options.log,
      })
    const running = await launchWithPasswords({ place: { cluster, user }, socketFolder, passwords, launch })
    return describe(running, {
      socketFolder,
      lock,
      passwords,
      hasStatementCounts: binaries.hasStatementCounts,
    })
  } catch (cause) {
    await lock.release()
    throw cause
  }
}

/** A cluster that trusts everybody, or whose password is another one, is started once before, for the password alone. */
async function launchWithPasswords(start: {
  readonly place: RulesPlace
  readonly socketFolder: string
  readonly passwords: RolePasswords
  readonly launch: () => Promise<RunningPostgres>
}): Promise<RunningPostgres> {
  const { place, socketFolder, passwords, launch } = start
  if (await hasPasswordRules(place)) {
    const running = await launch()
    if (await whileRunning(running, () => isPasswordRight(socketFolder, passwords))) return running
    await running.stop()
  }
  await writeSetUpRules(place)
  const setUp = await launch()
  await whileRunning(setUp, () => setSuperuserPassword(socketFolder, passwords))
  await setUp.stop()
  await writePasswordRules(place)
  return launch()
}

async function whileRunning<T>(running: RunningPostgres, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    await running.stop()
    throw cause
  }
}

function describe(
  running: RunningPostgres,
  own: {
    readonly socketFolder: string
    readonly lock: FolderLock
    readonly passwords: RolePasswords
    readonly hasStatementCounts: boolean
  },
): EmbeddedPostgres {
  const { socketFolder, lock, passwords, hasStatementCounts } = own
  const exited = running.exited.then(async outcome => {
    // Only an empty folder goes: one that a killed database leaves behind is used again by the next start.
    await rmdir(socketFolder).catch(() => undefined)
    await lock.release()
    return outcome
  })
  const addressOf = (role: string, password: string, database: string) =>
    `postgresql://${encodeURIComponent(role)}:${password}@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}`
  const adminConnection = (database: string) => addressOf(superuser, passwords.superuser, database)
  return {
    pid: running.pid,
    socketFolder,
    adminConnection,
    openDatabase: async name => {
      await prepareApplicationDatabase(adminConnection, { name, password: passwords.application })
      return addressOf(name, passwords.application, name)
    },
    openMonitorDatabase: async () => {
      const password = passwords.monitor
      await prepareMonitorDatabase(adminConnection, { password, hasStatementCounts })
      return { socketFolder, port: socketPort, user: monitorRole, password, database: monitorRole }
    },
    exited,
    stop: async () => {
      await running.stop()
      await exited
    },
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
