/**
 * `./pone bundle`: packs the agent, or the load engine alone, into one file for machines where nothing else is
 * installed.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { packageVersionSchema } from '@pone/contract/entities/package.ts'
import { z } from 'zod'
import { collectContent } from '../bundle/bundle-content.ts'
import { findRuntime } from '../bundle/runtime.ts'
import { type BundleFacts, buildOf, bundleName, writeBundle } from '../bundle/write-bundle.ts'
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { cacheFolder, checkout } from '../paths.ts'
import { explainFolderProblem } from '../up/data-folder.ts'

const usage = `./pone bundle [agent|pr] [--arch x64|arm64] [--out DIR] [--version V]

Makes one file that runs on a Linux machine without Node.js, and prints its path.

  agent         the agent with its runtime and load engine: pone-agent-<version>-linux-<arch>.tar.gz (default)
  pr            the load engine alone, for agents that are there already: pone-pr-<version>-linux-any.tar.gz
  --arch ARCH   processor of the machines; default: this machine's
  --out DIR     folder of the file; default: the current one
  --version V   what the bundle calls itself; default: this checkout's version
  --level N     1 (quick) to 9 (small); default 6
  --build       only print what tells this checkout's bundle from others; make nothing
`

const optionsSchema = z.object({
  type: z.enum(['agent', 'pr']).transform(type => (type === 'pr' ? 'PR' : 'Agent')),
  arch: z.enum(['x64', 'arm64']),
  out: z.string().min(1),
  version: packageVersionSchema.optional(),
  level: z.coerce.number().int().min(1).max(9),
  build: z.boolean(),
})

async function run(args: readonly string[]): Promise<ExitName> {
  const options = parse(args)
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  const facts = await factsOf(options, announce)
  if (options.build) {
    process.stdout.write(`${await buildOf(facts)}\n`)
    return 'ok'
  }
  const folder = resolve(options.out)
  const target = join(folder, `${bundleName(facts)}.tar.gz`)
  try {
    await mkdir(folder, { recursive: true })
    await writeBundle(facts, target, options.level)
  } catch (cause) {
    throw explainFolderProblem(folder, cause)
  }
  process.stdout.write(`${target}\n`)
  return 'ok'
}

function parse(args: readonly string[]): z.infer<typeof optionsSchema> {
  const { values, positionals } = readOptions(args, {
    allowPositionals: true,
    options: {
      arch: { type: 'string' },
      out: { type: 'string' },
      version: { type: 'string' },
      level: { type: 'string' },
      build: { type: 'boolean' },
    },
  })
  const parsed = optionsSchema.safeParse({
    type: positionals[0] ?? 'agent',
    arch: values.arch ?? process.arch,
    out: values.out ?? '.',
    version: values.version,
    level: values.level ?? '6',
    build: values.build ?? false,
  })
  if (parsed.success && positionals.length <= 1) return parsed.data
  const wrong =
    parsed.error?.issues.map(issue => issue.path.join('.')).join(', ') ?? positionals.slice(1).join(' ')
  throw new CommandError('usage', `This is not understood: ${wrong}; see --help.`)
}

async function factsOf(
  options: z.infer<typeof optionsSchema>,
  announce: (line: string) => void,
): Promise<BundleFacts> {
  const { type, arch } = options
  const version = options.version ?? (await ownVersion())
  const runtime =
    type === 'Agent' ? await findRuntime({ checkout, cacheFolder, architecture: arch, announce }) : null
  return {
    type,
    version,
    system: 'linux',
    architecture: type === 'Agent' ? arch : 'any',
    nodeVersion: runtime?.version ?? null,
    content: await collectContent({ checkout, type, version, runtime }),
  }
}

async function ownVersion(): Promise<string> {
  const text = await readFile(join(checkout, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

export const bundle: Command = { usage, run }
