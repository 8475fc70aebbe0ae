/** Opens files that a plan's Java has written: a plan can replace them by links and pipes, which point to other files or block forever. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * A descriptor for reading. @throws the system's error (ENOENT, ELOOP for a link), Error when it is not a plain file
 * with one name
 */
export function openPlain(path: string): number {
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const { nlink } = fstatSync(file)
  if (fstatSync(file).isFile() && nlink === 1) return file
  closeSync(file)
  throw new Error(`${path} is not a plain file`)
}
