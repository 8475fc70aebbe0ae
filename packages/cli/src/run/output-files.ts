/** The output files of a run: checked to be writable before the load starts, and named by their path when writing fails later. */

import { open, rm, stat } from 'node:fs/promises'
import { errorText } from '@pone/schema/error-text.ts'
import { CommandError } from '../exit-codes.ts'

/** @throws CommandError `folderUnusable` for the first that cannot be written; none of them is changed or left behind */
export async function assertWritable(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const isThere = (await stat(path).catch(() => null)) !== null
    await writing(path, async () => (await open(path, 'a')).close())
    if (!isThere) await rm(path)
  }
}

/** Runs the work that writes the file. @throws CommandError `diskFull` or `folderUnusable` */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
    const reason = errorText(cause)
    throw new CommandError(isFull ? 'diskFull' : 'folderUnusable', `${path} cannot be written: ${reason}`, {
      cause,
    })
  }
}
