/** Starts the standalone execution of a component. */
import { readTables } from '@pone/engine/parameters/read-tables.ts'
import { startDebugProcess } from './debug-process.ts'
import type { StartCommand, Starter } from './debug-registry.ts'

export const startComponent: Starter<Extract<StartCommand, { kind: 'startDebug' }>> = async (
  command,
  filePaths,
  listener,
) => {
  const tables = await readTables([command], filePaths)
  return startDebugProcess({ command, filePaths, tables, ...listener })
}
