/** Transport `procfs`: the host on which the agent runs, by its own files. */
import { readdir, readFile } from 'node:fs/promises'
import { TargetFault } from '../../target-fault.ts'
import type { Transport } from '../transport.ts'
import { HostConnection } from './host-connection.ts'
import type { HostSource } from './host-source.ts'
import { type MountedFilesystem, Mounts } from './mounts.ts'

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

async function processIds(): Promise<string[]> {
  return (await readdir('/proc')).filter(name => /^\d+$/.test(name))
}

/** A file system that is mounted in several places (bind mounts) is one, as `df` shows it: at its shortest path. */
function oncePerDevice(found: readonly MountedFilesystem[]): MountedFilesystem[] {
  const byDevice = new Map<number, MountedFilesystem>()
  for (const each of found) {
    const former = byDevice.get(each.deviceNumber)
    if (former === undefined || each.mount.length <= former.mount.length)
      byDevice.set(each.deviceNumber, each)
  }
  return [...byDevice.values()]
}

const ownFiles = (ownMounts: Mounts): HostSource => ({
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
    const { found, late } = await ownMounts.read(mounts.split('\n'))
    const filesystems = oncePerDevice(found)
    return late.length === 0
      ? { filesystems }
      : { filesystems, fault: new TargetFault('timedOut', `statfs: ${late.join(', ')}`) }
  },
})

/** What hangs holds threads of the process, so that all connections have to know it. */
const source = ownFiles(new Mounts())

export const procfs: Transport = {
  open: () => Promise.resolve(new HostConnection(source, true, () => undefined)),
}
