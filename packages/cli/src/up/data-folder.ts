/** Prepares the data folder of one installation and acquires its lock: one `up` per folder. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderLock, lockFolder } from '@pone/embedded-postgres/folder-lock.ts'
import { CommandError } from '../exit-codes.ts'

export interface DataFolder {
  readonly path: string
  readonly lock: FolderLock
}

/** Free space that a start needs: a new database takes 60 MB. */
const freeMinBytes = 150_000_000
/** Children of a killed `up` end by themselves, the database after its last checkpoint. */
const formerOwnerPatienceMs = 75_000

/** The lock file inside a data folder; its content names the running `up` and its address. */
export const lockFileIn = (path: string): string => join(path, 'lock')

/** @throws CommandError when the folder is in use, cannot be written or its disk is full. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    await probeWriting(path)
    const outcome = await lockFolder(lockFileIn(path), { patienceMs: formerOwnerPatienceMs })
    if (outcome.isLocked) return { path, lock: outcome.lock }
    const { holder } = outcome
    if (holder === undefined) {
      throw new CommandError(
        'alreadyRunning',
        `Processes of an earlier start still use ${path}; end them and start again.`,
      )
    }
    const place = holder.address === undefined ? 'is starting' : `runs at ${holder.address}`
    throw new CommandError('alreadyRunning', `Pone already ${place} on ${path} (process ${holder.pid}).`)
  } catch (cause) {
    throw explainFolderProblem(path, cause)
  }
}

/** Turns a system error about `path` into an error with its message; other errors are returned unchanged. */
export function explainFolderProblem(path: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new CommandError(
        'diskFull',
        `The disk that holds ${path} is full; free some space and start again.`,
        { cause },
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new CommandError(
        'folderUnusable',
        `This user cannot read and write the folder ${path}; choose another one with --data.`,
        { cause },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new CommandError(
        'folderUnusable',
        `${path} cannot be a folder because a file is in its way; choose another one with --data.`,
        { cause },
      )
    case 'ENAMETOOLONG':
      return new CommandError(
        'folderUnusable',
        `The path of the data folder is too long; choose a shorter one with --data.`,
        { cause },
      )
    default:
      return cause
  }
}

async function probeWriting(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < freeMinBytes) {
    const needed = Math.round(freeMinBytes / 1_000_000)
    throw new CommandError(
      'diskFull',
      `The disk that holds ${path} is full: less than ${needed} MB are free; free some space and start again.`,
    )
  }
  const probe = join(path, `.probe-${process.pid}`)
  const file = await open(probe, 'w', 0o600)
  try {
    await file.write(Buffer.alloc(64 * 1024))
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
}

/** A random secret that is created once and then kept in the folder, readable by this user only. */
export async function keepSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim() !== '') return kept.trim()
  const secret = randomBytes(32).toString('base64url')
  await writeFile(path, `${secret}\n`, { mode: 0o600 })
  return secret
}
