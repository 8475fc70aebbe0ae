/** Reads the kernel's process table, to tell living processes from dead ones, zombies and strangers that inherited a number. */
import { readFile, readlink } from 'node:fs/promises'

interface ProcessStat {
  /** One letter: R, S, D, T, Z (zombie), X (dead). */
  readonly state: string
  readonly startTicks: number
}

async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? 'X', startTicks: Number(fields[19]) }
}

/** Start of a process in clock ticks since boot; undefined when there is no such process. */
export async function startTicksOf(pid: number): Promise<number | undefined> {
  return (await readStat(pid))?.startTicks
}

/** True when the process runs (a zombie does not) and, if `startTicks` is given, is the very one that started then. */
export async function isProcessAlive(pid: number, startTicks?: number): Promise<boolean> {
  const stat = await readStat(pid)
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return false
  return startTicks === undefined || stat.startTicks === startTicks
}

/** True when a living process has `folder` as its working folder, as every PostgreSQL process has its data folder. */
export async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (!(await isProcessAlive(pid))) return false
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return cwd === folder
}
