/** Installs a peer into the cache once: a folder per version, used only when its installation was completed. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, runTool } from '../processes.ts'

/** Longest time that one step of an installation may take; builds run at low priority. */
const installTimeoutMs = 20 * 60_000

/** What the installations of peers use. */
export interface Installer {
  /** Folder that is kept after the bench. */
  readonly cache: string
  /** Files of this repository that peers are run with: scripts, test plans, lists of versions. */
  readonly peerFiles: string
  /** Runs a program and returns its standard output. @throws Error with the end of its output */
  run(command: Command): Promise<string>
  /** Fills `name` in the cache unless that has been done before; returns the folder. @throws what `fill` throws */
  once(name: string, fill: (folder: string) => Promise<void>): Promise<string>
}

export function createInstaller(options: {
  cache: string
  peerFiles: string
  signal: AbortSignal
  print: (line: string) => void
}): Installer {
  const { cache, peerFiles, signal, print } = options
  const { run } = toolInstaller(signal)
  return {
    cache,
    peerFiles,
    run,
    async once(name, fill) {
      const folder = join(cache, name)
      const mark = join(folder, '.complete')
      if (existsSync(mark)) return folder
      print(`installing ${name} …`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      await fill(folder)
      await writeFile(mark, '')
      return folder
    },
  }
}

/** What needs no cache: it only runs tools. */
export const toolInstaller = (signal: AbortSignal): Pick<Installer, 'run'> => ({
  run: command => runTool(command, { timeoutMs: installTimeoutMs, signal }),
})

/**
 * Installs a program from Debian's package, which mostly has its name, unless it is installed. @throws Error when that needs more rights than this
 * user has
 */
export async function debianPackage(
  installer: Pick<Installer, 'run'>,
  name: string,
  program = name,
): Promise<void> {
  const isThere = () =>
    installer.run({ program: 'which', args: [program] }).then(
      () => true,
      () => false,
    )
  if (await isThere()) return
  if (process.getuid?.() !== 0)
    throw new Error(`${name} is missing: install Debian's package ${name} as root`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = { program: 'apt-get', args: ['install', '-y', '--no-install-recommends', name], env }
  try {
    await installer.run(install)
  } catch {
    await installer.run({ program: 'apt-get', args: ['update'], env })
    await installer.run(install)
  }
  if (!(await isThere())) throw new Error(`${name} is not there after its installation`)
}

/** Builds a Go program of that version into the cache; returns its path. The sources are removed after the build. */
export async function goProgram(
  installer: Installer,
  { name, module, version }: { name: string; module: string; version: string },
): Promise<string> {
  const folder = await installer.once(`${name}-${version}`, async into => {
    const work = join(into, 'go')
    const env = {
      GOBIN: into,
      GOPATH: work,
      GOCACHE: join(into, 'go-build'),
      GOFLAGS: '-modcacherw',
      CGO_ENABLED: '0',
    }
    await installer.run({ program: 'go', args: ['install', `${module}@${version}`], env })
    await rm(work, { recursive: true, force: true })
    await rm(env.GOCACHE, { recursive: true, force: true })
  })
  return join(folder, name)
}

/** Installs an npm package of that version into the cache; returns the path of its program. */
export async function npmProgram(installer: Installer, name: string, version: string): Promise<string> {
  const folder = await installer.once(`${name}-${version}`, async into => {
    await writeFile(join(into, 'package.json'), '{"private":true}\n')
    const args = ['install', '--no-fund', '--no-audit', '--ignore-scripts', `${name}@${version}`]
    await installer.run({ program: 'npm', args, cwd: into })
  })
  return join(folder, 'node_modules', '.bin', name)
}

/** Copies the jars that a pom of this repository names into the cache; returns the folder with the jars. */
export async function mavenJars(installer: Installer, name: string, version: string): Promise<string> {
  const folder = await installer.once(`${name}-${version}`, async into => {
    await installer.run({
      program: 'mvn',
      args: [
        '--batch-mode',
        '--quiet',
        '-f',
        join(installer.peerFiles, name, 'pom.xml'),
        `-Dmaven.repo.local=${join(installer.cache, 'm2')}`,
        'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
        `-DoutputDirectory=${join(into, 'jars')}`,
        '-DincludeScope=runtime',
      ],
    })
  })
  return join(folder, 'jars')
}

/**
 * Creates a Python environment with the pinned packages of a file of this repository; returns the folder with its
 * programs.
 */
export async function pythonPrograms(installer: Installer, name: string, version: string): Promise<string> {
  const folder = await installer.once(`${name}-${version}`, async into => {
    await installer.run({ program: 'python3', args: ['-m', 'venv', into] })
    const args = ['install', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:', '-r']
    const list = join(installer.peerFiles, name, 'requirements.txt')
    await installer.run({ program: join(into, 'bin', 'pip'), args: [...args, list] })
  })
  return join(folder, 'bin')
}

/**
 * Value of `<name>` in the pom of a peer, so that a version is written in one place. @throws Error when it is not there
 */
export async function pomVersion(installer: Installer, name: string, tag: string): Promise<string> {
  const pom = await readFile(join(installer.peerFiles, name, 'pom.xml'), 'utf8')
  const [, version] = new RegExp(`<${tag}>([^<$]+)</${tag}>`).exec(pom) ?? []
  if (version === undefined) throw new Error(`the pom of ${name} has no ${tag}`)
  return version
}
