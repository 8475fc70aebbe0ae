/** Test harness of the link: a real file system of a few MiB that can be filled completely, repeatedly. */
import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Mounting needs root: CI and containers run as root, elsewhere sudo must work without a password. */
const asRoot = (command: string, args: readonly string[]) =>
  process.getuid?.() === 0 ? run(command, [...args]) : run('sudo', ['-n', command, ...args])

export interface SmallDisk {
  readonly folder: string
  /** Takes all free space, including space freed afterwards, until `empty`. */
  fill(): void
  /** Frees what `fill` took. */
  empty(): void
  close(): Promise<void>
}

export async function mountSmallDisk(sizeMiB: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-small-disk-'))
  await asRoot('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=0777`, 'tmpfs', folder])
  const path = join(folder, 'filler')
  let timer: NodeJS.Timeout | undefined
  const takeAll = () => {
    const file = openSync(path, 'a')
    for (let partBytes = 1024 ** 2; partBytes >= 1; ) {
      try {
        if (writeSync(file, Buffer.alloc(partBytes)) < partBytes) partBytes = Math.floor(partBytes / 2)
      } catch {
        partBytes = Math.floor(partBytes / 2)
      }
    }
    closeSync(file)
  }
  const empty = () => {
    clearInterval(timer)
    rmSync(path, { force: true })
  }
  return {
    folder,
    fill: () => {
      takeAll()
      timer = setInterval(takeAll, 50)
    },
    empty,
    close: async () => {
      empty()
      await asRoot('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}
