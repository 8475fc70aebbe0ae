/** Packages of the server's own version, made of its own sources when they are first wanted, and again when the sources have changed. */
import { execFile } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { BundleManifest } from '@pone/contract/entities/package.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import { lookInto, sha256Of } from './content/package-content.ts'
import type { PackageRepository } from './package.repository.ts'
import { defaultName, keyOfPackage } from './package-names.ts'

const run = promisify(execFile)
const patienceMs = 300_000
/** After a failure it is not tried again at every look at the list. */
const retryAfterMs = 60_000
/** Nearly as small as the smallest, in half the time. */
const quickLevel = '4'
const kinds = [
  { type: 'Agent', argument: 'agent' },
  { type: 'PR', argument: 'pr' },
] as const

export interface OwnPackages {
  /** Starts making what is missing; answers whether that is under way. */
  begin(): boolean
  /** Resolves when everything that can be made is there. Never rejects. */
  ready(): Promise<void>
}

interface OwnPackagesDeps {
  readonly bundler: string | undefined
  readonly repository: PackageRepository
  readonly files: FileStore
  /** Where bundles are made. */
  readonly folder: string
  readonly now: () => number
  readonly newId: () => string
  readonly warn: (text: string, cause?: unknown) => void
}

/** `bundler`: the command line's program, which makes bundles; without one there are no packages of the server's own. */
export function createOwnPackages(options: OwnPackagesDeps): OwnPackages {
  const { bundler, now, warn } = options
  let work: Promise<void> | null = null
  let isDone = bundler === undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const begin = (): boolean => {
    if (work !== null) return true
    if (isDone || bundler === undefined || now() - failedAt < retryAfterMs) return false
    work = (async () => {
      try {
        for (const kind of kinds) await make(options, bundler, kind)
        isDone = true
      } catch (cause) {
        failedAt = now()
        warn('the packages of this version could not be made', cause)
      } finally {
        work = null
      }
    })()
    return true
  }
  return {
    begin,
    ready: async () => {
      begin()
      await work
    },
  }
}

const bundle = async (program: string, ...args: string[]): Promise<string> => {
  const flags = ['--disable-warning=ExperimentalWarning', program, 'bundle', ...args]
  const { stdout } = await run(process.execPath, flags, { timeout: patienceMs, killSignal: 'SIGKILL' })
  return stdout.trim()
}

const make = async (
  options: Pick<OwnPackagesDeps, 'repository' | 'folder' | 'newId' | 'now' | 'files'>,
  program: string,
  { type, argument }: (typeof kinds)[number],
): Promise<void> => {
  const build = await bundle(program, argument, '--build')
  const rows = await options.repository.ofType(type)
  if (rows.some(row => row.own_build === build)) return
  const stage = join(options.folder, `bundle-${options.newId()}`)
  await mkdir(stage, { recursive: true })
  try {
    const path = await bundle(program, argument, '--out', stage, '--level', quickLevel)
    const { manifest } = await lookInto(type, path, path)
    if (manifest !== null) await store(options, path, manifest)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

const store = async (
  { repository, newId, now, files }: Pick<OwnPackagesDeps, 'repository' | 'newId' | 'now' | 'files'>,
  path: string,
  manifest: BundleManifest,
): Promise<void> => {
  const { type, version, system, architecture, build } = manifest
  const same = (await repository.ofType(type)).find(
    row => row.version === version && row.system === system && row.architecture === architecture,
  )
  // A package that an administrator uploaded under this version has precedence.
  if (same !== undefined && same.uploaded_by !== null) return
  const { size } = await stat(path)
  const row = {
    id: newId(),
    name: defaultName(manifest),
    type,
    system,
    architecture,
    version,
    file_name: basename(path),
    size_bytes: size,
    sha256: await sha256Of(path),
    install_path: null,
    log_path: null,
    status_push_seconds: 2,
    own_build: build,
    uploaded_at: now(),
    uploaded_by: null,
  }
  await files.put(keyOfPackage(row.id), path)
  if (same !== undefined) {
    await repository.delete(same.id)
    await files.delete(keyOfPackage(same.id))
  }
  // Another server of this installation may have been quicker.
  if (!(await repository.insert(row, manifest))) await files.delete(keyOfPackage(row.id))
}
