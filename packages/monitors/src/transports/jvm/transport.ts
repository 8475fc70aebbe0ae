/** Reads a JVM of the agent's own machine: its shared counters, its process, and what it answers by the attach protocol. */

import { readdir } from 'node:fs/promises'
import { jvmRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { MissingRight, ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { assertSame, chooseJvm } from './allowed-jvms.ts'
import { attach } from './attach.ts'
import { dumpThreadsOf } from './dump-threads.ts'
import { jvmFault } from './jvm-fault.ts'
import { readOwn, temporaryFolder } from './own-files.ts'
import { type PerfCounters, readPerfData } from './perf-data.ts'
import { type JvmProcess, readProcess } from './processes.ts'
import { type JvmSources, jvmReads } from './readers.ts'
import type { JavaThread, ThreadDump } from './thread-dump.ts'

/** Sections of one collection share a dump: making one stops the JVM for a moment. */
const dumpAgeMs = 1_000

/** `accounts`: whose JVMs the owner of this machine lets be read. */
export const jvmTransport = (accounts: readonly string[]): Transport => ({
  async open(params) {
    const jvm = await chooseJvm(String(params['process'] ?? ''), accounts)
    return new JvmConnection(jvm, params['concurrentLocks'] === true)
  },
})

class JvmConnection implements TargetConnection {
  readonly #jvm: JvmProcess
  readonly #threadCommand: string
  #file: string | null = null
  #dump: { at: number; dump: ThreadDump } | null = null

  constructor(jvm: JvmProcess, findsConcurrentLocks: boolean) {
    this.#jvm = jvm
    this.#threadCommand = findsConcurrentLocks ? 'Thread.print -l' : 'Thread.print'
  }

  async ask(input: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const { reader, limit } = jvmRequestSchema.parse(input)
    await assertSame(this.#jvm)
    const records = await jvmReads[reader](this.#sources(signal), limit)
    signal.throwIfAborted()
    return { records }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const sources = this.#sources(signal)
    const missingRights: MissingRight[] = []
    const attempt = async <Value>(read: () => Promise<Value>): Promise<Value | null> => {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof TargetFault) || !['missingRight', 'notSetUp'].includes(error.code)) throw error
        missingRights.push({ right: error.params['right'] ?? '', grant: error.params['grant'] ?? '' })
        return null
      }
    }
    const counters = await attempt(sources.counters)
    await attempt(() => sources.command('VM.version'))
    return {
      product: counters?.get('java.property.java.vm.name') ?? 'JVM',
      version: counters?.get('java.property.java.version') ?? '',
      missingRights,
    }
  }

  close(): void {
    // Nothing stays open between two requests.
  }

  #sources(signal: AbortSignal): JvmSources {
    const command = (name: string) => this.#command(name, signal)
    return {
      command,
      counters: () => this.#counters(),
      process: async () => {
        try {
          return await readProcess(this.#jvm)
        } catch (error) {
          throw jvmFault(error, this.#jvm)
        }
      },
      dump: () => this.#freshDump(signal),
    }
  }

  async #freshDump(signal: AbortSignal): Promise<ThreadDump> {
    const last = this.#dump
    if (last !== null && performance.now() - last.at < dumpAgeMs) return last.dump
    const threads: JavaThread[] = []
    const onThread = (thread: JavaThread) =>
      void threads.push({ ...thread, frames: thread.frames.slice(0, 1) })
    const deadlocked = await this.#asked(
      dumpThreadsOf(this.#jvm, this.#threadCommand, { signal, onThread }),
      signal,
    )
    const dump = { threads, deadlocked }
    this.#dump = { at: performance.now(), dump }
    return dump
  }

  async #command(name: string, signal: AbortSignal): Promise<string> {
    return await this.#asked(attach(this.#jvm, ['jcmd', name], signal), signal)
  }

  async #asked<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      signal.throwIfAborted()
      throw jvmFault(error, this.#jvm)
    }
  }

  async #counters(): Promise<PerfCounters> {
    this.#file ??= await this.#findFile()
    try {
      const counters = readPerfData(await readOwn(this.#jvm, this.#file))
      if (counters === null) throw new TargetFault('malformed', this.#file)
      return counters
    } catch (error) {
      throw jvmFault(error, this.#jvm)
    }
  }

  /** @throws TargetFault `notSetUp` when the JVM shares no file */
  async #findFile(): Promise<string> {
    const folder = await temporaryFolder(this.#jvm).catch((error: unknown) => {
      throw jvmFault(error, this.#jvm)
    })
    const names = await readdir(folder).catch((error: unknown) => {
      throw jvmFault(error, this.#jvm)
    })
    for (const name of names.filter(found => found.startsWith('hsperfdata_'))) {
      const path = `${folder}/${name}/${this.#jvm.ownPid}`
      const bytes = await readOwn(this.#jvm, path).catch(() => null)
      if (bytes !== null) return path
    }
    throw new TargetFault('notSetUp', '', {
      right: 'hsperfdata',
      grant: 'java -XX:+UsePerfData -XX:-PerfDisableSharedMem',
    })
  }
}
