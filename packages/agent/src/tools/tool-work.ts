/** The work of each operation on this machine: dispatches tasks, and starts and stops tools. */

import type { ToolTask } from '@pone/contract/link/tools.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { attachArthas, detachArthas } from './arthas.ts'
import { checkHealth } from './health.ts'
import {
  assertJava,
  attachmentOf,
  type Done,
  findInstalled,
  needInstalled,
  type ProgressReporter,
  type WorkContext,
} from './tool-context.ts'
import { ToolFailure } from './tool-failure.ts'
import { install, push, uninstall } from './tool-install.ts'

/** Executes the task. @throws ToolFailure and errors of the disk; the signal's reason when it was cancelled */
export async function carryOut(
  task: ToolTask,
  context: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  switch (task.kind) {
    case 'push':
      return push(task, context, progress, signal)
    case 'install':
      return install(task, context, progress, signal)
    case 'uninstall':
      return uninstall(task, context, progress, signal)
    case 'start':
      return start(task, context, progress, signal)
    case 'stop':
      return stop(task, context, progress, signal)
  }
}

async function start(
  task: ToolTask,
  { store, version }: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  // Without a package of its own PR uses the engine that is part of the agent.
  if (task.tool === 'PR' && (await findInstalled(store, task)) === null) return { path: '', note: '' }
  const there = await needInstalled(store, task)
  await assertJava(task.tool, signal)
  progress.step('health')
  progress.line(
    toldCause('reportedVersion', { version: await checkHealth(task.tool, there.path, version, signal) }),
  )
  if (task.tool !== 'Arthas') {
    await store.use(task.tool, task.version)
    return { path: there.path, note: '' }
  }
  if (task.pid === null) throw new ToolFailure('noProcess', toldCause('noProcessChosen'))
  progress.step('attach')
  const attached = attachmentOf(there)
  const now = await attachArthas({ folder: there.path, pid: task.pid, attached, progress, signal })
  await store.put({ ...there, ...now })
  return { path: there.path, note: '' }
}

async function stop(
  task: ToolTask,
  { store }: WorkContext,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<Done> {
  if (task.tool === 'PR' && (await findInstalled(store, task)) === null) return { path: '', note: '' }
  const there = await needInstalled(store, task)
  if (task.tool === 'Arthas') {
    progress.step('detach')
    await detachArthas({ folder: there.path, attached: attachmentOf(there), progress, signal })
    await store.put({ ...there, pid: null, port: null })
  } else {
    await store.use(task.tool, null)
  }
  return { path: there.path, note: '' }
}
