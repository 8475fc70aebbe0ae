/** The lock that says who owns a folder: held by the kernel for as long as one process keeps the descriptor, so that it cannot outlive its owner. */
import { spawn } from 'node:child_process'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { isProcessAlive, startTicksOf } from './process-table.ts'

/** What the owner tells about itself to those who find the folder locked. */
export interface LockHolder {
  readonly pid: number
  /** Start of the process in clock ticks since boot; with the pid it names one process for certain. */
  readonly startTicks: number
  /** Where the owner can be reached, when it has said so. */
  readonly address?: string | undefined
}

export interface FolderLock {
  /** Hand this descriptor to child processes and the lock stays until the last of them is gone. */
  readonly fd: number
  /** Publishes the address for those who find the folder locked. */
  describe(address: string): Promise<void>
  /** Safe to call twice. */
  release(): Promise<void>
}

export type LockOutcome =
  | { readonly isLocked: true; readonly lock: FolderLock }
  /** `holder` is undefined when the owner is gone but processes that it started still are ending. */
  | { readonly isLocked: false; readonly holder: LockHolder | undefined }

export interface LockPatience {
  /** How long to wait for the remains of a killed owner to end. */
  readonly patienceMs: number
  /** Waits for a living owner as well, instead of reporting it at once. */
  readonly waitsForLiving?: boolean
}

/**
 * Takes the lock file at `path`, which is created when missing.
 * @throws the system's error when the file cannot be opened.
 */
export async function lockFolder(
  path: string,
  { patienceMs, waitsForLiving }: LockPatience,
): Promise<LockOutcome> {
  const file = await open(path, 'a+', 0o600)
  try {
    if (await takeLock(file.fd, 0)) return { isLocked: true, lock: await ownLock(file) }
    const holder = await readHolder(path)
    if (holder !== undefined && waitsForLiving !== true) {
      await file.close()
      return { isLocked: false, holder }
    }
    if (await takeLock(file.fd, patienceMs)) return { isLocked: true, lock: await ownLock(file) }
  } catch (cause) {
    await file.close()
    throw cause
  }
  await file.close()
  return { isLocked: false, holder: await readHolder(path) }
}

/** The living owner that a lock file names, or undefined. */
export async function readHolder(path: string): Promise<LockHolder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const holder = parseHolder(text)
  return holder !== undefined && (await isProcessAlive(holder.pid, holder.startTicks)) ? holder : undefined
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, startTicks, address } = value as Record<string, unknown>
    if (typeof pid !== 'number' || typeof startTicks !== 'number') return undefined
    return { pid, startTicks, address: typeof address === 'string' ? address : undefined }
  } catch {
    return undefined
  }
}

async function ownLock(file: FileHandle): Promise<FolderLock> {
  const self: LockHolder = { pid: process.pid, startTicks: (await startTicksOf(process.pid)) ?? 0 }
  const write = async (holder: LockHolder | undefined) => {
    await file.truncate(0)
    if (holder !== undefined) await file.write(JSON.stringify(holder))
  }
  await write(self)
  let isReleased = false
  return {
    fd: file.fd,
    describe: address => write({ ...self, address }),
    release: async () => {
      if (isReleased) return
      isReleased = true
      await write(undefined)
      await file.close()
    },
  }
}

/** flock(1) locks the open file description that this process shares with it, so the lock stays after flock has ended. */
function takeLock(fd: number, patienceMs: number): Promise<boolean> {
  const wait = patienceMs > 0 ? ['--wait', String(Math.ceil(patienceMs / 1000))] : ['--nonblock']
  return new Promise((resolve, reject) => {
    const command = ['--pdeathsig', 'KILL', 'flock', '--exclusive', ...wait, '3']
    const child = spawn('setpriv', command, {
      stdio: ['ignore', 'ignore', 'ignore', fd],
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code === 0))
  })
}
