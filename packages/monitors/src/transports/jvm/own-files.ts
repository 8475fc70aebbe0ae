/** Files of a JVM in its own view of the file system, which its account controls: links in it must not lead an agent of root elsewhere. */
import { constants } from 'node:fs'
import { chown, type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { JvmProcess } from './processes.ts'

/** Of files that JVMs share; theirs have 32 KiB. */
const maxBytes = 4 * 1024 ** 2

/** Where the JVM has its sockets and counters. @throws Error of the file system, also when that is a link */
export async function temporaryFolder({ pid }: JvmProcess): Promise<string> {
  const path = join('/proc', String(pid), 'root', 'tmp')
  const found = await lstat(path)
  if (!found.isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: 'EACCES' })
  return path
}

/** A regular file of the JVM's account, at most its first `limit` bytes. @throws Error of the file system, also when it is a link or another account's */
export async function readOwn(jvm: JvmProcess, path: string, limit = maxBytes): Promise<Buffer> {
  const file = await openOwn(jvm, path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, limit)) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A regular file of the JVM's account, to be read. @throws Error of the file system, also when it is a link or another account's */
export async function openOwn({ uid }: JvmProcess, path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const facts = await file.stat()
  if (facts.isFile() && facts.uid === uid) return file
  await file.close()
  throw Object.assign(new Error(`${path} is not of the account of the JVM`), { code: 'EACCES' })
}

/** A new file of the JVM's account. @throws Error of the file system; EEXIST when something stands in its place, e.g. a link to another file */
export async function makeOwn(
  { uid, gid }: JvmProcess,
  path: string,
  content: string | Uint8Array = '',
): Promise<void> {
  const file = await open(
    path,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
    0o600,
  )
  try {
    // By the open file, which nobody can have replaced; Node's permission model refuses `file.chown`.
    await chown(`/proc/self/fd/${file.fd}`, uid, gid)
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}
