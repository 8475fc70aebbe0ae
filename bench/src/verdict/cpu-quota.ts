/** A limit on the CPU of a process as containers have it: a control group with a quota. Needs the rights to make one; Linux only. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'

export interface CpuQuota {
  /** To be called once the process is gone. */
  remove(): Promise<void>
}

const root = '/sys/fs/cgroup'
const periodUs = 20_000

/** Null where no group can be made; `cores` may be a part of one. */
export async function limitCpu(pid: number, cores: number): Promise<CpuQuota | null> {
  const isFirstVersion = existsSync(`${root}/cpu/cpu.cfs_quota_us`) || existsSync(`${root}/cpu/cpu.shares`)
  const folder = `${root}${isFirstVersion ? '/cpu' : ''}/pone-bench-${pid}`
  const quotaUs = Math.round(cores * periodUs)
  try {
    await mkdir(folder)
    if (isFirstVersion) {
      await writeFile(`${folder}/cpu.cfs_period_us`, String(periodUs))
      await writeFile(`${folder}/cpu.cfs_quota_us`, String(quotaUs))
    } else await writeFile(`${folder}/cpu.max`, `${quotaUs} ${periodUs}`)
    await writeFile(`${folder}/cgroup.procs`, String(pid))
    const members = await readFile(`${folder}/cgroup.procs`, 'utf8')
    if (!members.split('\n').includes(String(pid))) throw new Error('the process is not in its group')
  } catch {
    await rmdir(folder).catch(() => undefined)
    return null
  }
  return { remove: () => rmdir(folder) }
}
