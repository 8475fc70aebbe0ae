/** Takes packages in: what they are for, which version they hold, and that none is there twice. */
import {
  compareVersions,
  type InstallPackage,
  type PackageArchitecture,
  type PackageSystem,
  type PackageType,
  packageTargets,
  packageVersionSchema,
} from '@pone/contract/entities/package.ts'
import { AppError } from '@pone/contract/errors.ts'
import { lookInto, sha256Of } from './content/package-content.ts'
import type { PackageRow } from './package.repository.ts'
import { defaultName, keyOfPackage } from './package-names.ts'
import { type PackageDeps, type PackageSettings, toPackage } from './package-record.ts'

export interface NewPackage extends PackageSettings {
  readonly type: PackageType
  readonly system: PackageSystem
  readonly architecture: PackageArchitecture
  /** '' takes what the content says. */
  readonly version: string
}

/** Takes packages in. */
export function packageUploads(deps: Pick<PackageDeps, 'repository' | 'newId' | 'now' | 'files' | 'usedBy'>) {
  const { newId, now, files, repository } = deps
  async function assertFree(wanted: Pick<NewPackage, 'type' | 'system' | 'architecture'>, version: string) {
    const { type, system, architecture } = wanted
    const there = (await repository.ofType(type)).filter(each => each.version === version)
    const isTaken = (target: { system: string; architecture: string }) =>
      there.some(each => each.system === target.system && each.architecture === target.architecture)
    if (packageTargets[type].every(isTaken)) throw new AppError('AllSystemsAdded', { type, version })
    if (isTaken(wanted)) throw new AppError('PackageExists', { type, system, architecture, version })
  }
  return {
    /** @throws AppError FileContentRefused, PackageExists, AllSystemsAdded, BadInput */
    async upload(
      by: string,
      wanted: NewPackage,
      upload: { name: string; path: string; sizeBytes: number },
    ): Promise<InstallPackage> {
      const { type, system, architecture } = wanted
      if (!packageTargets[type].some(each => each.system === system && each.architecture === architecture))
        throw new AppError('BadInput', { detail: 'packageTargetUnsupported', field: 'architecture' })
      // Before the content is read, which may take a while.
      if (wanted.version !== '') await assertFree(wanted, wanted.version)
      if (upload.sizeBytes === 0)
        throw new AppError('FileContentRefused', { detail: 'emptyFile', field: 'file' })
      const { manifest, version: found } = await lookInto(type, upload.path, upload.name)
      if (manifest !== null && (manifest.system !== system || manifest.architecture !== architecture))
        throw new AppError('FileContentRefused', { detail: 'packageOtherTarget', field: 'architecture' })
      const version = versionOf(wanted.version, found)
      await assertFree(wanted, version)
      const created: PackageRow = {
        id: newId(),
        name: wanted.name || defaultName({ type, version, system, architecture }),
        type,
        system,
        architecture,
        version,
        file_name: upload.name,
        size_bytes: upload.sizeBytes,
        sha256: await sha256Of(upload.path),
        install_path: wanted.installPath,
        log_path: wanted.logPath,
        status_push_seconds: wanted.statusPushSeconds,
        own_build: null,
        uploaded_at: now(),
        uploaded_by: by,
      }
      await files.put(keyOfPackage(created.id), upload.path)
      const isNew = await repository.insert(created, manifest).catch(async (cause: unknown) => {
        await files.delete(keyOfPackage(created.id))
        throw cause
      })
      if (!isNew) {
        await files.delete(keyOfPackage(created.id))
        throw new AppError('PackageExists', { type, system, architecture, version })
      }
      return toPackage(deps, created)
    },
  }
}

function versionOf(entered: string, found: string | null): string {
  const known = packageVersionSchema.safeParse(found).data ?? null
  if (entered === '') {
    if (known === null) throw new AppError('BadInput', { detail: 'packageVersionNeeded', field: 'version' })
    return known
  }
  if (known !== null && compareVersions(entered, known) !== 0)
    throw new AppError('FileContentRefused', { detail: 'packageOtherVersion', field: 'version' })
  return entered
}
