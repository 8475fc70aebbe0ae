/** Finds a library of async-profiler on this machine that a JVM can load: one that was installed for it, or the one that Arthas brings. */
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JvmProcess } from './processes.ts'

export interface ProfilerLibrary {
  readonly path: string
  /** As the library tells it, e.g. `4.4`. */
  readonly version: string
}

/** Why none can be loaded into a JVM. */
export type NoLibrary = 'notInstalled' | 'otherArchitecture' | 'musl'

/** What the archives of both name an architecture, by its number in programs of the system. */
const architectures: ReadonlyMap<number, string> = new Map([
  [62, 'x64'],
  [183, 'arm64'],
])
const machineOffset = 18
/** Older ones do not know the options that are used. */
const leastMajor = 3
const maxLibraryBytes = 16 * 1024 ** 2

/** `folders`: each has a folder per version. */
export async function findProfilerLibrary(
  jvm: JvmProcess,
  folders: readonly string[],
): Promise<ProfilerLibrary | NoLibrary> {
  const found = await candidates(folders)
  if (found.length === 0) return 'notInstalled'
  const architecture = architectures.get(await machineOf(jvm))
  if (architecture === undefined) return 'otherArchitecture'
  // A library that is loaded again from the same path is a second copy there.
  if (await usesMusl(jvm)) return 'musl'
  for (const folder of found)
    for (const name of libraryNames(architecture)) {
      const library = await readLibrary(join(folder, name))
      if (library !== null) return library
    }
  return 'otherArchitecture'
}

const libraryNames = (architecture: string): readonly string[] => [
  join(`linux-${architecture}`, 'libasyncProfiler.so'),
  join('async-profiler', `libasyncProfiler-linux-${architecture}.so`),
]

/** Folders of versions that have a library for any architecture, the newest version first. */
async function candidates(folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const versions = await readdir(folder).catch((): string[] => [])
    const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    for (const version of newestFirst) {
      const inside = await readdir(join(folder, version)).catch((): string[] => [])
      if (inside.some(name => name === 'async-profiler' || name.startsWith('linux-')))
        found.push(join(folder, version))
    }
  }
  return found
}

/** null = there is none, or it is too old. */
async function readLibrary(path: string): Promise<ProfilerLibrary | null> {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null || bytes.length > maxLibraryBytes) return null
  const [, version] = /async-profiler (\d+(?:\.\d+)*)/.exec(bytes.toString('latin1')) ?? []
  return version !== undefined && Number.parseInt(version, 10) >= leastMajor ? { path, version } : null
}

/** Number of the architecture that a program was built for; the system may run those of others. */
async function machineOf({ pid }: JvmProcess): Promise<number> {
  const program = await open(`/proc/${pid}/exe`)
  try {
    const { buffer } = await program.read({ buffer: Buffer.alloc(2), position: machineOffset })
    return buffer.readUInt16LE()
  } finally {
    await program.close()
  }
}

const usesMusl = async ({ pid }: JvmProcess): Promise<boolean> =>
  /\/ld-musl-/.test(await readFile(`/proc/${pid}/maps`, 'utf8'))
