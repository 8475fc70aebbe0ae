/** Finds the Node for a bundle: the package node-linux-<architecture> of the checkout, else fetched by npm. */
import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { CommandError } from '../exit-codes.ts'

const run = promisify(execFile)
const fetchPatienceMs = 600_000

export interface Runtime {
  readonly version: string
  readonly node: string
  readonly licence: string
}

/** @throws CommandError `setUp` when it is neither in the checkout nor available from npm */
export async function findRuntime(options: {
  checkout: string
  cacheFolder: string
  architecture: 'x64' | 'arm64'
  announce: (line: string) => void
}): Promise<Runtime> {
  const { checkout, cacheFolder, architecture, announce } = options
  const name = `node-linux-${architecture}`
  const version = await pinnedVersion(checkout, name)
  const kept = join(cacheFolder, 'runtimes', `${name}-${version}`)
  for (const folder of [join(checkout, 'node_modules', name), kept]) {
    if ((await versionOf(folder)) === version) return describe(folder, version)
  }
  announce(`fetching Node.js ${version} for ${architecture} ...`)
  const side = `${kept}.${process.pid}`
  await mkdir(side, { recursive: true })
  try {
    await writeFile(join(side, 'package.json'), '{"private":true}\n')
    const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
    // Without force npm refuses a package for another processor than this machine's.
    const target = ['--os=linux', `--cpu=${architecture}`, '--force']
    await run('npm', ['install', '--prefix', side, ...flags, ...target, `${name}@${version}`], {
      timeout: fetchPatienceMs,
    })
    await rm(kept, { recursive: true, force: true })
    await rename(join(side, 'node_modules', name), kept)
  } catch (cause) {
    const said = firstFault((cause as { stderr?: string }).stderr) ?? String(cause)
    throw new CommandError('setUp', `Node.js ${version} for ${architecture} cannot be fetched: ${said}`, {
      cause,
    })
  } finally {
    await rm(side, { recursive: true, force: true })
  }
  return describe(kept, version)
}

/** npm prints the error first and the path of its log last. */
const firstFault = (text = ''): string | undefined =>
  text.split('\n').find(line => /^npm (?:error|ERR!) (?!code)/.test(line))

const describe = (folder: string, version: string): Runtime => ({
  version,
  node: join(folder, 'bin', 'node'),
  licence: join(folder, 'LICENSE'),
})

async function pinnedVersion(checkout: string, name: string): Promise<string> {
  const text = await readFile(join(checkout, 'package.json'), 'utf8')
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(text))
  const version = optionalDependencies[name]
  if (version === undefined) throw new CommandError('setUp', `There is no Node.js package for ${name}.`)
  return version
}

async function versionOf(folder: string): Promise<string | null> {
  try {
    await access(join(folder, 'bin', 'node'))
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version
  } catch {
    return null
  }
}
