/** `./pone install`: installs a third-party load tool. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { bringJmeter, defaultVersion } from '../jmeter/assemble.ts'
import { runs } from '../jmeter/maven.ts'
import { jmeterFolder } from '../paths.ts'

const usage = `./pone install jmeter [--version V]

Brings Apache JMeter with the plugin thread groups (Concurrency, Stepping, Ultimate, Arrivals) for
this machine, by Maven; ./pone run PLAN.jmx and the agent of ./pone up find it. Several versions
may stand side by side; the newest is used where none is named. JMeter needs Java.

  --version V   another version than the one that Pone is tested with, e.g. 5.5
`

async function run(args: readonly string[]): Promise<ExitName> {
  const { values, positionals } = readOptions(args, {
    allowPositionals: true,
    options: { version: { type: 'string' } },
  })
  if (positionals.join(' ') !== 'jmeter') throw new CommandError('usage', 'Say what to install: jmeter.')
  const version = values.version ?? (await defaultVersion())
  if (!/^\d+(\.\d+){1,3}$/.test(version))
    throw new CommandError('usage', `'${version}' is no version of JMeter.`)
  const folder = join(jmeterFolder, `apache-jmeter-${version}`)
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  if (!existsSync(folder)) {
    if (!(await runs('mvn', ['--version'])))
      throw new CommandError('setUp', 'Maven is missing, which brings JMeter: install it, then start again.')
    announce(`bringing JMeter ${version} with Maven ...`)
    await bringJmeter(version, jmeterFolder, folder)
  }
  process.stdout.write(`${folder}\n`)
  if (!(await runs('java', ['-version'])))
    announce('there is no Java on this machine yet, which JMeter needs')
  return 'ok'
}

export const install: Command = { usage, run }
