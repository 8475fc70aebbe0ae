/** Rules of how long flame diagrams and thread dumps are kept, and the hourly deletion of flame diagrams that have expired. */
import { expiredBefore, type ProfileRetention } from '@pone/contract/entities/profile-retention.ts'
import { countedByProject } from '../../adapters/database/profile-expiry.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { OperationRecordService } from '../operation-record/operation-record.service.ts'
import type { ProfileRetentionRepository } from './profile-retention.repository.ts'

/** Of one pass; what is left over is deleted in the next one. */
const batchSize = 100
const maxBatches = 10
export const expiryEveryMs = 3_600_000

export interface ProfileRetentionDeps {
  readonly retention: ProfileRetentionRepository
  readonly removeFiles: (id: string, parts: number) => Promise<void>
  /** Thread dumps that were begun before and are not always kept. */
  readonly countThreadDumps: (projectId: string, beforeMs: number) => Promise<number>
  readonly operationRecords: Pick<OperationRecordService, 'recordExpired'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export class ProfileRetentions {
  readonly #deps: ProfileRetentionDeps
  #work: Repeated | undefined
  #isClosing = false

  constructor(deps: ProfileRetentionDeps) {
    this.#deps = deps
  }

  /** `days` null: those of the project. */
  async read(projectId: string, days: number | null): Promise<ProfileRetention> {
    const { retention, countThreadDumps, now } = this.#deps
    const set = await retention.days(projectId)
    const before = expiredBefore(days ?? set, now())
    if (before === null) return { days: set, expired: { profiles: 0, threadDumps: 0 } }
    const [profiles, threadDumps] = await Promise.all([
      retention.countBefore(projectId, before),
      countThreadDumps(projectId, before),
    ])
    return { days: set, expired: { profiles, threadDumps } }
  }

  async save(projectId: string, days: number): Promise<ProfileRetention> {
    await this.#deps.retention.save(projectId, days)
    return this.read(projectId, null)
  }

  start(): void {
    this.#work = repeatedly(
      () => this.deleteExpired(),
      expiryEveryMs,
      cause => this.#deps.warn('expired flame diagrams could not be deleted', cause),
    )
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#work?.close()
  }

  async deleteExpired(): Promise<void> {
    const { retention, removeFiles, operationRecords, now } = this.#deps
    for (let batch = 0; batch < maxBatches && !this.#isClosing; batch++) {
      const deleted = await retention.deleteExpired(now(), batchSize)
      for (const { projectId, projectName, count } of countedByProject(deleted))
        await operationRecords.recordExpired({ action: 'profile.expire', projectId, projectName, count })
      for (const { id, parts } of deleted) await removeFiles(id, parts)
      if (deleted.length < batchSize) return
    }
  }
}
