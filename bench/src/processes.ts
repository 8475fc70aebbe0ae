/** The processes that a bench starts: each in a session of its own, confined to cores, timed, and ended with all its descendants. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const tailLength = 1_500

/** What to run. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The signal that it gets when the bench is killed: TERM for a program that then ends its own children. */
  readonly deathSignal?: 'KILL' | 'TERM'
}

/** A running program; its process id is also the id of its session. */
export interface Running {
  readonly pid: number
  /** Exit code, or the signal's name; never rejects. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Sends a signal to the program and all its descendants. */
  signal(signal: NodeJS.Signals): void
  /** Everything printed so far. */
  readOutput(): Promise<{ stdout: string; stderr: string }>
}

const living = new Set<number>()

/** Kills every process started here that still runs; for the end of the bench, whatever its cause. */
export function killAll(): void {
  for (const pid of living) signalSession(pid, 'SIGKILL')
}

/** Maximum open files of a process here, raised where this user may raise it. */
export function openFileLimit(): number {
  const wanted = 65_536
  if (spawnSync('prlimit', [`--nofile=${wanted}:${wanted}`, 'true']).status === 0) return wanted
  const hard = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim()
  return hard === 'unlimited' ? wanted : Number(hard) || 1_024
}

/** Command prefix that confines a program to those cores, lets it open many files, and ends it with the bench. */
export function confinement(
  cores: readonly number[],
  deathSignal: Command['deathSignal'] = 'KILL',
): string[] {
  const limit = openFileLimit()
  return [
    'setpriv',
    '--pdeathsig',
    deathSignal,
    'prlimit',
    `--nofile=${limit}:${limit}`,
    'taskset',
    '--cpu-list',
    cores.join(','),
  ]
}

/** Starts a program on those cores; its output is written to files of the folder. */
export function startConfined(command: Command, cores: readonly number[], folder: string): Running {
  const [program = '', ...words] = confinement(cores, command.deathSignal)
  const paths = { stdout: join(folder, 'stdout.txt'), stderr: join(folder, 'stderr.txt') }
  const stdout = openSync(paths.stdout, 'w')
  const stderr = openSync(paths.stderr, 'w')
  const child = spawn(program, [...words, command.program, ...command.args], {
    cwd: command.cwd ?? folder,
    detached: true,
    stdio: ['ignore', stdout, stderr],
    env: { ...process.env, ...command.env },
  })
  closeSync(stdout)
  closeSync(stderr)
  return {
    ...watch(child),
    async readOutput() {
      return { stdout: await readFile(paths.stdout, 'utf8'), stderr: await readFile(paths.stderr, 'utf8') }
    },
  }
}

/** Observes a child of its own session until it has ended. */
export function watch(child: ChildProcess): Omit<Running, 'readOutput'> {
  const pid = child.pid ?? -1
  if (pid > 0) living.add(pid)
  const ended = new Promise<number | NodeJS.Signals>(resolve => {
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 127))
  })
  void ended.then(() => {
    signalSession(pid, 'SIGKILL')
    living.delete(pid)
  })
  return { pid, ended, signal: signal => signalSession(pid, signal) }
}

/** Runs a helper program to its end at low priority. @throws Error with the end of its output */
export async function runTool(
  command: Command,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  const child = spawn('nice', ['-n', '19', command.program, ...command.args], {
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...command.env },
  })
  const name = `${command.program} ${command.args[0] ?? ''}`.trim()
  let stdout = ''
  let tail = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    tail = `${tail}${text}`.slice(-tailLength)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = `${tail}${text}`.slice(-tailLength)
  })
  const { ended, signal } = watch(child)
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)])
  const onAbort = () => signal('SIGKILL')
  limit.addEventListener('abort', onAbort, { once: true })
  const how = await ended
  limit.removeEventListener('abort', onAbort)
  if (limit.aborted) {
    throw new Error(options.signal.aborted ? 'cancelled' : `${name} took over ${options.timeoutMs / 1_000} s`)
  }
  if (how === 127) throw new Error(`${command.program} is not on this machine`)
  if (how !== 0) throw new Error(`${name} ended with ${how}: ${tail.trim()}`)
  return stdout
}

/** True when the program ends within the time; otherwise its remaining processes are killed. */
export async function endsWithin(
  running: Pick<Running, 'ended' | 'signal'>,
  timeoutMs: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const isInTime = await Promise.race([running.ended.then(() => true), late])
  clearTimeout(timer)
  if (!isInTime) {
    running.signal('SIGKILL')
    await running.ended
  }
  return isInTime
}

function signalSession(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Has already ended.
  }
}
