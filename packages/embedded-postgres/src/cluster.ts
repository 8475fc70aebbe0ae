/** Makes the folders of the embedded database: the cluster itself and the private folder of its socket. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { canEnter, type DatabaseUser, initUserFor, privileges } from './database-user.ts'
import { linkElsewhere } from './elsewhere.ts'
import { EmbeddedPostgresError, explainFailure } from './embedded-postgres-error.ts'

const run = promisify(execFile)
const majorVersion = '18'
/** A socket's whole path may take 107 bytes; PostgreSQL adds `/.s.PGSQL.5432` and, for its lock, `.lock`. */
const socketFolderMaxBytes = 107 - '/.s.PGSQL.5432.lock'.length

/** Creates `dataDir`, or, when root's database user could not reach it, a folder elsewhere that `dataDir` then links to. Answers the real path. */
export async function prepareRoot(dataDir: string, user: DatabaseUser | undefined): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true })
  const existing = await lstat(dataDir).catch(() => undefined)
  const isPresent = existing !== undefined
  const isEmptyFolder = existing?.isDirectory() === true && (await readdir(dataDir)).length === 0
  const isReachable = await canEnter(user, dirname(dataDir))
  if (!isReachable && (!isPresent || isEmptyFolder)) {
    if (isPresent) await rmdir(dataDir)
    await linkElsewhere(dataDir)
  } else if (!isPresent) {
    await mkdir(dataDir, { mode: 0o700 })
  }
  const root = await realpath(dataDir)
  await own(root, user)
  if (!(await canEnter(user, root))) {
    throw new EmbeddedPostgresError(
      'folder-unusable',
      `The database folder ${dataDir} cannot be entered by the user that PostgreSQL runs as (uid ${user?.uid ?? process.getuid?.()}).`,
    )
  }
  return root
}

/** Runs initdb in a side folder, so that an interrupted first start never leaves half a cluster. Answers the cluster's path. */
export async function prepareCluster(
  root: string,
  binaries: Binaries,
  user: DatabaseUser | undefined,
): Promise<string> {
  const cluster = join(root, 'data')
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) {
    if (version.trim() === majorVersion) {
      await handOver(cluster, user)
      return cluster
    }
    throw new EmbeddedPostgresError(
      'folder-unusable',
      `The database in ${root} was made by PostgreSQL ${version.trim()}, this is ${majorVersion}; dump it there and load it here.`,
    )
  }
  for (const name of await readdir(root)) {
    if (name.startsWith('data.new')) await rm(join(root, name), { recursive: true, force: true })
  }
  const side = join(root, `data.new-${process.pid}`)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const command = [binaries.initdb, '-D', side, '-U', 'postgres', '--auth=trust', ...locale]
  const initUser = initUserFor(user)
  try {
    await own(root, initUser)
    await run('setpriv', [...privileges(initUser), '--pdeathsig', 'KILL', ...command], {
      cwd: '/',
      env: clusterEnvironment(),
    })
    await own(root, user)
    await handOver(side, user)
    await rename(side, cluster)
  } catch (cause) {
    await rm(side, { recursive: true, force: true })
    throw explainFailure(root, outputOf(cause), cause)
  }
  return cluster
}

/** The folder of the socket: inside `root` when its path is short enough, else a private one under /tmp. */
export async function prepareSocketFolder(root: string, user: DatabaseUser | undefined): Promise<string> {
  const inside = join(root, 'run')
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const folder = Buffer.byteLength(inside) <= socketFolderMaxBytes ? inside : `/tmp/pone-${digest}`
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  const found = await lstat(folder)
  // Inside our own folder it may still be of the user that the database had in 0.1.0–0.5.0, when it was killed then.
  const former = folder === inside ? initUserFor(user)?.uid : undefined
  const allowed = [process.getuid?.(), user?.uid, former]
  if (!found.isDirectory() || !allowed.includes(found.uid)) {
    throw new EmbeddedPostgresError(
      'folder-unusable',
      `${folder} belongs to someone else; remove it and start again.`,
    )
  }
  await own(folder, user)
  await chmod(folder, 0o700)
  return folder
}

/** The only variables that PostgreSQL's programs see. */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

/** Gives a cluster of another user (nobody in 0.1.0–0.5.0) to this one, the folder itself last: an interrupted hand-over is done again. */
async function handOver(cluster: string, user: DatabaseUser | undefined): Promise<void> {
  if (user === undefined || (await lstat(cluster)).uid === user.uid) return
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await own(cluster, user)
}

async function own(folder: string, user: DatabaseUser | undefined): Promise<void> {
  if (user === undefined) return
  await chown(folder, user.uid, user.gid)
}

function outputOf(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: unknown; message?: unknown }
  return `${typeof message === 'string' ? message : ''}\n${typeof stderr === 'string' ? stderr : ''}`
}
