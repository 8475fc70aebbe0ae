/** Rules of the licence: which one is in force, what a new file would change, and whether a run's users are allowed. */
import { randomUUID } from 'node:crypto'
import type { JudgedLicence, LicenceChange, LicenceStatus } from '@pone/contract/entities/licence.ts'
import { assertLicensed, judge } from '@pone/licence/judge.ts'
import { claimOf } from '@pone/licence/licence-file.ts'
import type { LicenceRepository, LicenceStateRow, LicenceTransaction } from './licence.repository.ts'
import type { LicenceKeys } from './licence-keys.ts'

/** Users of a run that count against the licence. */
export interface Holding {
  readonly runId: string
  readonly users: number
}

export type LicenceService = ReturnType<typeof createLicenceService>

interface LicenceServiceDeps {
  readonly repository: LicenceRepository
  /** The public keys trusted now. */
  readonly keys: () => Promise<LicenceKeys>
  readonly now: () => number
}

export function createLicenceService(deps: LicenceServiceDeps) {
  return { ...licenceUse(deps), ...licenceFiles(deps), status: () => status(deps) }
}

/** Users that runs hold, and may hold. */
function licenceUse({ keys, repository, now }: Pick<LicenceServiceDeps, 'keys' | 'repository' | 'now'>) {
  /** Counts the run's users instead of those it held before, or refuses. */
  const hold = async (transaction: LicenceTransaction, { runId, users }: Holding): Promise<void> => {
    const { trusted } = await keys()
    const state = await repository.lock(transaction)
    const at = Math.max(now(), state.last_seen_at)
    const used = await repository.usedByOthers(transaction, runId)
    assertLicensed(judge(state.file, trusted, at), { wanted: users, used })
    await repository.hold(transaction, { runId, users, at })
    await repository.notePeak(transaction, { users: used + users, at })
    await repository.noteSeen(transaction, at)
  }
  return {
    hold,
    /** Users granted and remaining now; 0 while the licence is not usable. */
    async room(): Promise<{ total: number; left: number }> {
      const [{ trusted }, state, used] = await Promise.all([
        keys(),
        repository.read(),
        repository.usedUsers(),
      ])
      const judged = judge(state.file, trusted, Math.max(now(), state.last_seen_at))
      const isUsable = judged.state === 'community' || judged.state === 'valid'
      const total = isUsable ? (judged.grant?.totalUsers ?? 0) : 0
      return { total, left: Math.max(0, total - used) }
    },
    /**
     * Refuses early what `hold` would refuse, before anything is made ready for the run; it reserves nothing.
     * @throws AppError as `hold`
     */
    async assertAllowed(users: number): Promise<void> {
      const [{ trusted }, state, used] = await Promise.all([
        keys(),
        repository.read(),
        repository.usedUsers(),
      ])
      assertLicensed(judge(state.file, trusted, Math.max(now(), state.last_seen_at)), { wanted: users, used })
    },
  }
}

/** Previewing, installing and removing licence files. */
function licenceFiles(deps: Pick<LicenceServiceDeps, 'keys' | 'repository' | 'now'>) {
  const { repository, keys, now } = deps
  /** A system clock that was once set to the future would expire every licence; a file never installed before is checked only against the present clock. */
  const judgeNew = async (file: string, state: LicenceStateRow, connection?: LicenceTransaction) => {
    const { trusted } = await keys()
    const licenceId = claimOf(file)?.id ?? null
    const isNew = licenceId !== null && !(await repository.wasInstalled(licenceId, connection))
    const at = now()
    return { licenceId, isNew, judged: judge(file, trusted, isNew ? at : Math.max(at, state.last_seen_at)) }
  }
  return {
    preview: async (file: string): Promise<JudgedLicence> =>
      (await judgeNew(file, await repository.read())).judged,
    /**
     * Answers what held before and what holds now.
     * @throws AppError LicenceUnusable, LicenceExpired, LicenceNotYetValid
     */
    async install(file: string, by: string): Promise<{ before: JudgedLicence; after: LicenceStatus }> {
      const { trusted } = await keys()
      const before = await repository.inTransaction(async transaction => {
        const state = await repository.lock(transaction)
        const at = now()
        const { licenceId, isNew, judged } = await judgeNew(file, state, transaction)
        assertLicensed(judged, { wanted: 0, used: 0 })
        await repository.change(
          transaction,
          {
            id: randomUUID(),
            changed_at: at,
            changed_by: by,
            kind: 'installed',
            licence_id: licenceId,
            file,
          },
          { file, seenAt: isNew ? Math.max(at, judged.grant?.producedAt ?? 0) : null },
        )
        return judge(state.file, trusted, Math.max(at, state.last_seen_at))
      })
      return { before, after: await status(deps) }
    },
    /** Does nothing when none is installed. */
    async remove(by: string): Promise<{ before: JudgedLicence; after: LicenceStatus }> {
      const { trusted } = await keys()
      const before = await repository.inTransaction(async transaction => {
        const { file, last_seen_at } = await repository.lock(transaction)
        const at = now()
        const before = judge(file, trusted, Math.max(at, last_seen_at))
        if (file === null) return before
        const licenceId = claimOf(file)?.id ?? null
        await repository.change(
          transaction,
          { id: randomUUID(), changed_at: at, changed_by: by, kind: 'removed', licence_id: licenceId, file },
          { file: null, seenAt: null },
        )
        return before
      })
      return { before, after: await status(deps) }
    },
    async history(page: number, pageSize: number) {
      const { total, rows } = await repository.changes(page, pageSize)
      const changes: LicenceChange[] = rows.map(row => ({
        id: row.id,
        at: row.changed_at,
        by: row.changed_by,
        kind: row.kind,
        grant: row.file === null ? null : claimOf(row.file),
      }))
      return { total, page, pageSize, rows: changes }
    },
  }
}

const status = async ({
  now,
  repository,
  keys,
}: Pick<LicenceServiceDeps, 'now' | 'repository' | 'keys'>): Promise<LicenceStatus> => {
  const at = now()
  await repository.noteSeen(null, at)
  const [state, usedUsers, { trusted, problem }] = await Promise.all([
    repository.read(),
    repository.usedUsers(),
    keys(),
  ])
  const judgedAt = Math.max(at, state.last_seen_at)
  return {
    ...judge(state.file, trusted, judgedAt),
    usedUsers,
    peakUsers: state.peak_users,
    peakAt: state.peak_at,
    judgedAt,
    isClockTurnedBack: state.last_seen_at - at > toleratedSkewMs,
    trustedKeys: problem === null ? trusted.length : null,
  }
}

/** Clocks of several servers differ slightly, which does not count as a clock set back. */
const toleratedSkewMs = 5 * 60_000
