/** Rules of flame diagrams: what is stored of a file, which run it belongs to, and who sees that run. */
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { InputOf } from '@pone/contract/call.ts'
import type { profileCalls } from '@pone/contract/calls/profile.ts'
import {
  maxProfileParts,
  maxProfiles,
  type ProfilePart,
  type ProfileRecord,
  type ServedByRun,
} from '@pone/contract/entities/profile.ts'
import { expiryOf } from '@pone/contract/entities/profile-retention.ts'
import { type ProfileOrigin, profileOriginSchema } from '@pone/contract/entities/profiling.ts'
import { AppError } from '@pone/contract/errors.ts'
import { profileKinds } from '@pone/profiles/model/profile.ts'
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
  readonly uploadFolder: string
  readonly now: () => number
}

/** Who asks: runs are told only to those who may view them. */
export interface ProfileViewer {
  readonly account: string
  readonly seesRuns: boolean
  readonly gone: AbortSignal
}

/** A flame diagram that an agent has taken. */
export interface TakenProfile {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly runId: string | null
  /** Epoch ms. */
  readonly startedAt: number
  readonly durationMs: number
  /** In their stored form, gzip. */
  readonly parts: readonly Buffer[]
  readonly origin: ProfileOrigin
  readonly format: ProfileRecord['format']
  readonly createdBy: string
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
    /** All of a run, in the order in which they were taken; for callers who may view it. */
    ofRun: async (projectId: string, runId: string): Promise<ProfileRecord[]> =>
      (await profiles.ofRun(projectId, runId)).map(row => described(row, { seesRuns: true })),
    /** What its run completed in the whole seconds within it. @throws AppError NotFound */
    served: async (projectId: string, id: string, viewer: ProfileViewer): Promise<ServedByRun | null> => {
      const { run, startedAt, durationMs } = described(await findProfile(deps, projectId, id), viewer)
      if (run === null || run.startedAt === null || run.endedAt === null) return null
      if (startedAt === null || durationMs === null) return null
      const second = wholeSeconds(run.startedAt, {
        from: Math.max(startedAt, run.startedAt),
        to: Math.min(startedAt + durationMs, run.endedAt),
      })
      if (second.count < 1) return null
      return { requests: await profiles.counted(run.id, second), seconds: second.count }
    },
    /** @throws AppError NotFound */
    open: async (projectId: string, id: string, part: number): Promise<{ name: string; body: Readable }> => {
      const row = await findProfile(deps, projectId, id)
      if (row.parts[part] === undefined) throw notFound()
      return { name: row.name, body: files.open(keyOf(id, part)) }
    },
  }
}

function profileEdits(deps: ProfileDeps) {
  const { profiles, reading, now } = deps
  return {
    /** @throws AppError ProfilesExceeded, ProfileRefused, ProfileTooHeavy, NotFound for a run of another project */
    upload: async (
      input: InputOf<typeof profileCalls.upload>,
      file: { readonly name: string; readonly path: string; readonly sizeBytes: number },
      viewer: ProfileViewer,
    ): Promise<ProfileRecord> => {
      const { projectId, name, kind, runId } = input
      await assertRun(deps, projectId, runId, viewer)
      await assertRoom(profiles, projectId)
      const id = randomUUID()
      await kept(deps, { id, path: file.path }, async () => {
        const read = await reading.read({ path: file.path, kind }, viewer.gone)
        return {
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
          origin: null,
          created_by: viewer.account,
          created_at: now(),
        }
      })
      return described(await findProfile(deps, projectId, id), viewer)
    },
    /** Stores what an agent has taken; once, however often it is told. @throws AppError ProfilesExceeded, ProfileRefused, ProfileTooHeavy */
    keepTaken: async (taken: TakenProfile): Promise<void> => {
      const { id, projectId, parts } = taken
      if ((await profiles.find(projectId, id)) !== undefined) return
      const path = join(deps.uploadFolder, `taken-${id}`)
      await kept(deps, { id, path }, async () => {
        for (const [part, bytes] of parts.entries()) await writeFile(partPath(path, part), bytes)
        const checked = await reading.check({ path, packed: parts.length }, new AbortController().signal)
        return {
          id,
          project_id: projectId,
          name: taken.name.slice(0, maxNameLength),
          format: taken.format,
          file_name: '',
          file_bytes: parts.reduce((sum, { length }) => sum + length, 0),
          started_at: taken.startedAt,
          duration_ms: taken.durationMs,
          is_cut: false,
          requests: null,
          run_id: taken.runId,
          parts: [...checked],
          origin: taken.origin,
          created_by: taken.createdBy,
          created_at: now(),
        }
      })
    },
    /** Returns it before and after. @throws AppError NotFound */
    edit: async (input: InputOf<typeof profileCalls.edit>, viewer: ProfileViewer) => {
      const { projectId, id, name, requests, runId, isKept } = input
      const before = await findProfile(deps, projectId, id)
      // Who may not view runs keeps the one that he cannot see.
      const run_id = viewer.seesRuns ? runId : before.run_id
      if (run_id !== before.run_id) await assertRun(deps, projectId, run_id, viewer)
      await profiles.update(projectId, id, { name, requests, run_id, is_kept: isKept ?? before.is_kept })
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
    /** Of a flame diagram that is deleted. */
    removeFiles: (id: string, parts: number): Promise<void> => removeFiles(deps, id, parts),
    /** Deletes those of a project before its deletion. */
    deleteAll: async (projectId: string): Promise<void> => remove(projectId, await profiles.files(projectId)),
  }
}

/** Stores the profiles that `read` leaves at the parts of `path`, and their facts; of what fails nothing stays. @throws AppError ProfilesExceeded */
async function kept(
  deps: ProfileDeps,
  { id, path }: { readonly id: string; readonly path: string },
  read: () => Promise<StoredProfile>,
): Promise<void> {
  const { profiles, files } = deps
  try {
    const row = await read()
    const order = byKind(row.parts)
    for (const [part, given] of order.entries()) await files.put(keyOf(id, part), partPath(path, given))
    const parts = order.flatMap(given => row.parts[given] ?? [])
    if (!(await profiles.insert({ ...row, parts }, maxProfiles))) throw exceeded()
  } catch (cause) {
    await removeFiles(deps, id, maxProfileParts)
    throw cause
  } finally {
    for (let part = 0; part < maxProfileParts; part++) await rm(partPath(path, part), { force: true })
  }
}

/** Places of the profiles in the order in which types are listed everywhere; what a page shows first is the first one. */
const byKind = (parts: readonly ProfilePart[]): number[] =>
  [...parts.keys()].sort((a, b) => kindOf(parts[a]) - kindOf(parts[b]))

const kindOf = (part: ProfilePart | undefined): number =>
  part === undefined ? profileKinds.length : profileKinds.indexOf(part.kind)

/** Seconds of a run that lie wholly within the interval. */
function wholeSeconds(runStartedAt: number, { from, to }: { readonly from: number; readonly to: number }) {
  const first = Math.ceil((from - runStartedAt) / 1_000)
  return { first, count: Math.floor((to - runStartedAt) / 1_000) - first }
}

const notFound = (): AppError => new AppError('NotFound', { what: 'profile' })
/** Refuses before the work; counted again when one is stored. @throws AppError ProfilesExceeded */
export async function assertRoom(
  profiles: Pick<ProfileRepository, 'count'>,
  projectId: string,
): Promise<void> {
  if ((await profiles.count(projectId)) >= maxProfiles) throw exceeded()
}

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

const described = (row: ProfileRow, { seesRuns }: Pick<ProfileViewer, 'seesRuns'>): ProfileRecord => ({
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
  origin: row.origin === null ? null : profileOriginSchema.parse(row.origin),
  parts: row.parts,
  createdBy: row.created_by,
  createdAt: row.created_at,
  isKept: row.is_kept,
  expiresAt: expiryOf({ atMs: row.created_at, days: row.kept_days, isKept: row.is_kept }),
})
