/** Standalone execution of one plan: every thread group once with one user, each request and response in full. */

import { closeSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { preparePlan } from '../load/prepare-plan.ts'
import { gateName, jmeterPaths } from '../process/command-line.ts'
import { chooseHome, type JmeterHome } from '../process/homes.ts'
import { readJavaMajor } from '../process/java.ts'
import { javaAccount, sweep } from '../process/java-account.ts'
import { type JmeterProcess, startJmeter } from '../process/jmeter-process.ts'
import { LogWatch } from '../process/log-watch.ts'
import { openPlain } from '../process/plain-file.ts'
import { gatedPlan } from '../worker/gated-plan.ts'
import { Lines, Tail } from '../worker/tail.ts'
import { samplesOf } from './exchanges.ts'
import { variableNames } from './variables.ts'

const lookMs = 300
/** After this time a JMeter that was asked to end is killed. */
const stopPatienceMs = 4_000
/** Limit of requests and responses; later ones are not shown. */
const maxLogCharacters = 24 * 1024 ** 2
const whole = { from01: 0, to01: 1 }

export interface TrialOptions {
  /** Its own folder; created here, and removed at the end. */
  readonly folder: string
  /** The plan as it is designed. */
  readonly text: string
  /** Copied beside the plan under their names. */
  readonly files: readonly { readonly name: string; readonly path: string }[]
  readonly jmeters: readonly JmeterHome[]
  /** User id for Java where the agent is root; null for the agent's. */
  readonly account?: number | null
  readonly jvmOptions?: readonly string[]
  readonly onEvent: (event: DebugEvent) => void
}

export interface Trial {
  stop(): void
  kill(): void
  /** Resolves after all other events. Never rejects. */
  readonly ended: Promise<Extract<DebugEvent, { kind: 'ended' }>>
}

/** Starts immediately. */
export function startTrial(options: TrialOptions): Trial {
  let process: JmeterProcess | null = null
  let isStopped = false
  let killTimer: NodeJS.Timeout | undefined
  const run = async (): Promise<Extract<DebugEvent, { kind: 'ended' }>> => {
    try {
      process = await open(options)
      if (isStopped) process.kill()
      const detail = await follow(options, process, () => isStopped)
      const cause = isStopped ? 'stopped' : detail === '' ? 'finished' : 'failed'
      return { kind: 'ended', cause, detail: isStopped ? '' : detail }
    } catch (error) {
      const detail = errorText(error)
      return { kind: 'ended', cause: isStopped ? 'stopped' : 'failed', detail }
    } finally {
      clearTimeout(killTimer)
      process?.kill()
      sweep(javaAccount(options.account ?? null))
      await rm(options.folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    ended,
    stop: () => {
      isStopped = true
      process?.stopNow()
      killTimer ??= setTimeout(() => process?.kill(), stopPatienceMs)
    },
    kill: () => {
      isStopped = true
      process?.kill()
    },
  }
}

/** @throws Error with a sentence for the user */
async function open({
  folder,
  text,
  files,
  jmeters,
  jvmOptions = [],
  ...options
}: TrialOptions): Promise<JmeterProcess> {
  const home = chooseHome(jmeters, null)
  if (home === null) throw new CauseError('jmeterMissing')
  const javaMajor = await readJavaMajor()
  if (javaMajor === null) throw new CauseError('javaMissing')
  const read = readPlan(text)
  if (!read.ok) throw new CauseError('planUnreadable', { reason: jmxProblemText(read.problem) })
  const names = new Map(files.map(({ name }) => [name, name]))
  const prepared = preparePlan({ plan: read.plan, load: { kind: 'trial' }, share: whole, files: names })
  if (!prepared.ok) {
    const textsIn = (language: Language) => prepared.reasons.map(({ text }) => text[language])
    const reason = { zh: textsIn('zh').join('；'), en: textsIn('en').join('; ') }
    throw new CauseError('planUnreadable', { reason })
  }
  const variables = variableNames(read.plan)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const account = javaAccount(options.account ?? null)
  if (account !== null) await chmod(dirname(folder), 0o711)
  const jarPaths: string[] = []
  for (const { name, path } of files) {
    if (basename(name) !== name) throw new CauseError('fileNotFetched', { name })
    await copyFile(path, join(folder, name))
    if (name.toLowerCase().endsWith('.jar')) jarPaths.push(join(folder, name))
  }
  const jmeter = await startJmeter({
    folder,
    account,
    plan: gatedPlan(prepared.plan.text, gateName),
    home: home.path,
    javaMajor,
    jvmOptions,
    properties: variables.length === 0 ? [] : [{ name: 'sample_variables', value: variables.join(',') }],
    rowsPath: rowsPathOf(folder),
    rowFormat: 'xml',
    isFull: true,
    jarPaths,
  })
  if (!jmeter.isApart)
    options.onEvent({
      kind: 'log',
      line: { at: Date.now(), level: 'warn', source: 'plan', message: toldCause('javaNotApart') },
    })
  return jmeter
}

const rowsPathOf = (folder: string): string => join(folder, 'pone-rows.xml')

/** Reports events until JMeter has ended; returns the failure, '' when there was none. */
async function follow(
  { folder, onEvent }: TrialOptions,
  jmeter: JmeterProcess,
  isStopped: () => boolean,
): Promise<string> {
  const watch = new LogWatch((line: LogLine) => {
    if (line.level === 'warn' || line.level === 'error') onEvent({ kind: 'log', line })
  })
  const log = new Tail(jmeterPaths(folder).logPath)
  const lines = new Lines(line => watch.take(line))
  let events = 0
  const look = () => {
    log.read(bytes => lines.push(bytes))
    const samples = samplesOf(readRows(folder))
    if (samples === null) return
    for (const event of samples.slice(events)) onEvent(event)
    events = Math.max(events, samples.length)
  }
  const timer = setInterval(look, lookMs)
  try {
    const startError = await jmeter.ready.then(
      () => '',
      (error: unknown) => errorText(error),
    )
    if (startError === '') jmeter.open()
    else jmeter.kill()
    const code = await jmeter.exited
    look()
    lines.end()
    watch.flush()
    if (watch.fault !== '' || startError !== '') return watch.fault || startError
    if (isStopped() || watch.hasEnded) return events > 0 || isStopped() ? '' : toldCause('noSample')
    return toldCause('jmeterEnded', { code })
  } finally {
    clearInterval(timer)
    log.close()
  }
}

function readRows(folder: string): string {
  try {
    const file = openPlain(rowsPathOf(folder))
    try {
      return readFileSync(file, 'utf8').slice(0, maxLogCharacters)
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
