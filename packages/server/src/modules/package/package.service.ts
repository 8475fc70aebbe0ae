/** Rules of install packages: what fits a machine, what may change and what may go; taking them in and handing them out are parts of their own. */
import {
  type BundleManifest,
  compareVersions,
  type InstallPackage,
  type PackageType,
  packageSystems,
} from '@pone/contract/entities/package.ts'
import { AppError } from '@pone/contract/errors.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { PackageQuery } from './package.repository.ts'
import { packageFiles } from './package-files.ts'
import { defaultName, keyOfPackage } from './package-names.ts'
import {
  describe,
  findPackage,
  type PackageDeps,
  type PackageSettings,
  toPackage,
  usersOf,
} from './package-record.ts'
import { packageUploads } from './package-uploads.ts'

/** What is looked for; `system` and `architecture` as an agent or `uname` tell them. */
export interface WantedPackage {
  readonly type: PackageType
  readonly system: string
  readonly architecture: string
  /** Any version when left out. */
  readonly version?: string | undefined
}

export type PackageService = ReturnType<typeof createPackageService>

export function createPackageService(deps: PackageDeps) {
  return { ...packageReads(deps), ...packageUploads(deps), ...packageChanges(deps), ...packageFiles(deps) }
}

/** Packages as they are shown and looked for. */
function packageReads(deps: Pick<PackageDeps, 'own' | 'repository' | 'usedBy'>) {
  const { own, repository } = deps
  async function newest(wanted: WantedPackage): Promise<InstallPackage | null> {
    const system = packageSystems.find(each => wanted.system.toLowerCase().startsWith(each))
    const architecture = architectureOf(wanted.architecture)
    const fitting = (await repository.ofType(wanted.type))
      .filter(each => each.system === system)
      .filter(each => each.architecture === 'any' || each.architecture === architecture)
      .filter(each => wanted.version === undefined || each.version === wanted.version)
      .toSorted(
        (a, b) =>
          compareVersions(b.version, a.version) ||
          Number(a.architecture === 'any') - Number(b.architecture === 'any'),
      )
    const [best] = fitting
    return best === undefined ? null : toPackage(deps, best)
  }
  return {
    /** Packages that the server makes itself come later, by themselves. */
    async list(query: PackageQuery) {
      const isMaking = own.begin()
      const { rows, total } = await repository.page(query)
      const { page, pageSize } = query
      return {
        total,
        page,
        pageSize,
        rows: await Promise.all(rows.map(row => toPackage(deps, row))),
        isMaking,
      }
    },
    async targets(type: PackageType, version: string) {
      const rows = (await repository.ofType(type)).filter(each => each.version === version)
      return rows.map(({ system, architecture }) => ({ system, architecture }))
    },
    /** @throws AppError NotFound */
    get: async (id: string): Promise<InstallPackage> => toPackage(deps, await findPackage(deps, id)),
    /**
     * The newest package that a machine can take, or the one of this version; of one version the exact architecture
     * before `any`. null when there is none. Waits for packages that the server is making.
     */
    async find(wanted: WantedPackage): Promise<InstallPackage | null> {
      if (wanted.type === 'Agent' || wanted.type === 'PR') await own.ready()
      return newest(wanted)
    },
    /** As `find`, of what there is by now. */
    newest: (wanted: WantedPackage): Promise<InstallPackage | null> => {
      own.begin()
      return newest(wanted)
    },
    /** What a bundle of ours says of itself; null for other packages. */
    manifest: (id: string): Promise<BundleManifest | null> => repository.manifest(id),
  }
}

/** Changes of packages that are there. */
function packageChanges(deps: Pick<PackageDeps, 'repository' | 'usedBy' | 'files'>) {
  const { repository, files } = deps

  return {
    /** What is not given stays. Answers it before and after. @throws AppError NotFound */
    async save(
      id: string,
      given: { readonly [K in keyof PackageSettings]?: PackageSettings[K] | undefined },
    ) {
      const before = await findPackage(deps, id)
      const stored = describe(before)
      const settings = changedBy<PackageSettings>(
        {
          name: stored.name,
          installPath: stored.installPath,
          logPath: stored.logPath,
          statusPushSeconds: stored.statusPushSeconds,
        },
        given,
      )
      const changed = {
        name: settings.name || defaultName(before),
        install_path: settings.installPath,
        log_path: settings.logPath,
        status_push_seconds: settings.statusPushSeconds,
      }
      await repository.update(id, changed)
      return { before: describe(before), after: await toPackage(deps, { ...before, ...changed }) }
    },
    /** Gives back what went. @throws AppError NotFound, PackageInUse */
    async delete(id: string) {
      const gone = await findPackage(deps, id)
      const users = await usersOf(deps, id)
      if (users.length > 0)
        throw new AppError('PackageInUse', { package: gone.name, users: users.join(', ') })
      await repository.delete(id)
      await files.delete(keyOfPackage(id))
      return describe(gone)
    },
  }
}

/** Node and `uname -m` name the same processors differently. */
function architectureOf(text: string): string {
  const known: Readonly<Record<string, string>> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64' }
  return known[text] ?? text
}
