/** Sizes of the own host's file systems; one whose disk or server does not answer holds at most a thread, and delays no other. */
import { stat, statfs } from 'node:fs/promises'
import { type Filesystem, isShown } from './host-source.ts'

/** Files of a process are read by four threads, which cannot be interrupted: two are left for all else. */
const lanes = 2
const waitMs = 2_000

export type MountedFilesystem = Filesystem & {
  /** The same for all mounts of one file system. */
  readonly deviceNumber: number
}
/** Its sizes; undefined for a mount without figures. */
type ReadMount = (line: string) => Promise<MountedFilesystem | undefined>

interface MountAnswer {
  readonly found: readonly MountedFilesystem[]
  readonly late: readonly string[]
}

export class Mounts {
  readonly #read: ReadMount
  readonly #waitMs: number
  /** Lines of mounts that have not answered yet. */
  readonly #hanging = new Set<string>()
  #current: Promise<MountAnswer> | undefined

  constructor(read: ReadMount = filesystemOf, waitForMs = waitMs) {
    this.#read = read
    this.#waitMs = waitForMs
  }

  /** `late`: mounts that were not asked or have not answered in time. Who asks meanwhile gets the same answer. */
  read(lines: readonly string[]): Promise<MountAnswer> {
    this.#current ??= this.#readAll(lines).finally(() => {
      this.#current = undefined
    })
    return this.#current
  }

  async #readAll(lines: readonly string[]): Promise<MountAnswer> {
    const asked = lines.filter(isAsked)
    const waiting = asked.filter(line => !this.#hanging.has(line))
    const late = asked.filter(line => this.#hanging.has(line)).map(mountOf)
    const found: MountedFilesystem[] = []
    const lane = async () => {
      for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
        const answer = await this.#ask(line)
        if (answer === 'late') {
          late.push(mountOf(line))
          // Its thread is not free.
          return
        }
        if (answer !== undefined) found.push(answer)
      }
    }
    await Promise.all(Array.from({ length: Math.max(0, lanes - this.#hanging.size) }, lane))
    return { found, late: [...late, ...waiting.map(mountOf)] }
  }

  /** A mount stays in the set until it has answered, however long that takes. */
  async #ask(line: string): Promise<MountedFilesystem | undefined | 'late'> {
    const asked = this.#read(line).catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>(resolve => {
      timer = setTimeout(() => resolve('late'), this.#waitMs)
    })
    const answer = await Promise.race([asked, late])
    clearTimeout(timer)
    if (answer === 'late') {
      this.#hanging.add(line)
      void asked.then(() => this.#hanging.delete(line))
    }
    return answer
  }
}

/** Octal escapes of spaces, tabs and backslashes in `/proc/mounts`. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

const mountOf = (line: string): string => unescaped(line.split(' ')[1] ?? '')

function isAsked(line: string): boolean {
  const [, mount = '', type = ''] = line.split(' ').map(unescaped)
  return mount !== '' && isShown(type, mount)
}

/** A process without a right to the mount, or a mount of another name space, has no figures. */
async function filesystemOf(line: string): Promise<MountedFilesystem | undefined> {
  const [device = '', mount = '', type = ''] = line.split(' ').map(unescaped)
  // One after the other, so that a mount holds one thread.
  const sizes = await statfs(mount)
  const { dev: deviceNumber } = await stat(mount)
  if (sizes.blocks === 0) return undefined
  return {
    device,
    mount,
    type,
    sizeBytes: sizes.blocks * sizes.bsize,
    freeBytes: sizes.bfree * sizes.bsize,
    availableBytes: sizes.bavail * sizes.bsize,
    inodes: sizes.files,
    freeInodes: sizes.ffree,
    deviceNumber,
  }
}
