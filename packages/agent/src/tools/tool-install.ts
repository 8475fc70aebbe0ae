/** Installs a tool on this machine and removes it. */

import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '@pone/contract/entities/host.ts'
import type { ToolTask } from '@pone/contract/link/tools.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { fetchPackage } from '../downloads/fetch-package.ts'
import { detachArthas, directArthasOutput } from './arthas.ts'
import { checkHealth } from './health.ts'
import {
  assertJava,
  attachmentOf,
  type Done,
  findInstalled,
  type ProgressReporter,
  type WorkContext,
} from './tool-context.ts'
import { ToolFailure } from './tool-failure.ts'
import { assertRoom, clearRemains, moveInto, placeOf, unpackInto } from './tool-place.ts'

/** Disk space for the unpacked package besides the package, as a multiple of its size. */
const roomFactor = 3

/** Fetches the package, so that a later installation need not. */
export async function push(
  task: ToolTask,
  { dataFolder, source }: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  const wanted = packageOf(task)
  progress.step('download', 0)
  progress.line(toldCause('fetchingPackage', { file: wanted.fileName, bytes: wanted.sizeBytes }))
  const path = await fetchPackage(source, wanted, join(dataFolder, 'packages'), {
    signal,
    onProgress: bytes => progress.step('download', bytes / Math.max(1, wanted.sizeBytes)),
  })
  progress.line(toldCause('checksumRight', { checksum: wanted.sha256 }))
  return { path, note: 'pushed' }
}

/** Replaces an existing folder of the same version; nothing is done when it exists and is healthy. */
export async function install(
  task: ToolTask,
  context: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  const { dataFolder, store } = context
  const wanted = packageOf(task)
  const place = placeOf(task, dataFolder)
  const logPath = task.logPath === '' ? join(dataFolder, 'logs', task.tool) : task.logPath
  progress.step('check')
  const there = await findInstalled(store, task)
  if (
    there?.path === place &&
    there.sha256 === wanted.sha256 &&
    (await isHealthy(task.tool, place, context.version, signal))
  ) {
    progress.line(toldCause('alreadyInstalledIn', { tool: task.tool, version: task.version, folder: place }))
    return { path: place, note: 'alreadyInstalled' }
  }
  await assertJava(task.tool, signal)
  await mkdir(join(place, '..'), { recursive: true })
  await clearRemains(place)
  await assertRoom(join(place, '..'), wanted.sizeBytes * roomFactor)
  const { path: archive } = await push(task, context, progress, signal)
  const side = `${place}.${randomUUID()}.new`
  try {
    progress.step('unpack')
    progress.line(toldCause('unpackingInto', { folder: place }))
    const root = await unpackInto(side, archive, wanted.fileName)
    signal.throwIfAborted()
    progress.step('health')
    const version = await checkHealth(task.tool, root, context.version, signal)
    progress.line(toldCause('reportedVersion', { version }))
    if (task.tool === 'Arthas') await directArthasOutput(root, logPath)
    await moveInto(place, root)
  } finally {
    await rm(side, { recursive: true, force: true })
  }
  await mkdir(logPath, { recursive: true })
  if (there !== null && there.path !== place) {
    progress.line(toldCause('removingSame', { folder: there.path }))
    await rm(there.path, { recursive: true, force: true })
  }
  const others = (await store.list()).filter(each => each.tool === task.tool && each.version !== task.version)
  await store.put({
    tool: task.tool,
    version: task.version,
    path: place,
    logPath,
    sha256: wanted.sha256,
    installedAt: context.now(),
    pid: null,
    port: null,
    isUsed: others.every(each => !each.isUsed),
  })
  // The package is not needed any more; one that was fetched in advance is kept until it is installed.
  await rm(archive, { force: true })
  progress.line(toldCause('toolInstalled', { tool: task.tool, version: task.version }))
  return { path: place, note: '' }
}

/** Arthas is detached first. */
export async function uninstall(
  task: ToolTask,
  { dataFolder, store }: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  const there = await findInstalled(store, task)
  const place = there?.path ?? placeOf(task, dataFolder)
  progress.step('remove')
  await clearRemains(place)
  if (there === null) {
    progress.line(toldCause('toolNotInstalled', { tool: task.tool, version: task.version }))
    return { path: place, note: 'notInstalled' }
  }
  if (attachmentOf(there) !== null) {
    // Without its files the console could not be closed any more.
    await detachArthas({ folder: place, attached: attachmentOf(there), progress, signal }).catch(
      (cause: unknown) => {
        signal.throwIfAborted()
        progress.line(toldCause('stillAttached', { pid: there.pid ?? '', reason: errorText(cause) }), 'warn')
      },
    )
  }
  // Renamed first, in one step; what a crash leaves is removed by the next operation.
  const side = `${place}.${randomUUID()}.old`
  await rename(place, side).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
  })
  await store.drop(task)
  await rm(side, { recursive: true, force: true })
  progress.line(toldCause('folderRemoved', { folder: place }))
  return { path: place, note: '' }
}

function packageOf(task: ToolTask) {
  if (task.package === null) throw new ToolFailure('noPackage', '')
  return task.package
}

async function isHealthy(tool: Tool, place: string, version: string, signal: AbortSignal): Promise<boolean> {
  try {
    await checkHealth(tool, place, version, signal)
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}
