/** Java on this machine: whether it is installed, and which processes it runs. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './command.ts'

/** Java starts slowly on a busy machine. */
const versionTimeoutMs = 60_000

/** Program that starts Java: of JAVA_HOME when that is set, else of the path. */
export const javaProgram = (): string =>
  process.env['JAVA_HOME'] === undefined ? 'java' : join(process.env['JAVA_HOME'], 'bin', 'java')

/** E.g. 17.0.15; null when there is no Java. */
export async function readJavaVersion(signal?: AbortSignal): Promise<string | null> {
  try {
    const { output } = await runCommand(javaProgram(), ['-version'], { timeoutMs: versionTimeoutMs, signal })
    return parseJavaVersion(output)
  } catch {
    signal?.throwIfAborted()
    return null
  }
}

export const parseJavaVersion = (output: string): string | null =>
  /version "([^"]+)"/.exec(output)?.[1] ?? null

/** The account that this agent runs as: its name, else its number. */
export function ownUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container there may be only the number.
    return `${process.getuid?.()}`
  }
}

export interface JavaProcess {
  readonly pid: number
  /** Main class or jar, without arguments, which may hold secrets. */
  readonly name: string
  /** The number of the account, when it is not the agent's own. */
  readonly user: string
}

/** Every process whose program is java, by number. */
export async function listJavaProcesses(procFolder = '/proc'): Promise<JavaProcess[]> {
  const pids = (await readdir(procFolder)).map(Number).filter(pid => Number.isInteger(pid) && pid > 0)
  const found = await Promise.all(pids.map(pid => describe(procFolder, pid)))
  return found.filter(each => each !== null).toSorted((a, b) => a.pid - b.pid)
}

async function describe(procFolder: string, pid: number): Promise<JavaProcess | null> {
  try {
    const folder = join(procFolder, String(pid))
    const args = (await readFile(join(folder, 'cmdline'), 'utf8')).split('\0').filter(Boolean)
    const [program = ''] = args
    if (!/(^|\/)java$/.test(program)) return null
    const { uid } = await stat(folder)
    return {
      pid,
      name: mainOf(args.slice(1)),
      user: uid === process.getuid?.() ? ownUser() : `${uid}`,
    }
  } catch {
    // It ended while it was read, or belongs to another user.
    return null
  }
}

/** The main class or jar among the arguments of java. */
export function mainOf(args: readonly string[]): string {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '-jar') return (args[index + 1] ?? '').replace(/^.*\//, '')
    if (['-cp', '-classpath', '--class-path', '-p', '--module-path'].includes(arg)) index += 1
    else if (arg === '-m' || arg === '--module') return args[index + 1] ?? ''
    else if (!arg.startsWith('-')) return arg
  }
  return 'java'
}
