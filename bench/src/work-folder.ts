/** Where a bench works, and its end: whatever ends it, its processes and its folder are gone, and the next one removes what a killed one left. */
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { killAll } from './processes.ts'

const prefix = 'run-'
/** As a shell's, of what SIGINT has ended. */
const interruptedExitCode = 130

export interface WorkFolder {
  readonly path: string
  /** Aborted when the bench is interrupted; the process ends then. */
  readonly interrupted: AbortSignal
}

/** A fresh folder in `parent`, which is made when missing; to be called once per process. */
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

/** Folders of benches that were killed before they could remove them. */
async function removeRemains(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !existsSync(`/proc/${pid}`)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
