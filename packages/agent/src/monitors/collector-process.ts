/**
 * One collector process as the agent sees it: started with limits, given orders over its standard input, watched. What
 * it reports is read within a budget, and ends it when it is not understood.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@pone/engine/child-environment.ts'
import { engineFlags } from '@pone/engine/process-flags.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { FrameReader, frameOf } from '../collector/frames.ts'
import {
  type CollectorOrder,
  type CollectorReport,
  collectorEntry,
  collectorReportSchema,
} from '../collector/protocol.ts'
import { compileCache } from '../processes/compile-cache.ts'
import { systemLimits } from '../processes/process-limits.ts'

const tickMs = 1_000
/** Ticks without a whole report after which the process stands still, and after which one that has not begun never will. */
const maxSilentTicks = 5
const maxStartTicks = 60
/** Ticks in a row with more reports than the budget. */
const maxFloodTicks = 10
const maxErrorBytes = 64 * 1024
const tailLength = 1_000
/** Between the order to end and the end by force. */
const endMs = 1_500
/** The kernel ends this process before engines, agent and database when memory is short. */
const outOfMemoryScore = '900'
/** Of root, as far as collecting needs them: files and processes of others, the signal to a JVM, echo requests. */
const capabilities = ['chown', 'dac_override', 'dac_read_search', 'fowner', 'kill', 'net_raw', 'sys_ptrace']

export interface CollectorWalls {
  /** Of JavaScript's objects, MiB. */
  readonly heapMiB: number
  /** Of all writable memory. */
  readonly memoryBytes: number
  /** Whether a process that stands still is ended. */
  readonly isWatched: boolean
}

const leastHeapMiB = 512
/** About what a target with its connection takes, doubled. */
const monitorsPerMiB = 4

/** Of a process that collects so many monitors. */
export function wallsFor(monitors: number): CollectorWalls {
  const heapMiB = leastHeapMiB + Math.ceil(monitors / monitorsPerMiB)
  return { heapMiB, memoryBytes: 2 * heapMiB * 1024 ** 2, isWatched: true }
}

export interface CollectorProcessOptions {
  readonly onReport: (report: CollectorReport) => void
  /** Called once, with how it ended; '' for an end in order. */
  readonly onEnd: (how: string) => void
  /** Bytes of reports that are read per second. */
  readonly bytesPerSecond: () => number
  readonly program?: URL
  readonly walls: CollectorWalls
}

export class CollectorProcess {
  readonly #options: CollectorProcessOptions
  readonly #child: ChildProcess
  readonly #reader = new FrameReader()
  readonly #watch: NodeJS.Timeout
  readonly #ended = Promise.withResolvers<void>()
  #budget: number
  #errorBudget = maxErrorBytes
  #hasBegun = false
  #hasRead = false
  #silentTicks = 0
  #floodTicks = 0
  #tail = ''
  /** Why it is ended by force. */
  #reason: string | undefined
  #isEnding = false

  constructor(options: CollectorProcessOptions) {
    this.#options = options
    this.#budget = options.bytesPerSecond()
    this.#child = startProgram(options)
    this.#watch = setInterval(() => this.#tick(), tickMs)
    this.#listen()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(order: CollectorOrder): void {
    this.#child.stdin?.write(frameOf(order))
  }

  /** Lets it hand on what it has. Resolves when it has ended. */
  end(): Promise<void> {
    this.#isEnding = true
    this.send({ kind: 'end' })
    const timer = setTimeout(() => this.#kill('it did not end'), endMs)
    return this.#ended.promise.finally(() => clearTimeout(timer))
  }

  /** At once. */
  kill(): void {
    this.#isEnding = true
    this.#child.kill('SIGKILL')
  }

  #listen(): void {
    const child = this.#child
    const reports = this.#reports()
    reports?.on('data', (part: Buffer) => this.#read(part))
    child.stderr?.on('data', (part: Buffer) => this.#note(part))
    for (const stream of [child.stdin, child.stderr, reports]) stream?.on('error', () => undefined)
    // After its last reports have been read.
    child.once('close', (code, signal) => {
      clearInterval(this.#watch)
      this.#ended.resolve()
      const how = this.#reason ?? (signal === null ? `exit code ${code}` : `signal ${signal}`)
      const isInOrder = this.#isEnding && this.#reason === undefined
      this.#options.onEnd(isInOrder ? '' : [how, this.#tail.trim()].filter(text => text !== '').join(': '))
    })
    child.once('error', cause => {
      this.#reason ??= errorText(cause)
    })
    // Its channel may stay open in a program that it has started.
    child.once('exit', () => setTimeout(() => this.#close(), tickMs))
  }

  #reports(): Readable | undefined {
    const stream = this.#child.stdio[3]
    return stream instanceof Readable ? stream : undefined
  }

  #close(): void {
    this.#reports()?.destroy()
    this.#child.stderr?.destroy()
  }

  #read(part: Buffer): void {
    this.#budget -= part.length
    if (this.#budget <= 0) this.#reports()?.pause()
    if (this.#reason !== undefined) return
    try {
      for (const message of this.#reader.read(part)) this.#take(collectorReportSchema.parse(message))
    } catch (cause) {
      this.#kill(`its report is not understood: ${errorText(cause).slice(0, 300)}`)
    }
  }

  #take(report: CollectorReport): void {
    this.#hasRead = true
    if (report.kind === 'ready') this.#hasBegun = true
    this.#options.onReport(report)
  }

  #note(part: Buffer): void {
    this.#errorBudget -= part.length
    if (this.#errorBudget <= 0) this.#child.stderr?.pause()
    this.#tail = (this.#tail + part.toString('utf8')).slice(-tailLength)
  }

  /** Counts its own ticks, so that an agent which stood still itself does not take the process for silent. */
  #tick(): void {
    const isFlooding = this.#budget <= 0
    this.#floodTicks = isFlooding ? this.#floodTicks + 1 : 0
    this.#silentTicks = this.#hasRead || isFlooding ? 0 : this.#silentTicks + 1
    this.#hasRead = false
    this.#budget = this.#options.bytesPerSecond()
    this.#errorBudget = maxErrorBytes
    if (this.#floodTicks >= maxFloodTicks) this.#kill('it reports more than may be read')
    const maxTicks = this.#hasBegun ? maxSilentTicks : maxStartTicks
    if (this.#silentTicks >= maxTicks && this.#options.walls.isWatched) this.#kill('it stood still')
    this.#reports()?.resume()
    this.#child.stderr?.resume()
  }

  #kill(reason: string): void {
    this.#reason ??= reason
    this.#child.kill('SIGKILL')
  }
}

function startProgram({ program = collectorEntry, walls }: CollectorProcessOptions): ChildProcess {
  const isRoot = process.getuid?.() === 0
  const limits = systemLimits({
    memoryBytes: walls.memoryBytes,
    // Also one that stands still, which does not see that its input is closed.
    endsWithParent: true,
    mayGainRights: !isRoot && !mayEveryonePing(),
    ...(isRoot ? { capabilities } : {}),
  })
  const [command, ...args] = [
    ...limits,
    process.execPath,
    ...process.execArgv,
    `--max-old-space-size=${walls.heapMiB}`,
    ...engineFlags,
    ...permissions,
    fileURLToPath(program),
  ]
  const child = spawn(command, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: { ...childEnvironment(process.env), ...compileCache() },
  })
  if (child.pid !== undefined)
    writeFile(`/proc/${child.pid}/oom_score_adj`, outOfMemoryScore).catch(() => undefined)
  return child
}

/** Whether this account may send echo requests; else `ping` needs the right that its file has. */
function mayEveryonePing(): boolean {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ping_group_range', 'utf8')
    const [first = 1, last = 0] = range.trim().split(/\s+/).map(Number)
    const group = process.getegid?.() ?? 0
    return first <= group && group <= last
  } catch {
    return false
  }
}

/** No threads, native modules, inspector. Files are written for the attach protocol of JVMs alone, `ping` is a program. */
const permissions = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-fs-write=/proc/*',
  '--allow-fs-write=/tmp/*',
  '--allow-child-process',
  '--disable-warning=SecurityWarning',
]
