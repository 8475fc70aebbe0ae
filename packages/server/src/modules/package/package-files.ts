/** Bytes of packages: for load machines, and by addresses that work without a session until they expire. */
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { apiBase } from '@pone/contract/envelope.ts'
import { idSchema } from '@pone/schema/common.ts'
import { packageLinkLifeMs } from '@pone/schema/limits.ts'
import type { ByteRange } from './byte-range.ts'
import type { PackageRow } from './package.repository.ts'
import { keyOfPackage } from './package-names.ts'
import { findPackage, type PackageDeps } from './package-record.ts'

/** Addresses for browsers and install commands begin with this, followed by the secret and the file's name. */
export const packageFilePath = `${apiBase}/package-file`

/** A package's bytes. */
export interface PackageFile {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  open(range?: ByteRange): Readable
}

/** Bytes of packages, for load machines and by addresses that expire. */
export function packageFiles(deps: Pick<PackageDeps, 'files' | 'repository' | 'now'>) {
  const { repository, now, files } = deps
  const toFile = (row: PackageRow): PackageFile => ({
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    open: range => files.open(keyOfPackage(row.id), range),
  })
  return {
    /** @throws AppError NotFound */
    file: async (id: string): Promise<PackageFile> => toFile(await findPackage(deps, id)),
    /** For load machines; null when there is no such package. */
    async fileForMachine(id: string): Promise<PackageFile | null> {
      const found = idSchema.safeParse(id).success ? await repository.find(id) : undefined
      return found === undefined ? null : toFile(found)
    },
    /** An address that works without a session until it expires. @throws AppError NotFound */
    async link(id: string): Promise<{ path: string; expiresAt: number }> {
      const { file_name: name } = await findPackage(deps, id)
      const secret = randomBytes(24).toString('base64url')
      const expiresAt = now() + packageLinkLifeMs
      await repository.addLink({ token_hash: hash(secret), package_id: id, expires_at: expiresAt }, now())
      return { path: `${packageFilePath}/${secret}/${encodeURIComponent(name)}`, expiresAt }
    },
    /** null when the address has expired or never was. */
    async fileOfLink(secret: string): Promise<PackageFile | null> {
      const found = await repository.packageOfLink(hash(secret), now())
      return found === undefined ? null : toFile(found)
    },
  }
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex')
