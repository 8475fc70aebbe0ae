/** Distinguishes a process from a later one with the same id, so that only the agent's own processes are waited for or ended. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Identifies one process uniquely: its id and when it started, in clock ticks since boot. */
export const processIdentitySchema = z.object({ pid: z.int().min(1), startTicks: z.int() })
export type ProcessIdentity = z.infer<typeof processIdentitySchema>

interface ProcessStat {
  /** One letter; Z is a zombie, X dead. */
  readonly state: string
  readonly startTicks: number
}

async function readStat(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The second field is the program's name in brackets and may itself contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? 'X', startTicks: Number(fields[19]) }
}

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
