/** Transport `procfs`: the host on which the agent runs, by its own files. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import type { Transport } from '../transport.ts'
import { HostConnection } from './host-connection.ts'
import { type Filesystem, type HostSource, isShown } from './host-source.ts'

/** Octal escapes of spaces, tabs and backslashes in `/proc/mounts`. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

async function processIds(): Promise<string[]> {
  return (await readdir('/proc')).filter(name => /^\d+$/.test(name))
}

/** `deviceNumber` is the same for all mounts of one file system. */
async function filesystemOf(line: string): Promise<(Filesystem & { readonly deviceNumber: number })[]> {
  const [device = '', mount = '', type = ''] = line.split(' ').map(unescaped)
  if (mount === '' || !isShown(type, mount)) return []
  const [sizes, place] = await Promise.all([statfs(mount), stat(mount)]).catch(() => [])
  // A process without a right to the mount, or a mount of another name space, has no figures.
  if (sizes === undefined || place === undefined || sizes.blocks === 0) return []
  return [
    {
      device,
      mount,
      type,
      sizeBytes: sizes.blocks * sizes.bsize,
      freeBytes: sizes.bfree * sizes.bsize,
      availableBytes: sizes.bavail * sizes.bsize,
      inodes: sizes.files,
      freeInodes: sizes.ffree,
      deviceNumber: place.dev,
    },
  ]
}

/** A file system that is mounted in several places (bind mounts) is one, as `df` shows it: at its shortest path. */
function oncePerDevice<T extends Filesystem & { readonly deviceNumber: number }>(found: readonly T[]): T[] {
  const byDevice = new Map<number, T>()
  for (const each of found) {
    const former = byDevice.get(each.deviceNumber)
    if (former === undefined || each.mount.length <= former.mount.length)
      byDevice.set(each.deviceNumber, each)
  }
  return [...byDevice.values()]
}

const ownFiles: HostSource = {
  async files(paths) {
    const texts = await Promise.all(paths.map(async path => [path, await textOf(path)] as const))
    return Object.fromEntries(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])))
  },
  async processLines() {
    const texts = await Promise.all((await processIds()).map(id => textOf(`/proc/${id}/stat`)))
    // A process may end between the listing and the reading.
    return texts.flatMap(text => text ?? [])
  },
  processCount: async () => (await processIds()).length,
  async filesystems() {
    const mounts = (await textOf('/proc/self/mounts')) ?? ''
    const found = await Promise.all(mounts.split('\n').map(filesystemOf))
    return oncePerDevice(found.flat())
  },
}

export const procfs: Transport = {
  open: () => Promise.resolve(new HostConnection(ownFiles, true, () => undefined)),
}
