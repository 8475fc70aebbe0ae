/** The recording authority of each project: its key lies on this disk, and on machines where the project recorded, while a recording of the project is held, and longer only if somebody chose to keep it. */
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordingBounds } from '@pone/contract/entities/recording.ts'
import { removeAuthority } from '@pone/recording-proxy/certificates/authority.ts'
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** Machines that were offline when the authority was removed, until its certificate is of no use there either. */
const leftSchema = z.object({ agentIds: z.array(idSchema), until: z.int() })
type Left = z.infer<typeof leftSchema>
const keptMs = recordingBounds.keptAuthorityDays * 86_400_000

export interface ProjectAuthoritiesDeps {
  readonly folder: string
  readonly now: () => number
  /** Ids of those on which the project may record. */
  readonly machinesOf: (projectId: string) => Promise<string[]>
  /** Tells machines to remove theirs; returns those that are offline. */
  readonly removeOn: (agentIds: readonly string[], projectId: string) => string[]
}

export class ProjectAuthorities {
  readonly #deps: ProjectAuthoritiesDeps
  /** Removals one after the other: a recording that starts must not lose the authority that it has just made. */
  #removals: Promise<void> = Promise.resolve()

  constructor(deps: ProjectAuthoritiesDeps) {
    this.#deps = deps
  }

  pathOf(projectId: string): string {
    return join(this.#deps.folder, projectId, 'authority.pem')
  }

  /** Keeps it beyond the recordings of the project. */
  async keep(projectId: string): Promise<void> {
    await writeFile(this.#keptPath(projectId), String(this.#deps.now() + keptMs), { mode: 0o600 })
  }

  async isKept(projectId: string): Promise<boolean> {
    const until = await readFile(this.#keptPath(projectId), 'utf8').catch(() => '0')
    return Number(until) > this.#deps.now()
  }

  /** Whether it is kept or not. */
  remove(projectId: string): Promise<void> {
    return this.#afterOthers(async () => {
      await this.#delete(projectId)
      await this.#removeOnAll(projectId, await this.#left(projectId))
    })
  }

  /** With its folder and all that is in it. */
  removeFolder(projectId: string): Promise<void> {
    return this.#afterOthers(async () => {
      const left = await this.#left(projectId)
      await rm(dirname(this.pathOf(projectId)), { recursive: true, force: true })
      await this.#removeOnAll(projectId, left)
    })
  }

  /** Removes it unless it is kept. @param isUsed whether the project has a recording, asked at the last moment */
  removeUnused(projectId: string, isUsed: () => boolean): Promise<void> {
    return this.#afterOthers(async () => {
      if ((await this.isKept(projectId)) || isUsed()) return
      await this.#delete(projectId)
      await this.#removeOnAll(projectId, await this.#left(projectId))
    })
  }

  /** What an earlier process of the server or machines that were offline have left of all projects. */
  async removeLeft(isUsed: (projectId: string) => boolean): Promise<void> {
    for (const projectId of await readdir(this.#deps.folder).catch(() => []))
      await this.#afterOthers(async () => {
        if ((await this.isKept(projectId)) || isUsed(projectId)) return
        await this.#delete(projectId)
        const left = await this.#left(projectId)
        await (left === null ? this.#removeOnAll(projectId, null) : this.#removeOn(projectId, left))
      })
  }

  /** Settles when no removal that was asked for is under way any more. */
  settled(): Promise<void> {
    return this.#removals
  }

  /** On all machines that the project may use, and on those that were offline before. */
  async #removeOnAll(projectId: string, left: Left | null): Promise<void> {
    const agentIds = new Set([...(await this.#deps.machinesOf(projectId)), ...(left?.agentIds ?? [])])
    await this.#removeOn(projectId, { agentIds: [...agentIds], until: this.#deps.now() + keptMs })
  }

  /** The next process of the server knows which are offline, too. */
  async #removeOn(projectId: string, { agentIds, until }: Left): Promise<void> {
    const left: Left = { agentIds: this.#deps.removeOn(agentIds, projectId), until }
    const path = this.#leftPath(projectId)
    if (left.agentIds.length > 0 && until > this.#deps.now()) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(`${path}.new`, JSON.stringify(left), { mode: 0o600 })
      return rename(`${path}.new`, path)
    }
    await rm(path, { force: true })
    await rmdir(dirname(path)).catch(() => undefined)
  }

  /** null: no machine was offline. */
  async #left(projectId: string): Promise<Left | null> {
    const text = await readFile(this.#leftPath(projectId), 'utf8').catch(() => null)
    return text === null ? null : leftSchema.parse(JSON.parse(text))
  }

  #leftPath(projectId: string): string {
    return join(this.#deps.folder, projectId, 'authority.left')
  }

  #keptPath(projectId: string): string {
    return join(this.#deps.folder, projectId, 'authority.kept')
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
