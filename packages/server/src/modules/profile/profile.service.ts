/** Rules of flame diagrams: what is stored of a file, which run it belongs to, and who sees that run. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { InputOf } from '@pone/contract/call.ts'
import type { profileCalls } from '@pone/contract/calls/profile.ts'
import { maxProfileParts, maxProfiles, type ProfileRecord } from '@pone/contract/entities/profile.ts'
import { AppError } from '@pone/contract/errors.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { ProfileQuery, ProfileRepository, ProfileRow, StoredProfile } from './profile.repository.ts'
import { partPath } from './profile-file.ts'
import type { ProfileReading } from './profile-reading.ts'

const keyOf = (id: string, part: number): string => `profiles/${id}/${part}`

export interface ProfileDeps {
  readonly profiles: ProfileRepository
  readonly files: FileStore
  readonly reading: ProfileReading
  readonly now: () => number
}

/** Who asks: runs are told only to those who may view them. */
export interface ProfileViewer {
  readonly account: string
  readonly seesRuns: boolean
  readonly gone: AbortSignal
}

export type ProfileService = ReturnType<typeof createProfileService>

export function createProfileService(deps: ProfileDeps) {
  return { ...profileReads(deps), ...profileEdits(deps), ...profileDeletions(deps) }
}

function profileReads(deps: Pick<ProfileDeps, 'profiles' | 'files'>) {
  const { profiles, files } = deps
  return {
    list: async (query: ProfileQuery, viewer: ProfileViewer) => {
      const { page, pageSize } = query
      if (query.runId !== null && !viewer.seesRuns) return { total: 0, page, pageSize, rows: [] }
      const { total, rows } = await profiles.list(query)
      return { total, page, pageSize, rows: rows.map(row => described(row, viewer)) }
    },
    /** @throws AppError NotFound */
    get: async (projectId: string, id: string, viewer: ProfileViewer): Promise<ProfileRecord> =>
      described(await findProfile(deps, projectId, id), viewer),
    /** @throws AppError NotFound */
    open: async (projectId: string, id: string, part: number): Promise<{ name: string; body: Readable }> => {
      const row = await findProfile(deps, projectId, id)
      if (row.parts[part] === undefined) throw notFound()
      return { name: row.name, body: files.open(keyOf(id, part)) }
    },
  }
}

function profileEdits(deps: ProfileDeps) {
  const { profiles, files, reading, now } = deps
  return {
    /** @throws AppError ProfilesExceeded, ProfileRefused, ProfileTooHeavy, NotFound for a run of another project */
    upload: async (
      input: InputOf<typeof profileCalls.upload>,
      file: { readonly name: string; readonly path: string; readonly sizeBytes: number },
      viewer: ProfileViewer,
    ): Promise<ProfileRecord> => {
      const { projectId, name, kind, runId } = input
      await assertRun(deps, projectId, runId, viewer)
      // Refused before the work; counted again when it is stored.
      if ((await profiles.count(projectId)) >= maxProfiles) throw exceeded()
      const id = randomUUID()
      try {
        const read = await reading.read({ path: file.path, kind }, viewer.gone)
        for (const part of read.parts.keys()) await files.put(keyOf(id, part), partPath(file.path, part))
        const row: StoredProfile = {
          id,
          project_id: projectId,
          name: name === '' ? nameOf(file.name) : name,
          format: read.format,
          file_name: file.name,
          file_bytes: file.sizeBytes,
          started_at: read.startedAt,
          duration_ms: read.durationMs,
          is_cut: read.isCut,
          requests: null,
          run_id: runId,
          parts: [...read.parts],
          created_by: viewer.account,
          created_at: now(),
        }
        if (!(await profiles.insert(row, maxProfiles))) throw exceeded()
        return described(await findProfile(deps, projectId, id), viewer)
      } catch (cause) {
        await removeFiles(deps, id, maxProfileParts)
        throw cause
      } finally {
        for (let part = 0; part < maxProfileParts; part++)
          await rm(partPath(file.path, part), { force: true })
      }
    },
    /** Returns it before and after. @throws AppError NotFound */
    edit: async (input: InputOf<typeof profileCalls.edit>, viewer: ProfileViewer) => {
      const { projectId, id, name, requests, runId } = input
      const before = await findProfile(deps, projectId, id)
      // Who may not view runs keeps the one that he cannot see.
      const run_id = viewer.seesRuns ? runId : before.run_id
      if (run_id !== before.run_id) await assertRun(deps, projectId, run_id, viewer)
      await profiles.update(projectId, id, { name, requests, run_id })
      const after = await findProfile(deps, projectId, id)
      return { before: described(before, viewer), after: described(after, viewer) }
    },
  }
}

function profileDeletions(deps: Pick<ProfileDeps, 'profiles' | 'files'>) {
  const { profiles } = deps
  const remove = async (
    projectId: string,
    found: readonly { id: string; parts: number }[],
  ): Promise<void> => {
    await profiles.delete(
      projectId,
      found.map(({ id }) => id),
    )
    for (const { id, parts } of found) await removeFiles(deps, id, parts)
  }
  return {
    /** Returns their names. @throws AppError NotFound when one of them does not exist */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const found = await profiles.files(projectId, ids)
      if (found.length < new Set(ids).size) throw notFound()
      await remove(projectId, found)
      return found.map(({ name }) => name)
    },
    /** Deletes those of a project before its deletion. */
    deleteAll: async (projectId: string): Promise<void> => remove(projectId, await profiles.files(projectId)),
  }
}

const notFound = (): AppError => new AppError('NotFound', { what: 'profile' })
const exceeded = (): AppError => new AppError('ProfilesExceeded', { limit: maxProfiles })

/** The file's name without its endings, as far as a name may be long. */
const nameOf = (fileName: string): string =>
  fileName
    .replace(/(\.[a-z]{1,10}){1,2}$/i, '')
    .slice(0, maxNameLength)
    .trim() || 'profile'

async function findProfile(
  { profiles }: Pick<ProfileDeps, 'profiles'>,
  projectId: string,
  id: string,
): Promise<ProfileRow> {
  const row = await profiles.find(projectId, id)
  if (row === undefined) throw notFound()
  return row
}

/** @throws AppError NotFound for a run that the project does not have, or that the caller may not view */
async function assertRun(
  { profiles }: Pick<ProfileDeps, 'profiles'>,
  projectId: string,
  runId: string | null,
  { seesRuns }: ProfileViewer,
): Promise<void> {
  if (runId === null) return
  if (!seesRuns || !(await profiles.hasRun(projectId, runId))) throw new AppError('NotFound', { what: 'run' })
}

async function removeFiles({ files }: Pick<ProfileDeps, 'files'>, id: string, parts: number): Promise<void> {
  for (let part = 0; part < parts; part++) await files.delete(keyOf(id, part))
}

const described = (row: ProfileRow, { seesRuns }: ProfileViewer): ProfileRecord => ({
  id: row.id,
  name: row.name,
  format: row.format,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  isCut: row.is_cut,
  requests: row.requests,
  run:
    row.run_id === null || row.run_number === null || !seesRuns
      ? null
      : {
          id: row.run_id,
          number: row.run_number,
          name: row.run_name ?? '',
          startedAt: row.run_started_at,
          endedAt: row.run_ended_at,
        },
  parts: row.parts,
  createdBy: row.created_by,
  createdAt: row.created_at,
})
