/** Limits processes, and all that they start from now on, to a share of a core, by control groups of version 1 or 2. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const prefix = 'pone-bench-'
/** Short, so that a group at its limit pauses for milliseconds only; not so short that switching dominates. */
const periodUs = 40_000
/** Waits until its standard input is closed, which happens when the bench releases the group or dies, and then for the last process of the group; a few seconds at most. */
const keeper =
  'read -r _; for _ in $(seq 500); do rmdir "$1" 2>/dev/null; [ -e "$1" ] || exit 0; sleep 0.02; done'

export interface CpuQuota {
  add(pids: readonly number[]): void
  /** null removes the limit. */
  limit(cores01: number | null): void
  /**
   * Waits a while for processes that are about to end. If the bench ends without this call, or is killed, the group is
   * removed all the same.
   */
  remove(): Promise<void>
}

/** Where groups are created here; null when this machine or this user cannot create any. */
function hierarchy(): { folder: string; version: 1 | 2 } | null {
  const v1 = join(root, 'cpu')
  if (existsSync(join(v1, 'cpu.cfs_quota_us')) || existsSync(join(v1, 'cgroup.procs'))) {
    return { folder: v1, version: 1 }
  }
  const controllers = join(root, 'cgroup.subtree_control')
  if (!existsSync(controllers)) return null
  try {
    if (!/\bcpu\b/.test(readFileSync(controllers, 'utf8'))) writeFileSync(controllers, '+cpu')
    return { folder: root, version: 2 }
  } catch {
    return null
  }
}

/** @throws Error with an explanation when this machine has no control groups that can be written */
export function openCpuQuota(name: string): CpuQuota {
  const place = hierarchy()
  if (place === null) throw new Error('control groups for CPU cannot be written here')
  const folder = join(place.folder, `${prefix}${process.pid}-${name}`)
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  const limit = (cores01: number | null) => {
    const quotaUs = cores01 === null ? null : Math.round(cores01 * periodUs)
    if (place.version === 2) {
      write('cpu.weight', '10000')
      return write('cpu.max', `${quotaUs ?? 'max'} ${periodUs}`)
    }
    write('cpu.shares', '262144')
    write('cpu.cfs_period_us', String(periodUs))
    write('cpu.cfs_quota_us', String(quotaUs ?? -1))
  }
  try {
    mkdirSync(folder, { recursive: true })
    limit(null)
  } catch (cause) {
    throw new Error('control groups for CPU cannot be written here', { cause })
  }
  // In a session of its own, so that no signal to the bench reaches it.
  const kept = spawn('sh', ['-c', keeper, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const removed = once(kept, 'exit')
  kept.unref()
  return {
    add: pids => {
      for (const pid of pids) write('cgroup.procs', String(pid))
    },
    limit,
    remove: async () => {
      kept.ref()
      kept.stdin.end()
      await removed
    },
  }
}

/** Removes groups of benches that have ended together with the process that should have removed them. */
export function removeStaleQuotas(): void {
  const parent = hierarchy()?.folder
  if (parent === undefined) return
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    try {
      rmdirSync(join(parent, name))
    } catch {
      // A process still runs in it.
    }
  }
}
