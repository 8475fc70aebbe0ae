/** `./pone install`: installs third-party tools that load machines use. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asyncProfilerVersion, bringAsyncProfiler } from '../async-profiler/assemble.ts'
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { bringJmeter, defaultVersion } from '../jmeter/assemble.ts'
import { runs } from '../jmeter/maven.ts'
import { asyncProfilerFolder, jmeterFolder } from '../paths.ts'

const usage = `./pone install jmeter | async-profiler [--version V]

Brings a tool for this machine, by Maven. Several versions may stand side by side; the newest is
used where none is named.

  jmeter          Apache JMeter with the plugin thread groups (Concurrency, Stepping, Ultimate,
                  Arrivals); ./pone run PLAN.jmx and the agent of ./pone up find it. It needs Java.
  async-profiler  measures processor and wall-clock time of JVMs; the agents of ./pone up and
                  ./pone agent load it into a JVM while they take a flame diagram of it.

  --version V     another version than the one that Pone is tested with, e.g. 5.5
`

interface InstalledTool {
  readonly name: string
  readonly parent: string
  readonly folder: (version: string) => string
  readonly version: () => Promise<string>
  readonly bring: (version: string, parent: string, folder: string) => Promise<void>
}

const tools: Readonly<Record<string, InstalledTool>> = {
  jmeter: {
    name: 'JMeter',
    parent: jmeterFolder,
    folder: version => `apache-jmeter-${version}`,
    version: defaultVersion,
    bring: bringJmeter,
  },
  'async-profiler': {
    name: 'async-profiler',
    parent: asyncProfilerFolder,
    folder: version => version,
    version: async () => asyncProfilerVersion,
    bring: bringAsyncProfiler,
  },
}

async function run(args: readonly string[]): Promise<ExitName> {
  const { values, positionals } = readOptions(args, {
    allowPositionals: true,
    options: { version: { type: 'string' } },
  })
  const tool = tools[positionals.join(' ')]
  if (tool === undefined)
    throw new CommandError('usage', `Say what to install: ${Object.keys(tools).join(' or ')}.`)
  const { name, parent, bring } = tool
  const version = values.version ?? (await tool.version())
  if (!/^\d+(\.\d+){1,3}$/.test(version))
    throw new CommandError('usage', `'${version}' is no version of ${name}.`)
  const folder = join(parent, tool.folder(version))
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  if (!existsSync(folder)) {
    if (!(await runs('mvn', ['--version'])))
      throw new CommandError('setUp', `Maven is missing, which brings ${name}: install it, then start again.`)
    announce(`bringing ${name} ${version} with Maven ...`)
    await bring(version, parent, folder)
  }
  process.stdout.write(`${folder}\n`)
  if (tool === tools['jmeter'] && !(await runs('java', ['-version'])))
    announce('there is no Java on this machine yet, which JMeter needs')
  return 'ok'
}

export const install: Command = { usage, run }
