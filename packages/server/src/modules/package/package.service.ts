/** Rules of install packages: what is taken in, what fits a machine, what may go, and addresses to fetch them from. */
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  type BundleManifest,
  compareVersions,
  type InstallPackage,
  type PackageArchitecture,
  type PackageSystem,
  type PackageType,
  packageSystems,
  packageTargets,
  packageVersionSchema,
} from '@pone/contract/entities/package.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { AppError } from '@pone/contract/errors.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import { idSchema } from '@pone/schema/common.ts'
import { packageLinkLifeMs } from '@pone/schema/limits.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { ByteRange } from './byte-range.ts'
import { lookInto, sha256Of } from './content/package-content.ts'
import type { OwnPackages } from './own-packages.ts'
import type { PackageQuery, PackageRepository, PackageRow } from './package.repository.ts'
import { defaultName, keyOfPackage } from './package-names.ts'

/** Addresses for browsers and install commands begin with this, followed by the secret and the file's name. */
export const packageFilePath = `${apiBase}/package-file`

const notFound = (): AppError => new AppError('NotFound', { what: 'package' })

export interface PackageSettings {
  readonly name: string
  readonly installPath: string | null
  readonly logPath: string | null
  readonly statusPushSeconds: number
}

export interface NewPackage extends PackageSettings {
  readonly type: PackageType
  readonly system: PackageSystem
  readonly architecture: PackageArchitecture
  /** '' takes what the content says. */
  readonly version: string
}

/** What is looked for; `system` and `architecture` as an agent or `uname` tell them. */
export interface WantedPackage {
  readonly type: PackageType
  readonly system: string
  readonly architecture: string
  /** Any version when left out. */
  readonly version?: string | undefined
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

/** A package's bytes. */
export interface PackageFile {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  open(range?: ByteRange): Readable
}

export type PackageService = ReturnType<typeof createPackageService>

export function createPackageService({ repository, files, own, usedBy, now, newId }: PackageDeps) {
  const usersOf = async (id: string): Promise<string[]> =>
    (await Promise.all(usedBy.map(ask => ask(id)))).flat()
  const toPackage = async (row: PackageRow): Promise<InstallPackage> => ({
    ...describe(row),
    usedBy: await usersOf(row.id),
  })
  const toFile = (row: PackageRow): PackageFile => ({
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    open: range => files.open(keyOfPackage(row.id), range),
  })
  async function row(id: string): Promise<PackageRow> {
    const found = idSchema.safeParse(id).success ? await repository.find(id) : undefined
    if (found === undefined) throw notFound()
    return found
  }

  async function assertFree(wanted: Pick<NewPackage, 'type' | 'system' | 'architecture'>, version: string) {
    const { type, system, architecture } = wanted
    const there = (await repository.ofType(type)).filter(each => each.version === version)
    const isTaken = (target: { system: string; architecture: string }) =>
      there.some(each => each.system === target.system && each.architecture === target.architecture)
    if (packageTargets[type].every(isTaken)) throw new AppError('AllSystemsAdded', { type, version })
    if (isTaken(wanted)) throw new AppError('PackageExists', { type, system, architecture, version })
  }

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
    return best === undefined ? null : toPackage(best)
  }

  return {
    /** Packages that the server makes itself come later, by themselves. */
    async list(query: PackageQuery) {
      const isMaking = own.begin()
      const { rows, total } = await repository.page(query)
      const { page, pageSize } = query
      return { total, page, pageSize, rows: await Promise.all(rows.map(toPackage)), isMaking }
    },

    async targets(type: PackageType, version: string) {
      const rows = (await repository.ofType(type)).filter(each => each.version === version)
      return rows.map(({ system, architecture }) => ({ system, architecture }))
    },

    /** @throws AppError NotFound */
    get: async (id: string): Promise<InstallPackage> => toPackage(await row(id)),

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

    /** @throws AppError NotFound */
    file: async (id: string): Promise<PackageFile> => toFile(await row(id)),

    /** For load machines; null when there is no such package. */
    async fileForMachine(id: string): Promise<PackageFile | null> {
      const found = idSchema.safeParse(id).success ? await repository.find(id) : undefined
      return found === undefined ? null : toFile(found)
    },

    /** What a bundle of ours says of itself; null for other packages. */
    manifest: (id: string): Promise<BundleManifest | null> => repository.manifest(id),

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
      return toPackage(created)
    },

    /** What is not given stays. Answers it before and after. @throws AppError NotFound */
    async save(
      id: string,
      given: { readonly [K in keyof PackageSettings]?: PackageSettings[K] | undefined },
    ) {
      const before = await row(id)
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
      return { before: describe(before), after: await toPackage({ ...before, ...changed }) }
    },

    /** Gives back what went. @throws AppError NotFound, PackageInUse */
    async delete(id: string) {
      const gone = await row(id)
      const users = await usersOf(id)
      if (users.length > 0)
        throw new AppError('PackageInUse', { package: gone.name, users: users.join(', ') })
      await repository.delete(id)
      await files.delete(keyOfPackage(id))
      return describe(gone)
    },

    /** An address that works without a session until it expires. @throws AppError NotFound */
    async link(id: string): Promise<{ path: string; expiresAt: number }> {
      const { file_name: name } = await row(id)
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

const describe = (row: PackageRow): Omit<InstallPackage, 'usedBy'> => ({
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

/** Node and `uname -m` name the same processors differently. */
function architectureOf(text: string): string {
  const known: Readonly<Record<string, string>> = { x86_64: 'x64', amd64: 'x64', aarch64: 'arm64' }
  return known[text] ?? text
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex')
