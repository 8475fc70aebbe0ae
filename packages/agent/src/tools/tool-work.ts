/** What each operation does on this machine. Nothing half-done is ever seen: a tool is made beside its place and moved there whole. */
import { randomUUID } from 'node:crypto'
import { access, copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Tool } from '@pone/contract/entities/host.ts'
import type { ToolTask } from '@pone/contract/link/tools.ts'
import { reasonOf } from '../log.ts'
import { fetchPackage, type PackageSource } from '../upgrade/fetch-package.ts'
import { unpackArchive } from '../upgrade/unpack.ts'
import { type Attachment, attachArthas, detachArthas, directArthasOutput } from './arthas.ts'
import { usualConsolePort } from './arthas-console.ts'
import { checkHealth } from './health.ts'
import { readJavaVersion } from './java.ts'
import { ToolFailure } from './tool-failure.ts'
import type { InstalledTool, ToolStore } from './tool-store.ts'

export interface WorkSurroundings {
  readonly dataFolder: string
  readonly store: ToolStore
  readonly source: PackageSource
  /** Of the agent. */
  readonly version: string
  readonly now: () => number
}

/** How an operation tells what it does. */
export interface Teller {
  step(name: string, progress01?: number | null): void
  line(text: string, level?: 'info' | 'warn' | 'error'): void
}

export interface Done {
  readonly path: string
  readonly note: string
}

/** Java tools: without Java they can be neither installed nor started. */
const needsJava: Record<Tool, boolean> = { PR: false, JMeter: true, Agent: false, Arthas: true }
/** Room for the package unpacked, beside the package. */
const roomFactor = 3

/** Carries the task out. @throws ToolFailure and what the disk throws; the signal's reason when it was cancelled */
export async function carryOut(
  task: ToolTask,
  surroundings: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  switch (task.kind) {
    case 'push':
      return push(task, surroundings, tell, signal)
    case 'install':
      return install(task, surroundings, tell, signal)
    case 'uninstall':
      return uninstall(task, surroundings, tell, signal)
    case 'start':
      return start(task, surroundings, tell, signal)
    case 'stop':
      return stop(task, surroundings, tell, signal)
  }
}

const placeOf = (task: ToolTask, dataFolder: string): string =>
  join(task.installPath === '' ? join(dataFolder, 'tools', task.tool) : task.installPath, task.version)

async function push(
  task: ToolTask,
  { dataFolder, source }: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  const wanted = packageOf(task)
  tell.step('download', 0)
  tell.line(`fetching ${wanted.fileName}, ${wanted.sizeBytes} bytes`)
  const path = await fetchPackage(source, wanted, join(dataFolder, 'packages'), {
    signal,
    onProgress: bytes => tell.step('download', bytes / Math.max(1, wanted.sizeBytes)),
  })
  tell.line(`checksum ${wanted.sha256} is right`)
  return { path, note: 'pushed' }
}

async function install(
  task: ToolTask,
  surroundings: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  const { dataFolder, store } = surroundings
  const wanted = packageOf(task)
  const place = placeOf(task, dataFolder)
  const logPath = task.logPath === '' ? join(dataFolder, 'logs', task.tool) : task.logPath
  tell.step('check')
  const there = await findInstalled(store, task)
  if (
    there?.path === place &&
    there.sha256 === wanted.sha256 &&
    (await isHealthy(task.tool, place, surroundings.version, signal))
  ) {
    tell.line(`${task.tool} ${task.version} is installed in ${place} already`)
    return { path: place, note: 'alreadyInstalled' }
  }
  await assertJava(task.tool, signal)
  await mkdir(join(place, '..'), { recursive: true })
  await clearRemains(place)
  await assertRoom(join(place, '..'), wanted.sizeBytes * roomFactor)
  const { path: archive } = await push(task, surroundings, tell, signal)
  const side = `${place}.${randomUUID()}.new`
  try {
    tell.step('unpack')
    tell.line(`unpacking into ${place}`)
    const root = await unpackInto(side, archive, wanted.fileName)
    signal.throwIfAborted()
    tell.step('health')
    const version = await checkHealth(task.tool, root, surroundings.version, signal)
    tell.line(`it says: ${version}`)
    if (task.tool === 'Arthas') await directArthasOutput(root, logPath)
    await moveInto(place, root)
  } finally {
    await rm(side, { recursive: true, force: true })
  }
  await mkdir(logPath, { recursive: true })
  if (there !== null && there.path !== place) {
    tell.line(`removing the same version from ${there.path}`)
    await rm(there.path, { recursive: true, force: true })
  }
  const others = (await store.list()).filter(each => each.tool === task.tool && each.version !== task.version)
  await store.put({
    tool: task.tool,
    version: task.version,
    path: place,
    logPath,
    sha256: wanted.sha256,
    installedAt: surroundings.now(),
    pid: null,
    port: null,
    isUsed: others.every(each => !each.isUsed),
  })
  // The package has served; one that was pushed for later lies as long as nothing is installed from it.
  await rm(archive, { force: true })
  tell.line(`${task.tool} ${task.version} is installed`)
  return { path: place, note: '' }
}

async function uninstall(
  task: ToolTask,
  { dataFolder, store }: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  const there = await findInstalled(store, task)
  const place = there?.path ?? placeOf(task, dataFolder)
  tell.step('remove')
  await clearRemains(place)
  if (there === null) {
    tell.line(`${task.tool} ${task.version} is not installed`)
    return { path: place, note: 'notInstalled' }
  }
  if (attachmentOf(there) !== null) {
    // Without it nothing is there that could close the console again.
    await detachArthas({ folder: place, attached: attachmentOf(there), tell, signal }).catch(
      (cause: unknown) => {
        signal.throwIfAborted()
        tell.line(`it stays in process ${there.pid}: ${reasonOf(cause)}`, 'warn')
      },
    )
  }
  // First out of sight, at once; what a crash leaves behind is cleared by the next operation.
  const side = `${place}.${randomUUID()}.old`
  await rename(place, side).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
  })
  await store.drop(task)
  await rm(side, { recursive: true, force: true })
  tell.line(`${place} is removed`)
  return { path: place, note: '' }
}

async function start(
  task: ToolTask,
  { store, version }: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  // Without a package of its own PR runs on the engine that the agent brings.
  if (task.tool === 'PR' && (await findInstalled(store, task)) === null) return { path: '', note: '' }
  const there = await needInstalled(store, task)
  await assertJava(task.tool, signal)
  tell.step('health')
  tell.line(`it says: ${await checkHealth(task.tool, there.path, version, signal)}`)
  if (task.tool !== 'Arthas') {
    await store.use(task.tool, task.version)
    return { path: there.path, note: '' }
  }
  if (task.pid === null) throw new ToolFailure('noProcess', 'no Java process was chosen')
  tell.step('attach')
  const attached = attachmentOf(there)
  const now = await attachArthas({ folder: there.path, pid: task.pid, attached, tell, signal })
  await store.put({ ...there, ...now })
  return { path: there.path, note: '' }
}

async function stop(
  task: ToolTask,
  { store }: WorkSurroundings,
  tell: Teller,
  signal: AbortSignal,
): Promise<Done> {
  if (task.tool === 'PR' && (await findInstalled(store, task)) === null) return { path: '', note: '' }
  const there = await needInstalled(store, task)
  if (task.tool === 'Arthas') {
    tell.step('detach')
    await detachArthas({ folder: there.path, attached: attachmentOf(there), tell, signal })
    await store.put({ ...there, pid: null, port: null })
  } else {
    await store.use(task.tool, null)
  }
  return { path: there.path, note: '' }
}

async function assertJava(tool: Tool, signal: AbortSignal): Promise<void> {
  if (needsJava[tool] && (await readJavaVersion(signal)) === null)
    throw new ToolFailure('noJava', `${tool} needs Java, and this machine has none`)
}

const attachmentOf = ({ pid, port }: InstalledTool): Attachment | null =>
  pid === null ? null : { pid, port: port ?? usualConsolePort }

function packageOf(task: ToolTask) {
  if (task.package === null) throw new ToolFailure('noPackage', 'the server named no package')
  return task.package
}

/** null when it is not in the list, or its folder is gone. */
async function findInstalled(store: ToolStore, task: ToolTask): Promise<InstalledTool | null> {
  const found = (await store.list()).find(each => each.tool === task.tool && each.version === task.version)
  return found !== undefined && (await isThere(found.path)) ? found : null
}

async function needInstalled(store: ToolStore, task: ToolTask): Promise<InstalledTool> {
  const found = await findInstalled(store, task)
  if (found === null)
    throw new ToolFailure('notInstalled', `${task.tool} ${task.version} is not installed on this machine`)
  return found
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function isHealthy(tool: Tool, place: string, version: string, signal: AbortSignal): Promise<boolean> {
  try {
    await checkHealth(tool, place, version, signal)
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** What operations that were killed have left beside the place. */
async function clearRemains(place: string): Promise<void> {
  const folder = join(place, '..')
  const name = basename(place)
  const remains = (await readdir(folder).catch(() => [])).filter(
    each => each.startsWith(`${name}.`) && /\.[0-9a-f-]{36}\.(new|old)$/.test(each),
  )
  for (const each of remains) await rm(join(folder, each), { recursive: true, force: true })
}

async function assertRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder)
  const freeBytes = disk.bavail * disk.bsize
  if (freeBytes < bytes)
    throw new ToolFailure('diskFull', `${folder} has ${freeBytes} bytes left, ${bytes} are needed`)
}

/** Answers the folder that holds the tool: archives mostly have one folder around everything. */
async function unpackInto(side: string, archive: string, fileName: string): Promise<string> {
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

/** In place of what is there; back as it was when that fails. */
async function moveInto(place: string, root: string): Promise<void> {
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
