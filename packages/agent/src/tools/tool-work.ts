/** What each operation does on this machine: the way from a task to its work, and the starting and stopping of tools. */
import type { ToolTask } from '@pone/contract/link/tools.ts'
import { attachArthas, detachArthas } from './arthas.ts'
import { checkHealth } from './health.ts'
import {
  assertJava,
  attachmentOf,
  type Done,
  findInstalled,
  needInstalled,
  type Teller,
  type WorkContext,
} from './tool-context.ts'
import { ToolFailure } from './tool-failure.ts'
import { install, push, uninstall } from './tool-install.ts'

/** Carries the task out. @throws ToolFailure and what the disk throws; the signal's reason when it was cancelled */
export async function carryOut(
  task: ToolTask,
  surroundings: WorkContext,
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

async function start(
  task: ToolTask,
  { store, version }: WorkContext,
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
  { store }: WorkContext,
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
