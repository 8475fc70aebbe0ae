/** The recording authority of each project: its key lies on this disk while a recording of the project is held, and longer only if somebody chose to keep it. */
import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordingBounds } from '@pone/contract/entities/recording.ts'
import { removeAuthority } from '@pone/recording-proxy/certificates/authority.ts'

const keptMs = recordingBounds.keptAuthorityDays * 86_400_000

export class ProjectAuthorities {
  readonly #folder: string
  readonly #now: () => number
  /** Removals one after the other: a recording that starts must not lose the authority that it has just made. */
  #removals: Promise<void> = Promise.resolve()

  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  pathOf(projectId: string): string {
    return join(this.#folder, projectId, 'authority.pem')
  }

  /** Keeps it beyond the recordings of the project. */
  async keep(projectId: string): Promise<void> {
    await writeFile(this.#keptPath(projectId), String(this.#now() + keptMs), { mode: 0o600 })
  }

  async isKept(projectId: string): Promise<boolean> {
    const until = await readFile(this.#keptPath(projectId), 'utf8').catch(() => '0')
    return Number(until) > this.#now()
  }

  /** Whether it is kept or not. */
  remove(projectId: string): Promise<void> {
    return this.#afterOthers(() => this.#delete(projectId))
  }

  /** Removes it unless it is kept; whether it has. @param isUsed whether the project has a recording, asked at the last moment */
  removeUnused(projectId: string, isUsed: () => boolean): Promise<boolean> {
    return this.#afterOthers(async () => {
      if ((await this.isKept(projectId)) || isUsed()) return false
      await this.#delete(projectId)
      await rmdir(dirname(this.pathOf(projectId))).catch(() => undefined)
      return true
    })
  }

  /** Settles when no removal that was asked for is under way any more. */
  settled(): Promise<void> {
    return this.#removals
  }

  /** Projects that have a folder here. */
  projects(): Promise<string[]> {
    return readdir(this.#folder).catch(() => [])
  }

  #keptPath(projectId: string): string {
    return join(this.#folder, projectId, 'authority.kept')
  }

  async #delete(projectId: string): Promise<void> {
    await removeAuthority(this.pathOf(projectId))
    await rm(this.#keptPath(projectId), { force: true })
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const removal = this.#removals.then(work)
    this.#removals = removal.then(
      () => undefined,
      () => undefined,
    )
    return removal
  }
}
