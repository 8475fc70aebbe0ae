/** Rules of uploads in pieces: who may begin one, what a piece must be, who gets the whole file, and when it goes. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UploadRule } from '@pone/contract/call.ts'
import type { UploadStatus } from '@pone/contract/calls/upload.ts'
import { AppError } from '@pone/contract/errors.ts'
import { maxWaitingUploadBytes, maxWaitingUploads, uploadLifeMs } from '@pone/schema/limits.ts'
import type { GrowingFiles } from '../../adapters/files/growing-files.ts'
import type { WaitingUploads } from '../../calls/handler.ts'
import { acceptedName, sizeText } from '../../calls/upload-rules.ts'
import type { UploadRepository, UploadRow } from './upload.repository.ts'

/** What an upload leaves free for the database and the rest, bytes. */
const reservedBytes = 512 * 1024 ** 2
/** A server that dies while a call has a file holds it this long. */
const claimMs = 30_000
/** A file without a row is left alone this long, because one that is being made has none yet. */
const strayAfterMs = 3_600_000

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const notFound = (): AppError => new AppError('NotFound', { what: 'upload' })
const statusOf = (
  row: Pick<UploadRow, 'id' | 'size_bytes' | 'offset_bytes' | 'expires_at'>,
): UploadStatus => ({
  id: row.id,
  sizeBytes: row.size_bytes,
  offsetBytes: row.offset_bytes,
  expiresAt: row.expires_at,
})

export interface UploadDeps {
  readonly repository: UploadRepository
  readonly files: GrowingFiles
  readonly now: () => number
  readonly newId: () => string
  readonly warn: (text: string, cause?: unknown) => void
}

/** Owner of an upload, and whether the owner may still make the call that it is for. */
export interface UploadOwner {
  readonly userId: string
  /** @throws AppError as that call would */
  readonly assertMay: (call: string, projectId: string | null) => Promise<void>
}

export interface NewUpload {
  readonly call: string
  readonly projectId: string | null
  readonly name: string
  readonly sizeBytes: number
  readonly rule: UploadRule
}

export type UploadService = ReturnType<typeof createUploadService>

export function createUploadService(deps: UploadDeps) {
  const { repository, now, files } = deps
  return {
    ...uploadBeginnings(deps),
    ...uploadPieces(deps),
    ...uploadUse(deps),
    /** Discards what has expired, and files that belong to nothing. */
    async clean(): Promise<void> {
      for (const id of await repository.deleteExpired(now())) await files.delete(id)
      // What the disk says of a file is in the disk's time.
      const strays = await files.untouchedSince(Date.now() - strayAfterMs)
      for (const id of await repository.unknownOf(strays.filter(each => uuidPattern.test(each))))
        await files.delete(id)
    },
  }
}

/** Lets an upload begin where there is room for it. */
function uploadBeginnings({
  newId,
  now,
  files,
  repository,
}: Pick<UploadDeps, 'newId' | 'now' | 'files' | 'repository'>) {
  return {
    /** @throws AppError UploadQuota, DiskFull, BodyTooLarge, FileTypeRefused, BadInput, and why the call would be refused */
    async begin(owner: UploadOwner, wanted: NewUpload): Promise<UploadStatus> {
      const { call, projectId, rule, sizeBytes } = wanted
      await owner.assertMay(call, projectId)
      const name = acceptedName(wanted.name, rule)
      if (sizeBytes > rule.maxBytes) throw new AppError('BodyTooLarge', { limit: sizeText(rule.maxBytes) })
      const id = newId()
      const created = {
        id,
        user_id: owner.userId,
        project_id: projectId,
        call,
        name,
        size_bytes: sizeBytes,
        offset_bytes: 0,
        expires_at: now() + uploadLifeMs,
        claim: null,
        claimed_until: 0,
        input_sha256: null,
      }
      await files.create(id)
      try {
        await repository.insert(created, now(), async ({ count, bytes, firstExpiry, missingBytes }) => {
          if (count >= maxWaitingUploads || (count > 0 && bytes + sizeBytes > maxWaitingUploadBytes))
            throw new AppError('UploadQuota', {
              count,
              limit: maxWaitingUploads,
              total: sizeText(maxWaitingUploadBytes),
              freeAt: firstExpiry,
            })
          const missing = sizeBytes + missingBytes + reservedBytes - (await files.freeBytes())
          if (missing > 0) throw lacking(missing)
        })
      } catch (cause) {
        await files.delete(id)
        throw cause
      }
      return statusOf(created)
    },
  }
}

/** Pieces of an upload, one after the other. */
function uploadPieces({ repository, now, files }: Pick<UploadDeps, 'repository' | 'now' | 'files'>) {
  async function row(id: string, owner: UploadOwner): Promise<UploadRow> {
    const found = await repository.find({ id, userId: owner.userId }, now())
    if (found === undefined) throw notFound()
    await owner.assertMay(found.call, found.project_id)
    return found
  }
  return {
    /** @throws AppError NotFound, and why the call would be refused now */
    status: async (id: string, owner: UploadOwner): Promise<UploadStatus> => statusOf(await row(id, owner)),
    /** @throws AppError NotFound, UploadOffset, UploadDamaged, DiskFull, BadInput, and why the call would be refused now */
    async append(
      owner: UploadOwner,
      piece: { id: string; offsetBytes: number; crc32: string; bytes: Buffer },
    ): Promise<UploadStatus> {
      const { id, offsetBytes, bytes } = piece
      await row(id, owner)
      if (crc32(bytes).toString(16).padStart(8, '0') !== piece.crc32) throw new AppError('UploadDamaged')
      return repository.locked({ id, userId: owner.userId }, now(), async (found, { set }) => {
        if (found === undefined) throw notFound()
        const { offset_bytes: offset, size_bytes: size } = found
        if (offset !== offsetBytes) throw new AppError('UploadOffset', { offset })
        if (offset + bytes.length > size) throw new AppError('BadInput', { detail: 'pieceBeyondEnd' })
        const isStored = await files.write(id, offset, bytes).catch((cause: unknown) => {
          throw isDiskFull(cause) ? lacking(size - offset) : cause
        })
        if (!isStored) throw notFound()
        const changed = { offset_bytes: offset + bytes.length, expires_at: now() + uploadLifeMs }
        await set(changed)
        return statusOf({ ...found, ...changed })
      })
    },
    /** Discards an upload; one that a call has just now stays. @throws AppError NotFound, UploadBusy */
    async abort(id: string, owner: Pick<UploadOwner, 'userId'>): Promise<void> {
      await repository.locked({ id, userId: owner.userId }, now(), async (found, { remove }) => {
        if (found === undefined) throw notFound()
        if (found.claimed_until > now()) throw new AppError('UploadBusy')
        await remove()
      })
      await files.delete(id)
    },
  }
}

/** Gives the file of a complete upload to the call that names it. */
function uploadUse({
  newId,
  repository,
  now,
  files,
  warn,
}: Pick<UploadDeps, 'newId' | 'repository' | 'now' | 'files' | 'warn'>) {
  /** Keeps the claim while the work goes on. */
  function holding(claim: string): { end: () => void } {
    const timer = setInterval(() => {
      repository
        .renew(claim, now() + claimMs)
        .catch((cause: unknown) => warn('the claim on an upload could not be renewed', cause))
    }, claimMs / 3)
    return { end: () => clearInterval(timer) }
  }
  /** @throws AppError NotFound, UploadIncomplete, UploadBusy */
  const take = (order: Parameters<WaitingUploads['use']>[0], id: string, claim: string) =>
    repository.locked({ id, userId: order.userId }, now(), async (found, { set }) => {
      if (found?.call !== order.call || found.project_id !== order.projectId) throw notFound()
      const { offset_bytes: offset, size_bytes: size, answer } = found
      const inputSha256 = sha256(order.input)
      if (answer !== null) {
        if (found.input_sha256 !== inputSha256) throw notFound()
        return { answer }
      }
      if (offset < size) throw new AppError('UploadIncomplete', { offset, size })
      if (found.claimed_until > now()) throw new AppError('UploadBusy')
      const path = await files.lend(id, claim, size)
      if (path === null) throw notFound()
      await set({ claim, claimed_until: now() + claimMs, input_sha256: inputSha256 })
      return { file: { name: found.name, path, sizeBytes: size } }
    })
  return {
    /** @see WaitingUploads */
    async use(
      order: Parameters<WaitingUploads['use']>[0],
      work: Parameters<WaitingUploads['use']>[1],
    ): Promise<unknown> {
      const { id } = order
      if (typeof id !== 'string' || !uuidPattern.test(id)) throw notFound()
      const claim = newId()
      const taken = await take(order, id, claim)
      if (taken.answer !== undefined) return taken.answer.output
      const hold = holding(claim)
      const release = (output?: { value: unknown }) =>
        repository.release(claim, {
          expires_at: now() + uploadLifeMs,
          ...(output === undefined ? {} : { output }),
        })
      try {
        const value = await work(taken.file)
        await release({ value })
        await files.delete(id)
        return value
      } catch (cause) {
        await release().catch((reason: unknown) => warn('an upload could not be given back', reason))
        throw cause
      } finally {
        hold.end()
        await files.giveBack(taken.file.path)
      }
    },
  }
}

const lacking = (bytes: number): AppError =>
  new AppError('DiskFull', { missing: `${Math.ceil(bytes / 1024 ** 2)} MiB` })

const sha256 = (input: unknown): string => createHash('sha256').update(JSON.stringify(input)).digest('hex')

const isDiskFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
