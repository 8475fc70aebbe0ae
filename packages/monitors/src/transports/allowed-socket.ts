/** Unix sockets of the agent's machine: only those that its owner has listed, whatever links lead to. */
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'

/**
 * The path to connect to. A listed path may be a link, but only to another listed one: who can write in its folder
 * must not choose what is read. undefined: not allowed, or nothing is known of it.
 * @throws the error of the system for a listed path whose folder cannot be read
 */
export async function allowedSocket(path: string, listed: readonly string[]): Promise<string | undefined> {
  const isPlain = isAbsolute(path) && normalize(path) === path && !path.includes('\0')
  if (!isPlain || !listed.includes(path)) return undefined
  const places = await Promise.all(listed.map(each => placeOf(each).catch(() => undefined)))
  // Of a socket that does not exist the place is told, so that connecting says what is wrong.
  const real = await realpath(path).catch(() => placeOf(path))
  if (!places.includes(real)) return undefined
  const found = await lstat(real).catch(() => undefined)
  return found === undefined || found.isSocket() ? real : undefined
}

/** Where a path lies when the links of its folder are followed, but not its own. */
const placeOf = async (path: string): Promise<string> => join(await realpath(dirname(path)), basename(path))
