/** JMeter on a load machine: its worker, and the installed versions of JMeter. */
import { type ChildProcess, fork as forkProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { javaEnvironment } from '@pone/engine/child-environment.ts'
import { accountVariable } from '@pone/engine/enclosure.ts'
import { engineFlags } from '@pone/engine/process-flags.ts'
import { homeAt, type JmeterHome } from '@pone/jmeter/process/homes.ts'
import { hasJava } from '@pone/jmeter/process/java.ts'
import { jmeterWorkerEntry } from '@pone/jmeter/worker/entry.ts'
import { takeLeftBehind } from '@pone/jmeter/worker/left-behind.ts'
import { installedPath, parseInstalled } from '../installed/tool-store.ts'
import { compileCache } from '../processes/compile-cache.ts'
import { nextAccount } from '../processes/enclosed-fork.ts'
import { withOutput } from '../processes/process-output.ts'
import type { RunEngine, ToolPlaces } from './run-engine.ts'

/**
 * A worker that starts JMeter under an account of its own; none is kept ready, because the start of Java takes longer
 * than that of the worker.
 */
const fork = (outputPath: string): ChildProcess =>
  withOutput(outputPath, output =>
    forkProcess(fileURLToPath(jmeterWorkerEntry), {
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...javaEnvironment(process.env), ...compileCache(), ...accountEnvironment(nextAccount()) },
      execArgv: [...process.execArgv, ...engineFlags],
    }),
  )

const accountEnvironment = (account: number | null): NodeJS.ProcessEnv =>
  account === null ? {} : { [accountVariable]: String(account) }

/** The JMeters that the server or ./pone install has installed, and the one of JMETER_HOME. */
async function findTools({ dataFolder, jmeterFolder }: ToolPlaces): Promise<JmeterHome[]> {
  const own = process.env['JMETER_HOME']
  return [
    ...(dataFolder === null ? [] : await installed(dataFolder)),
    ...(jmeterFolder === null ? [] : await inFolder(jmeterFolder)),
    ...(own === undefined ? [] : [homeAt(own)]),
  ].filter(home => home !== null)
}

async function installed(dataFolder: string): Promise<JmeterHome[]> {
  const text = await readFile(installedPath(dataFolder), 'utf8').catch(() => '')
  return parseInstalled(text).flatMap(({ tool, version, path }) =>
    tool === 'JMeter' ? [{ version, path }] : [],
  )
}

async function inFolder(folder: string): Promise<(JmeterHome | null)[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.map(name => homeAt(join(folder, name)))
}

export const jmeter: RunEngine = {
  fork,
  findTools,
  status: tools => ({ jmeter: { versions: tools.map(({ version }) => version), hasJava: hasJava() } }),
  takeLeftBehind,
}
