/** Finds PostgreSQL's programs in the installed npm package and makes them runnable by the database's user. */
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canEnter, canRead, type DatabaseUser } from './database-user.ts'
import { systemFolder } from './elsewhere.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Absolute paths of the programs. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Whether the extension pg_stat_statements comes with them. */
  readonly hasStatementCounts: boolean
}

/** @throws EmbeddedPostgresError `unsupported-machine` when this system has no package. */
export async function prepareBinaries(user: DatabaseUser | undefined): Promise<Binaries> {
  const packageFolder = locatePackage()
  const native = join(packageFolder, 'native')
  if (await isUsableBy(user, native)) {
    await linkLibraries(packageFolder)
    return binariesIn(native)
  }
  if (user === undefined) {
    throw new EmbeddedPostgresError('folder-unusable', `PostgreSQL's programs in ${native} cannot be read.`)
  }
  return binariesIn(await copyOut(packageFolder))
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported-machine',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

function binariesIn(native: string): Binaries {
  const parts = [
    'lib/postgresql/pg_stat_statements.so',
    'share/postgresql/extension/pg_stat_statements.control',
  ]
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    hasStatementCounts: parts.every(part => existsSync(join(native, part))),
  }
}

async function isUsableBy(user: DatabaseUser | undefined, native: string): Promise<boolean> {
  const { initdb } = binariesIn(native)
  return (await canEnter(user, initdb)) && (await canRead(user, join(native, 'lib')))
}

/** npm packages carry no symbolic links; the package lists those that its libraries need. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    await symlink(basename(source), join(packageFolder, target)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause
    })
  }
}

/** Copies the programs out of a folder that the database's user cannot enter (a private home, say), once per version. */
async function copyOut(packageFolder: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const version = String((description as { version?: unknown }).version)
  const target = join(systemFolder, `postgresql-${version}`)
  const finished = join(target, 'native')
  const exists = await readdir(finished).catch(() => undefined)
  if (exists !== undefined) return finished
  const side = `${target}.new-${process.pid}`
  await mkdir(side, { recursive: true, mode: 0o755 })
  await cp(join(packageFolder, 'native'), join(side, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await linkLibraries(side)
  await openToAll(side)
  await rename(side, target).catch(async () => rm(side, { recursive: true, force: true }))
  return finished
}

async function openToAll(folder: string): Promise<void> {
  await chmod(systemFolder, 0o755)
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = basename(entry.parentPath) === 'bin'
    await chmod(path, entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}
