/** A log file on the agent's machine: only a regular file, in a folder that the owner of the machine allows, and no link. */
import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { TargetFault } from '../../target-fault.ts'
import { notAllowed } from '../not-allowed.ts'

/** Folders in which log files lie where the owner of the machine has not named others. */
export const usualLogFolders = ['/var/log', '/var/lib/mysql', '/opt/mysql', '/usr/local/mysql'] as const

export interface LogFile {
  readonly handle: FileHandle
  /** Of device and file, so that another file in its place is noticed. */
  readonly identity: string
  readonly sizeBytes: number
}

/**
 * @param setting variable of the agent's environment that lists the folders
 * @throws TargetFault; nothing of what lies outside the folders is told, not even whether it exists
 */
export async function openLogFile(
  path: string,
  folders: readonly string[],
  setting = 'PONE_AGENT_SLOW_LOGS',
): Promise<LogFile> {
  const isPlain = isAbsolute(path) && normalize(path) === path && !path.includes('\0')
  const fault = fileNotAllowed(path, setting)
  if (!isPlain || !folders.some(folder => isInside(path, folder))) throw fault
  const handle = await opened(path, folders, fault)
  try {
    const [facts, actual] = await Promise.all([
      handle.stat({ bigint: true }),
      // What was really opened, whatever has been renamed meanwhile.
      readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path)),
    ])
    const real = await Promise.all(folders.map(folder => realpath(folder).catch(() => folder)))
    if (!facts.isFile() || !real.some(folder => isInside(actual.replace(/ \(deleted\)$/, ''), folder)))
      throw fault
    return { handle, identity: `${facts.dev}-${facts.ino}`, sizeBytes: Number(facts.size) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const isInside = (path: string, folder: string): boolean => path.startsWith(folder.replace(/\/*$/, sep))

const fileNotAllowed = (path: string, setting: string): TargetFault =>
  notAllowed(setting, dirname(path), 'no regular file in a folder that this agent may read')

async function opened(path: string, folders: readonly string[], fault: TargetFault): Promise<FileHandle> {
  try {
    const folder = await realpath(dirname(path))
    const real = await Promise.all(folders.map(each => realpath(each).catch(() => each)))
    if (!real.some(each => isInside(join(folder, basename(path)), each))) throw fault
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof TargetFault) throw error
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EACCES' || code === 'EPERM')
      throw new TargetFault('missingRight', String(code), { right: path, grant: `chmod o+r '${path}'` })
    if (code === 'ELOOP' || code === 'ENXIO') throw fault
    throw new TargetFault('unreachable', String(code))
  }
}
