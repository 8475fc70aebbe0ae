/** Profiles a JVM of this machine by async-profiler for a bounded time, and leaves no file on it, also when this process is killed. */
import { type FileHandle, lstat, readFile, rm } from 'node:fs/promises'
import { TargetFault } from '../../target-fault.ts'
import { assertSame } from './allowed-jvms.ts'
import { AttachError, attach } from './attach.ts'
import { jvmFault } from './jvm-fault.ts'
import { makeOwn, openOwn, readOwn, temporaryFolder } from './own-files.ts'
import type { JvmProcess } from './processes.ts'
import type { ProfilerLibrary } from './profiler-library.ts'

export type AsyncKind = 'cpu' | 'wall'

export interface AsyncOrder {
  /** Names the files, `pone-…`; unique. */
  readonly name: string
  readonly kinds: readonly AsyncKind[]
  readonly seconds: number
  readonly library: ProfilerLibrary
  /** What is read at most, MiB. */
  readonly bufferMib: number
}

export interface AsyncProfile {
  /** A recording in the format of JFR. */
  readonly bytes: Buffer
  /** What async-profiler could not do, in its own words; '' for nothing. */
  readonly warnings: string
}

/** The JVM or async-profiler refused; the message has the reason. */
export class AsyncProfilerRefused extends Error {
  override readonly name = 'AsyncProfilerRefused'
}

/** Samples of cpu are of used processor time, those of wall of every thread. */
const intervals = { cpu: 'event=cpu,interval=10ms', wall: 'wall=50ms' } as const
/** The profile ends by itself so long after its time, when nobody has ended it. */
const spareSeconds = 60
const cleaningMs = 5_000
const maxLogBytes = 2_000
/** Of JDK 8, and of later ones. */
const isDone = /^(?:return code: )?0$/
const mebibyte = 1024 ** 2

/** A profile that is being taken. */
export interface RunningProfile {
  /** Ends it now. @throws TargetFault; the signal's reason when it is aborted */
  end(signal: AbortSignal): Promise<AsyncProfile>
  /** Ends it without a result, if it has not ended, and leaves nothing. */
  close(): Promise<void>
}

/** It lasts until it is ended, or a minute longer than its time. @throws AsyncProfilerRefused, TargetFault; the signal's reason when it is aborted */
export async function beginAsyncProfile(
  jvm: JvmProcess,
  order: AsyncOrder,
  signal: AbortSignal,
): Promise<RunningProfile> {
  const { name, kinds, seconds, library, bufferMib } = order
  const told = (error: unknown): Error => {
    signal.throwIfAborted()
    return error instanceof AsyncProfilerRefused ? error : jvmFault(error, jvm)
  }
  const folder = await temporaryFolder(jvm).catch((error: unknown) => {
    throw told(error)
  })
  const profiler = new LoadedProfiler(jvm, { folder, name, library })
  let output: FileHandle | undefined
  const close = async (): Promise<void> => {
    await profiler.clean()
    await output?.close()
    output = undefined
  }
  try {
    const what = kinds.map(kind => intervals[kind]).join(',')
    await profiler.start(`jfr,${what},timeout=${seconds + spareSeconds},file=/tmp/${name}.jfr`, signal)
    const opened = await openOwn(jvm, `${folder}/${name}.jfr`)
    output = opened
    // From here on only the JVM and this process have the file, and it is gone when they have closed it.
    await rm(`${folder}/${name}.jfr`, { force: true })
    const end = async (ending: AbortSignal): Promise<AsyncProfile> => {
      try {
        await profiler.stop(ending)
        return { bytes: await contentOf(opened, bufferMib * mebibyte), warnings: profiler.warnings }
      } catch (error) {
        ending.throwIfAborted()
        throw told(error)
      }
    }
    return { end, close }
  } catch (error) {
    await close()
    throw told(error)
  }
}

/** @throws TargetFault `tooLarge` */
async function contentOf(file: FileHandle, limit: number): Promise<Buffer> {
  const { size } = await file.stat()
  if (size > limit) throw new TargetFault('tooLarge')
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size), position: 0 })
  return buffer.subarray(0, bytesRead)
}

/** The library in one JVM. */
class LoadedProfiler {
  readonly #jvm: JvmProcess
  readonly #library: ProfilerLibrary
  readonly #folder: string
  readonly #name: string
  /** The path of the library for the JVM: one that it has loaded already is not loaded again, whatever lies there. */
  readonly #path: string
  /** It runs, or may run. */
  #isStarted = false
  /** What it said, in English; '' for nothing. */
  warnings = ''

  constructor(
    jvm: JvmProcess,
    at: { readonly folder: string; readonly name: string; readonly library: ProfilerLibrary },
  ) {
    this.#jvm = jvm
    this.#library = at.library
    this.#folder = at.folder
    this.#name = at.name
    this.#path = `/tmp/.pone-async-profiler-${at.library.version}.so`
  }

  /** @throws AsyncProfilerRefused, AttachError */
  async start(options: string, signal: AbortSignal): Promise<void> {
    const file = this.#path.replace('/tmp', this.#folder)
    try {
      await this.#put(file)
      this.#isStarted = true
      await this.#load(`start,${options}`, signal)
    } catch (error) {
      // Another one that runs in the same JVM goes on.
      if (error instanceof AsyncProfilerRefused) this.#isStarted = false
      throw error
    } finally {
      await rm(file, { force: true }).catch(() => undefined)
    }
  }

  /** @throws AsyncProfilerRefused, AttachError */
  async stop(signal: AbortSignal): Promise<void> {
    await this.#load('stop', signal)
    this.#isStarted = false
  }

  /** Ends what was started, and removes its files; does nothing when all has ended. */
  async clean(): Promise<void> {
    if (this.#isStarted) await this.stop(AbortSignal.timeout(cleaningMs)).catch(() => undefined)
    for (const end of ['jfr', 'log'])
      await rm(`${this.#folder}/${this.#name}.${end}`, { force: true }).catch(() => undefined)
  }

  async #put(file: string): Promise<void> {
    const left = await lstat(file).catch(() => null)
    if (left?.isFile() === true && left.uid === this.#jvm.uid) await rm(file, { force: true })
    await makeOwn(this.#jvm, file, await readFile(this.#library.path))
  }

  async #load(options: string, signal: AbortSignal): Promise<void> {
    await assertSame(this.#jvm)
    const log = `/tmp/${this.#name}.log`
    const command = ['load', this.#path, 'true', `${options},loglevel=warn,log=${log}`]
    const answer = await attach(this.#jvm, command, signal).catch((error: unknown) => {
      if (error instanceof AttachError && error.problem === 'refusedCommand') return error.message
      throw error
    })
    const path = log.replace('/tmp', this.#folder)
    const said = await readOwn(this.#jvm, path, maxLogBytes).catch(() => Buffer.alloc(0))
    await rm(path, { force: true }).catch(() => undefined)
    if (!isDone.test(answer.trim()))
      throw new AsyncProfilerRefused(said.toString().trim() || answer.slice(0, maxLogBytes))
    this.warnings = [this.warnings, said.toString().trim()].filter(Boolean).join('\n')
  }
}
