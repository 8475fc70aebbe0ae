/** A JMeter process that runs one plan: started in its own process group, held until the run's start, stopped on request, and ended when the process that started it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type CauseCode, CauseError } from '@pone/contract/told-cause.ts'
import { javaEnvironment } from '@pone/engine/child-environment.ts'
import { setUpTimeoutMs } from '../load/set-up.ts'
import { argumentsOf, type CommandLine, jmeterPaths } from './command-line.ts'
import { Gate } from './gate.ts'
import { javaProgram } from './java.ts'
import {
  canWork,
  handOver,
  homeEnvironment,
  homeOptions,
  type JavaAccount,
  sweepCommand,
  underAccount,
} from './java-account.ts'
import { logConfig } from './log-format.ts'
import { freeUdpPort, sendStopWord } from './stop-port.ts'

/** Longest time until JMeter has loaded its plan. */
const startTimeoutMs = 50_000
const lookMs = 20
/** Preference of the kernel when memory is short: Java before the agent, the server or the database. */
const outOfMemoryScore = 800
/** A command to JMeter is a UDP packet and may be lost, so it is sent again. */
const repeatMs = 1_000

/**
 * Java in the background of a shell, and beside it a process that waits for the end of standard input: when the process
 * at its other end has ended, however it died, the whole group is ended, and all other processes of Java's account. The
 * shell keeps the agent's account, so that no plan can end it.
 */
const keeper = (sweep: string) => `exec 3<&0 0</dev/null
{ echo ${outOfMemoryScore} 2>/dev/null >/proc/self/oom_score_adj; exec "$@" 3<&-; } &
java=$!
echo $java >"$0"
( cat <&3 >/dev/null; ${sweep}; kill -KILL 0 ) &
keeper=$!
exec 3<&-
wait $java
code=$?
kill -KILL $keeper
exit $code`

export type JmeterOptions = Omit<CommandLine, 'planPath' | 'logPath' | 'logConfigPath' | 'stopPort'> & {
  /** Exists, is empty, and belongs to this process alone. */
  readonly folder: string
  /** Java's own, in its run's group; null to use the agent's. */
  readonly account: JavaAccount | null
  /** Its gate reads `gatePath` of jmeterPaths(folder). */
  readonly plan: { readonly text: string; readonly content: string; readonly hasSetUp: boolean }
}

export interface JmeterProcess {
  /**
   * Resolves when it has loaded the plan, has run its set-up groups, and waits for its start. @throws (rejects) Error
   * with a sentence for the user
   */
  readonly ready: Promise<void>
  /** Resolves with the exit code, 128 and more for a signal, when none of its processes runs any more. */
  readonly exited: Promise<number>
  /** Java runs under an account of its own, or no account can be assigned. */
  readonly isApart: boolean
  /** Process id of Java; null as long as it is not known. */
  pid(): number | null
  /** Starts the threads. */
  open(): void
  /** Threads end after their present sample, and tear-down groups run where the plan enables that. */
  shutDown(): void
  /** Threads are interrupted. */
  stopNow(): void
  /** JMeter has begun to end: a repeated command would end its tear-down groups too. */
  heard(): void
  /** Kills it and all that it has started. */
  kill(): void
}

/** Starts Java immediately. @throws the system's error when the folder cannot be written */
export async function startJmeter(options: JmeterOptions): Promise<JmeterProcess> {
  const paths = jmeterPaths(options.folder)
  writeFileSync(paths.planPath, options.plan.text)
  writeFileSync(paths.logConfigPath, logConfig)
  const gate = await Gate.make(paths.gatePath, options.plan.content, options.account?.gid ?? null)
  const stopPort = await freeUdpPort()
  const output = openSync(paths.outputPath, 'w', 0o600)
  writeFileSync(paths.pidPath, '')
  const account = settle(options)
  const java = [javaProgram(), ...(account === null ? [] : homeOptions(options.folder))]
  const program = [
    ...(account === null ? [] : underAccount(account)),
    ...java,
    ...argumentsOf({ ...options, ...paths, stopPort }),
  ]
  const script = keeper(account === null ? ':' : sweepCommand(account))
  const child = spawn('/bin/sh', ['-c', script, paths.pidPath, ...program], {
    cwd: options.folder,
    // A plan may run any code: it must not see the agent's variables.
    env: { ...javaEnvironment(process.env), ...(account === null ? {} : homeEnvironment(options.folder)) },
    // A process group of its own, so that all that a plan starts can be ended with it.
    detached: true,
    stdio: ['pipe', output, output],
  })
  closeSync(output)
  const exited = exitOf(child)
  let repeater: NodeJS.Timeout | null = null
  const heard = () => {
    if (repeater !== null) clearInterval(repeater)
    repeater = null
  }
  const say = (word: 'Shutdown' | 'StopTestNow') => {
    heard()
    sendStopWord(stopPort, word)
    repeater = setInterval(() => sendStopWord(stopPort, word), repeatMs)
  }
  void exited.then(() => {
    heard()
    gate.open()
  })
  const timeoutMs = startTimeoutMs + (options.plan.hasSetUp ? setUpTimeoutMs : 0)
  const ready = reachGate({
    gate,
    exited,
    timeoutMs,
    readOutput: () => readFileSync(paths.outputPath, 'utf8'),
  })
  ready.catch(() => undefined) // The starter awaits it; a later rejection would be unhandled.
  return {
    ready,
    exited,
    isApart: account !== null || process.getuid?.() !== 0,
    pid: () => pidIn(paths.pidPath),
    open: () => gate.open(),
    shutDown: () => say('Shutdown'),
    heard,
    stopNow: () => say('StopTestNow'),
    kill: () => endGroup(child),
  }
}

/** Gives the folder to Java's account; null when Java cannot work there under its account, or has none. */
function settle({ folder, home, account }: JmeterOptions): JavaAccount | null {
  if (account === null) return null
  const { planPath, logConfigPath, gatePath, outputPath, pidPath } = jmeterPaths(folder)
  handOver(folder, account, [planPath, logConfigPath, gatePath, outputPath, pidPath])
  if (canWork(folder, home, account)) return account
  chownSync(folder, 0, 0)
  chmodSync(folder, 0o700)
  return null
}

async function reachGate(wait: {
  gate: Gate
  exited: Promise<number>
  timeoutMs: number
  readOutput: () => string
}): Promise<void> {
  const { gate, exited, timeoutMs, readOutput } = wait
  const end: { code: number | null } = { code: null }
  void exited.then(code => {
    end.code = code
  })
  const deadline = performance.now() + timeoutMs
  while (!gate.isReached()) {
    if (end.code !== null) {
      const said = readOutput()
      throw new CauseError(causeOfEnd(said), { code: end.code }, said)
    }
    if (performance.now() > deadline) {
      throw new CauseError('planLoadTimeout', { seconds: timeoutMs / 1_000 }, readOutput())
    }
    await pause(lookMs)
  }
}

/** When Java does not start, the output is from Java; otherwise the first line is from JMeter. */
function causeOfEnd(said: string): CauseCode {
  if (said.includes('OutOfMemoryError')) return 'outOfMemory'
  return /Creating summariser|Error in NonGUIDriver/.test(said) ? 'planNotLoaded' : 'javaRefused'
}

function pidIn(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8').trim()) || null
  } catch {
    return null
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  child.once('error', () => {
    if (child.pid === undefined) resolve(127)
  })
  child.once('exit', (code, signal) => {
    endGroup(child)
    child.stdin?.destroy()
    resolve(code ?? (signal === null ? 1 : 137))
  })
  // The keeper may have ended before it is released.
  child.stdin?.on('error', () => undefined)
  return promise
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process of the group is left.
  }
}
