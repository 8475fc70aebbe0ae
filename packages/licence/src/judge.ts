/** Judges a licence file at one moment: pure, what it grants and whether that holds. */
import type { KeyObject } from 'node:crypto'
import {
  communityUsers,
  type JudgedLicence,
  type LicenceGrant,
  type LicenceState,
} from '@pone/contract/entities/licence.ts'
import { AppError } from '@pone/contract/errors.ts'
import { readLicence } from './licence-file.ts'

const dayMs = 24 * 3_600_000

/** What holds without a file; it is the same on every installation and never ends. */
export const communityGrant: LicenceGrant = {
  id: '00000000-0000-4000-8000-00000000c0de',
  holder: 'Community',
  totalUsers: communityUsers,
  authorisedDays: null,
  producedAt: 0,
  notBefore: 0,
  features: [],
}

/** `file` null = none is installed. `at` in epoch milliseconds. */
export function judge(file: string | null, trusted: readonly KeyObject[], at: number): JudgedLicence {
  if (file === null)
    return { state: 'community', grant: communityGrant, expiresAt: null, remainingDays: null }
  const read = readLicence(file, trusted)
  if (read.kind !== 'signed') return { state: read.kind, grant: null, expiresAt: null, remainingDays: null }
  const { grant } = read
  const { notBefore, authorisedDays } = grant
  const expiresAt = authorisedDays === null ? null : notBefore + authorisedDays * dayMs
  const remainingDays =
    expiresAt === null ? null : Math.max(0, Math.ceil((expiresAt - Math.max(at, notBefore)) / dayMs))
  return { state: stateAt(at, notBefore, expiresAt), grant, expiresAt, remainingDays }
}

function stateAt(at: number, notBefore: number, expiresAt: number | null): LicenceState {
  if (at < notBefore) return 'notYetValid'
  return expiresAt !== null && at >= expiresAt ? 'expired' : 'valid'
}

/**
 * Refuses `wanted` users more than the `used` ones where the licence does not allow them.
 * @throws AppError LicenceExceeded, LicenceExpired, LicenceNotYetValid, LicenceUnusable
 */
export function assertLicensed(
  licence: JudgedLicence,
  { wanted, used }: { wanted: number; used: number },
): void {
  const { state, grant, expiresAt } = licence
  if (state === 'damaged') throw new AppError('LicenceUnusable', { detail: 'licenceDamaged' })
  if (state === 'wrongSignature' || grant === null) {
    throw new AppError('LicenceUnusable', { detail: 'licenceWrongSignature' })
  }
  if (state === 'notYetValid') throw new AppError('LicenceNotYetValid', { validAt: grant.notBefore })
  if (state === 'expired') throw new AppError('LicenceExpired', { expiredAt: expiresAt ?? 0 })
  const missing = used + wanted - grant.totalUsers
  if (missing > 0) throw new AppError('LicenceExceeded', { wanted, total: grant.totalUsers, used, missing })
}
