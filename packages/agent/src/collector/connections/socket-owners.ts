/** Processes behind sockets, as far as this process may read those of others. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { processStatOf, ticksPerSecond } from '@pone/schema/process-stat.ts'

/** Open files that are looked at. */
const maxFiles = 100_000

export interface SocketOwner {
  readonly pid: number
  readonly name: string
  /** Epoch ms; null: unknown. */
  readonly startedAt: number | null
}

export interface SocketOwners {
  /** By the inode of the socket. */
  readonly processOf: ReadonlyMap<string, SocketOwner>
  /** Processes that may not be read. */
  readonly hidden: number
  /** Not all open files were looked at. */
  readonly isCut: boolean
}

/** Stops when all `wanted` inodes are found, at the signal, or at its limit. */
export async function socketOwners(
  wanted: ReadonlySet<string>,
  signal = AbortSignal.timeout(10_000),
): Promise<SocketOwners> {
  const processOf = new Map<string, SocketOwner>()
  let hidden = 0
  let files = 0
  const upSince = Date.now() - (await upSeconds()) * 1_000
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  for (const pid of pids) {
    const open = await readdir(`/proc/${pid}/fd`).catch(isGone)
    if (open === 'hidden') hidden += 1
    if (typeof open === 'string' || processOf.size >= wanted.size) continue
    let owner: SocketOwner | undefined
    for (const file of open) {
      files += 1
      if (files > maxFiles || signal.aborted) return { processOf, hidden, isCut: true }
      const inode = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))?.[1]
      if (inode === undefined || !wanted.has(inode) || processOf.has(inode)) continue
      owner ??= await ownerOf(pid, upSince)
      processOf.set(inode, owner)
    }
  }
  return { processOf, hidden, isCut: false }
}

/** A process that has ended meanwhile is not hidden. */
const isGone = (cause: NodeJS.ErrnoException): 'gone' | 'hidden' =>
  cause.code === 'EACCES' || cause.code === 'EPERM' ? 'hidden' : 'gone'

const upSeconds = async (): Promise<number> =>
  Number.parseFloat(await readFile('/proc/uptime', 'latin1').catch(() => '')) || 0

async function ownerOf(pid: string, upSince: number): Promise<SocketOwner> {
  const [name, stat] = await Promise.all(
    ['comm', 'stat'].map(file => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  const { startTicks = null } = processStatOf(stat ?? '') ?? {}
  return {
    pid: Number(pid),
    name: (name ?? '').trim(),
    startedAt: startTicks === null ? null : Math.round(upSince + (startTicks / ticksPerSecond) * 1_000),
  }
}
