/**
 * A tool's folder on disk: created beside its place and moved there completely, so that an incomplete folder is never
 * visible.
 */

import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ToolTask } from '@pone/contract/link/tools.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { unpackArchive } from '../downloads/unpack.ts'
import { ToolFailure } from './tool-failure.ts'

/** Folder of that version of the tool, installed or not. */
export const placeOf = (task: ToolTask, dataFolder: string): string =>
  join(task.installPath === '' ? join(dataFolder, 'tools', task.tool) : task.installPath, task.version)

/** Removes what killed operations have left beside the place. */
export async function clearRemains(place: string): Promise<void> {
  const folder = join(place, '..')
  const name = basename(place)
  const remains = (await readdir(folder).catch(() => [])).filter(
    each => each.startsWith(`${name}.`) && /\.[0-9a-f-]{36}\.(new|old)$/.test(each),
  )
  for (const each of remains) await rm(join(folder, each), { recursive: true, force: true })
}

/** @throws ToolFailure diskFull */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder)
  const freeBytes = disk.bavail * disk.bsize
  if (freeBytes < bytes)
    throw new ToolFailure('diskFull', toldCause('freeBytes', { folder, free: freeBytes, needed: bytes }))
}

/** Returns the folder that contains the tool: archives mostly have one folder around everything. */
export async function unpackInto(side: string, archive: string, fileName: string): Promise<string> {
  if (/\.jar$/i.test(fileName)) {
    await mkdir(side, { recursive: true })
    await copyFile(archive, join(side, 'arthas-boot.jar'))
    return side
  }
  await unpackArchive(archive, fileName, side)
  const entries = (await readdir(side)).filter(name => name !== '__MACOSX')
  const [only] = entries
  if (entries.length === 1 && only !== undefined && (await stat(join(side, only))).isDirectory())
    return join(side, only)
  return side
}

/** Replaces the folder; the old one is restored when that fails. */
export async function moveInto(place: string, root: string): Promise<void> {
  const old = `${place}.${randomUUID()}.old`
  const hadOld = await rename(place, old).then(
    () => true,
    () => false,
  )
  try {
    await rename(root, place)
  } catch (cause) {
    if (hadOld) await rename(old, place)
    throw cause
  }
  await rm(old, { recursive: true, force: true })
}
