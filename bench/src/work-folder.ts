/**
 * The folder that a bench works in, and its removal: however the bench ends, its processes and its folder are removed;
 * the next bench removes what a killed one left.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { killAll } from './processes.ts'

const prefix = 'run-'
/** As a shell returns for a process that SIGINT ended. */
const interruptedExitCode = 130

export interface WorkFolder {
  readonly path: string
  /** Aborted when the bench is interrupted; the process ends then. */
  readonly interrupted: AbortSignal
}

/** Creates a new folder in `parent`, which is created when missing; to be called once per process. */
export async function openWorkFolder(parent: string): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true })
  await removeRemains(parent)
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  const stop = new AbortController()
  process.once('exit', () => {
    killAll()
    rmSync(path, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop.abort()
      process.exit(interruptedExitCode)
    })
  }
  return { path, interrupted: stop.signal }
}

/** Removes folders of benches that were killed before they could remove them. */
async function removeRemains(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !existsSync(`/proc/${pid}`)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
