/** Distinguishes a process from a later one with the same id, so that only the agent's own processes are waited for or ended. */
import { readFile } from 'node:fs/promises'
import { processStatOf } from '@pone/schema/process-stat.ts'
import { z } from 'zod'

/** Identifies one process uniquely: its id and when it started, in clock ticks since boot. */
export const processIdentitySchema = z.object({ pid: z.int().min(1), startTicks: z.int() })
export type ProcessIdentity = z.infer<typeof processIdentitySchema>

const readStat = async (pid: number) =>
  processStatOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))

/** null when there is no such process. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const stat = await readStat(pid)
  return stat === null ? null : { pid, startTicks: stat.startTicks }
}

/** True when the process that the identity names still runs; a zombie does not run. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const stat = await readStat(identity.pid)
  if (stat === null || stat.state === 'Z' || stat.state === 'X') return false
  return stat.startTicks === identity.startTicks
}
