/** Facts of this machine that the server checks before it installs tools on it. */
import { statfs } from 'node:fs/promises'
import { arch, availableParallelism, platform, release, totalmem } from 'node:os'
import type { machineFactsSchema } from '@pone/contract/entities/host.ts'
import type { z } from 'zod'
import { readJavaVersion } from '../tools/java.ts'

/** The disk is the one with `folder`. */
export async function readMachineFactsForTools(folder: string): Promise<z.infer<typeof machineFactsSchema>> {
  const [disk, javaVersion] = await Promise.all([statfs(folder), readJavaVersion()])
  return {
    system: `${platform()} ${release()}`,
    architecture: arch(),
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    diskFreeBytes: disk.bavail * disk.bsize,
    diskTotalBytes: disk.blocks * disk.bsize,
    javaVersion,
  }
}
