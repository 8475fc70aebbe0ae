/** What the parts of the service of packages share: finding a package and showing it. */
import { type InstallPackage } from '@pone/contract/entities/package.ts'
import { AppError } from '@pone/contract/errors.ts'
import { idSchema } from '@pone/schema/common.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { OwnPackages } from './own-packages.ts'
import type { PackageRepository, PackageRow } from './package.repository.ts'

const notFound = (): AppError => new AppError('NotFound', { what: 'package' })

export interface PackageSettings {
  readonly name: string
  readonly installPath: string | null
  readonly logPath: string | null
  readonly statusPushSeconds: number
}

export interface PackageDeps {
  readonly repository: PackageRepository
  readonly files: FileStore
  readonly own: OwnPackages
  /** Each answers, in words, who uses a package at present. */
  readonly usedBy: readonly ((packageId: string) => Promise<readonly string[]>)[]
  readonly now: () => number
  readonly newId: () => string
}

/** Who uses the package at present, in words. */
export const usersOf = async ({ usedBy }: Pick<PackageDeps, 'usedBy'>, id: string): Promise<string[]> =>
  (await Promise.all(usedBy.map(ask => ask(id)))).flat()

/** As the calls answer it. */
export const toPackage = async (
  deps: Pick<PackageDeps, 'usedBy'>,
  row: PackageRow,
): Promise<InstallPackage> => ({
  ...describe(row),
  usedBy: await usersOf(deps, row.id),
})

/** @throws AppError NotFound */
export async function findPackage(
  { repository }: Pick<PackageDeps, 'repository'>,
  id: string,
): Promise<PackageRow> {
  const found = idSchema.safeParse(id).success ? await repository.find(id) : undefined
  if (found === undefined) throw notFound()
  return found
}

/** As the calls answer it, without its users. */
export const describe = (row: PackageRow): Omit<InstallPackage, 'usedBy'> => ({
  id: row.id,
  name: row.name,
  type: row.type,
  system: row.system,
  architecture: row.architecture,
  version: row.version,
  fileName: row.file_name,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  installPath: row.install_path,
  logPath: row.log_path,
  statusPushSeconds: row.status_push_seconds,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by,
})
