/** The operating-system user that PostgreSQL runs as: it refuses root, so root starts it as another one. */
import { execFile } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Shared by whatever a machine runs without a user of its own; the database ran as it in 0.1.0–0.5.0. */
const nobody: DatabaseUser = { uid: 65534, gid: 65534 }
/**
 * A user of the database alone, so that no other unprivileged process can read its files.
 * It needs no entry in the system's list of users; the number lies in Debian's reserved range.
 */
const ownUser: DatabaseUser = { uid: 59432, gid: 59432 }

/** Undefined when we are an ordinary user and PostgreSQL simply runs as ourselves. */
export interface DatabaseUser {
  readonly uid: number
  readonly gid: number
}

/** As root: the owner of a data folder that an ordinary user has made before, else a user of its own. */
export async function chooseDatabaseUser(dataFolder: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await lstat(dataFolder).catch(() => undefined)
  const isOfAPerson = existing?.isDirectory() === true && existing.uid !== 0 && existing.uid !== nobody.uid
  return isOfAPerson ? { uid: existing.uid, gid: existing.gid } : ownUser
}

/** initdb wants a user with a name, which our own number has not. */
export const initUserFor = (user: DatabaseUser | undefined): DatabaseUser | undefined =>
  user?.uid === ownUser.uid ? nobody : user

/** Arguments for setpriv(1) that run a command as that user; the command goes behind them. */
export function privileges(user: DatabaseUser | undefined): string[] {
  if (user === undefined) return []
  return [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
}

/** True when that user can read the file or list the folder at `path`, through all folders above it. */
export async function canRead(user: DatabaseUser | undefined, path: string): Promise<boolean> {
  return test(user, '-r', path)
}

/** True when that user can run the program, or pass through the folder, at `path`. */
export async function canEnter(user: DatabaseUser | undefined, path: string): Promise<boolean> {
  return test(user, '-x', path)
}

async function test(user: DatabaseUser | undefined, flag: '-r' | '-x', path: string): Promise<boolean> {
  const command = [...privileges(user), 'test', flag, path]
  return run('setpriv', command, { cwd: '/' }).then(
    () => true,
    () => false,
  )
}
