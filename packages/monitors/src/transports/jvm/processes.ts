/** Finds the JVMs of this machine in `/proc`, and what the system says of one. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProcessStat, processStatOf, ticksPerSecond } from '@pone/schema/process-stat.ts'

/** A process that has loaded a JVM. */
export interface JvmProcess {
  readonly pid: number
  /** Its number in its own namespace, by which its files are named. */
  readonly ownPid: number
  /** Effective user and group. */
  readonly uid: number
  readonly gid: number
  /** Differs between two processes that had the same number, ticks since the start of the system. */
  readonly startedAt: string
  /** Program and arguments. */
  readonly command: readonly string[]
  /** Has a handler for SIGQUIT; without one the signal would end it. */
  readonly handlesQuit: boolean
}

/** Bit of SIGQUIT in `SigCgt` of `/proc/PID/status`. */
const quitBit = 1n << 2n

/** Of all processes that have loaded a JVM; those whose files may not be read are told by their program `java`. */
export async function findJvms(): Promise<JvmProcess[]> {
  const names = await readdir('/proc')
  const found = await Promise.all(names.filter(name => /^\d+$/.test(name)).map(name => readJvm(Number(name))))
  return found.filter(jvm => jvm !== null)
}

/** null = it has ended, or is no JVM. */
export async function readJvm(pid: number): Promise<JvmProcess | null> {
  const folder = join('/proc', String(pid))
  try {
    const command = (await readFile(join(folder, 'cmdline'), 'utf8')).split('\0').filter(part => part !== '')
    // Threads of the kernel have no command.
    const [program] = command
    if (program === undefined || !(await hasJvm(folder, program))) return null
    const status = await readFile(join(folder, 'status'), 'utf8')
    const field = (name: string) =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? []
    return {
      pid,
      ownPid: Number(field('NSpid').at(-1) ?? pid),
      uid: Number(field('Uid')[1]),
      gid: Number(field('Gid')[1]),
      startedAt: String((await readStat(pid)).startTicks),
      command,
      handlesQuit: (BigInt(`0x${field('SigCgt')[0] ?? '0'}`) & quitBit) !== 0n,
    }
  } catch {
    return null
  }
}

async function hasJvm(folder: string, program: string): Promise<boolean> {
  if (/(^|\/)java$/.test(program)) return true
  const link = await readlink(join(folder, 'exe')).catch(() => '')
  if (link.endsWith('/java')) return true
  // Reading the maps of every process would cost more than all the rest.
  if (!/jsvc|tomcat|elasticsearch|launcher/i.test(`${program} ${link}`)) return false
  const maps = await readFile(join(folder, 'maps'), 'utf8').catch(() => '')
  return maps.includes('/libjvm.so')
}

/**
 * Those that a text means: the number of a process, a part of its main class or jar, or one argument as a whole.
 * Parts of other arguments do not count: they may be passwords, which could be guessed letter by letter.
 */
export function selectJvms(jvms: readonly JvmProcess[], wanted: string): JvmProcess[] {
  const text = wanted.trim()
  if (/^\d+$/.test(text)) return jvms.filter(({ pid }) => String(pid) === text)
  return jvms.filter(({ command }) => mainOf(command).includes(text) || command.slice(1).includes(text))
}

/** Options whose value is the next argument. */
const optionsWithValue = new Set([
  '-cp',
  '-classpath',
  '--class-path',
  '-p',
  '--module-path',
  '--add-modules',
  '--add-opens',
  '--add-exports',
  '--add-reads',
  '--upgrade-module-path',
])

/** Main class, module or path of the jar of a command; the program itself when there is none. */
export function mainOf([program = '', ...parts]: readonly string[]): string {
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    if (part === '-jar' || part === '-m' || part === '--module') return parts[index + 1] ?? program
    if (optionsWithValue.has(part)) index++
    else if (!part.startsWith('-') && !part.startsWith('@')) return part
  }
  return program
}

/** @throws Error of the file system */
async function readStat(pid: number): Promise<ProcessStat> {
  const stat = processStatOf(await readFile(join('/proc', String(pid), 'stat'), 'utf8'))
  if (stat === null) throw new Error(`/proc/${pid}/stat cannot be read`)
  return stat
}

/** Processor time of all threads of a process since its start, ms. @throws Error of the file system */
export async function processorMs(pid: number): Promise<number> {
  const { userTicks, systemTicks } = await readStat(pid)
  return ((userTicks + systemTicks) / ticksPerSecond) * 1_000
}

/** Figures of the operating system on the process: CPU in seconds since its start, memory in bytes, open files. @throws Error of the file system */
export async function readProcess({ pid }: JvmProcess): Promise<Record<string, string>> {
  const folder = join('/proc', String(pid))
  const stat = await readStat(pid)
  const [sinceBoot = ''] = (await readFile('/proc/uptime', 'utf8')).split(' ')
  const limits = await readFile(join(folder, 'limits'), 'utf8').catch(() => '')
  const openFiles = await readdir(join(folder, 'fd')).then(
    names => String(names.length),
    () => '',
  )
  const io = await readFile(join(folder, 'io'), 'utf8').catch(() => '')
  const ioField = (name: string) => new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? ''
  return {
    cpuUserSeconds: String(stat.userTicks / ticksPerSecond),
    cpuSystemSeconds: String(stat.systemTicks / ticksPerSecond),
    uptimeSeconds: (Number(sinceBoot) - stat.startTicks / ticksPerSecond).toFixed(2),
    osThreads: String(stat.threads),
    residentBytes: String(stat.residentBytes),
    openFiles,
    maxOpenFiles: /^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? '',
    readBytes: ioField('read_bytes'),
    writtenBytes: ioField('write_bytes'),
    majorFaults: String(stat.majorFaults),
  }
}
