/** Transport `procfs`: the host on which the agent runs, by its own files. */
import { readdir, readFile, statfs } from 'node:fs/promises'
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

async function filesystemOf(line: string): Promise<Filesystem[]> {
  const [device = '', mount = '', type = ''] = line.split(' ').map(unescaped)
  if (mount === '' || !isShown(type, mount)) return []
  const stat = await statfs(mount).catch(() => undefined)
  // A process without a right to the mount, or a mount of another name space, has no figures.
  if (stat === undefined || stat.blocks === 0) return []
  return [
    {
      device,
      mount,
      type,
      sizeBytes: stat.blocks * stat.bsize,
      freeBytes: stat.bfree * stat.bsize,
      availableBytes: stat.bavail * stat.bsize,
      inodes: stat.files,
      freeInodes: stat.ffree,
    },
  ]
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
    const byMount = new Map(found.flat().map(filesystem => [filesystem.mount, filesystem]))
    return [...byMount.values()]
  },
}

export const procfs: Transport = {
  open: () => Promise.resolve(new HostConnection(ownFiles, true, () => undefined)),
}
