/** What an operation on a tool works with, and the present state of the tool. */

import { access } from 'node:fs/promises'
import { type Tool, toolTraits } from '@pone/contract/entities/host.ts'
import type { ToolTask } from '@pone/contract/link/tools.ts'
import type { PackageSource } from '../downloads/fetch-package.ts'
import type { InstalledTool, ToolStore } from '../installed/tool-store.ts'
import { usualConsolePort } from './arthas-console.ts'
import type { Attachment } from './attachment.ts'
import { readJavaVersion } from './java.ts'
import { ToolFailure } from './tool-failure.ts'

export interface WorkContext {
  readonly dataFolder: string
  readonly store: ToolStore
  readonly source: PackageSource
  /** Version of the agent. */
  readonly version: string
  readonly now: () => number
}

/** Reports the progress of an operation. */
export interface ProgressReporter {
  step(name: string, progress01?: number | null): void
  line(text: string, level?: 'info' | 'warn' | 'error'): void
}

export interface Done {
  readonly path: string
  readonly note: string
}

/** Java tools: without Java they can be neither installed nor started. */
/** @throws ToolFailure noJava */
export async function assertJava(tool: Tool, signal: AbortSignal): Promise<void> {
  if (toolTraits[tool].needsJava && (await readJavaVersion(signal)) === null)
    throw new ToolFailure('noJava', tool)
}

/** The process that Arthas is attached to; null when there is none. */
export const attachmentOf = ({ pid, port }: InstalledTool): Attachment | null =>
  pid === null ? null : { pid, port: port ?? usualConsolePort }

/** null when it is not in the list, or its folder is gone. */
export async function findInstalled(store: ToolStore, task: ToolTask): Promise<InstalledTool | null> {
  const found = (await store.list()).find(each => each.tool === task.tool && each.version === task.version)
  return found !== undefined && (await isThere(found.path)) ? found : null
}

/** @throws ToolFailure notInstalled */
export async function needInstalled(store: ToolStore, task: ToolTask): Promise<InstalledTool> {
  const found = await findInstalled(store, task)
  if (found === null) throw new ToolFailure('notInstalled', `${task.tool} ${task.version}`)
  return found
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
