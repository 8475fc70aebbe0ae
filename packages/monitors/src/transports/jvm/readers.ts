/** What sections of a JVM can ask for: a reader each, that makes records of counters, of the process or of an answer. */
import { availableParallelism } from 'node:os'
import type { Records, TargetRecord } from '../../reading/records.ts'
import type { JvmReader } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import { readCodeCache, readHeapInfo, readMetaspace } from './heap-info.ts'
import type { PerfCounters } from './perf-data.ts'
import { isOfJvm, type ThreadDump } from './thread-dump.ts'

/** Ways to a JVM, whichever its version; all reject with a `TargetFault`. */
export interface JvmSources {
  readonly counters: () => Promise<PerfCounters>
  readonly process: () => Promise<TargetRecord>
  /** Answer of a command of the attach protocol. */
  readonly command: (name: string) => Promise<string>
  readonly dump: () => Promise<ThreadDump>
}

type Read = (sources: JvmSources, limit: number) => Promise<Records>

export const jvmReads: Readonly<Record<JvmReader, Read>> = {
  runtime: async ({ counters }) => [runtimeOf(await counters())],
  process: async ({ process }) => [{ ...(await process()), processors: String(availableParallelism()) }],
  heap: async sources => [await readHeap(sources)],
  codeCache: async ({ command }) => [codeCacheOf(await command('Compiler.codecache'))],
  collectors: async ({ counters }) => collectorsOf(await counters()),
  pools: async ({ counters }) => poolsOf(await counters()),
  threadStates: async ({ dump }) => [statesOf(await dump())],
  threads: async ({ dump }, limit) => threadsOf(await dump(), limit),
  deadlocks: async ({ dump }) =>
    (await dump()).deadlocked.map(({ name, waitsFor, heldBy }) => ({ thread: name, waitsFor, heldBy })),
}

const number = (counters: PerfCounters, name: string): number => Number(counters.get(name) ?? Number.NaN)
/** The field, or none where it is unknown. */
const field = (name: string, value: number): TargetRecord =>
  Number.isNaN(value) ? {} : { [name]: String(value) }

/** Of a JVM that counts in ticks of its own clock. */
function seconds(counters: PerfCounters, name: string): number {
  return number(counters, name) / number(counters, 'sun.os.hrt.frequency')
}

function runtimeOf(counters: PerfCounters): TargetRecord {
  const count = (name: string, ...sources: string[]) =>
    field(
      name,
      sources.reduce((sum, source) => sum + number(counters, source), 0),
    )
  const collectors = collectorsOf(counters)
  const sum = (name: string) => collectors.reduce((total, record) => total + Number(record[name] ?? 0), 0)
  return {
    ...count('liveThreads', 'java.threads.live'),
    ...count('daemonThreads', 'java.threads.daemon'),
    ...count('peakThreads', 'java.threads.livePeak'),
    ...count('startedThreads', 'java.threads.started'),
    ...count('loadedClasses', 'java.cls.loadedClasses', 'java.cls.sharedLoadedClasses'),
    ...count('unloadedClasses', 'java.cls.unloadedClasses', 'java.cls.sharedUnloadedClasses'),
    ...count('safepoints', 'sun.rt.safepoints'),
    ...field('safepointSeconds', seconds(counters, 'sun.rt.safepointTime')),
    ...field('safepointSyncSeconds', seconds(counters, 'sun.rt.safepointSyncTime')),
    ...field('compileSeconds', seconds(counters, 'java.ci.totalTime')),
    gcCount: String(sum('collections')),
    gcSeconds: String(sum('seconds')),
    version: counters.get('java.property.java.version') ?? '',
    command: counters.get('sun.rt.javaCommand') ?? '',
    lastGcCause: counters.get('sun.gc.lastCause') ?? '',
  }
}

/** Collectors that the JVM has, each with what it has done since the start. */
function collectorsOf(counters: PerfCounters): Records {
  const records: TargetRecord[] = []
  for (const [key, collector] of counters) {
    // Numbers are not always from 0: that of ZGC is 2.
    const prefix = /^(sun\.gc\.collector\.\d+)\.name$/.exec(key)?.[1]
    if (prefix === undefined) continue
    records.push({
      collector,
      ...field('collections', number(counters, `${prefix}.invocations`)),
      ...field('seconds', seconds(counters, `${prefix}.time`)),
    })
  }
  return records
}

/** Spaces of the generations, as the last collection left them. */
function poolsOf(counters: PerfCounters): Records {
  const records: TargetRecord[] = []
  for (const [key, generation] of counters) {
    const at = /^sun\.gc\.generation\.(\d+)\.name$/.exec(key)?.[1]
    if (at === undefined) continue
    for (let index = 0; ; index++) {
      const prefix = `sun.gc.generation.${at}.space.${index}`
      const space = counters.get(`${prefix}.name`)
      if (space === undefined) break
      records.push({
        pool: space === 'space' ? generation : `${generation}.${space}`,
        ...field('usedBytes', number(counters, `${prefix}.used`)),
        ...field('committedBytes', number(counters, `${prefix}.capacity`)),
        ...field('maxBytes', number(counters, `${prefix}.maxCapacity`)),
      })
    }
  }
  return records
}

async function readHeap({ command }: JvmSources): Promise<TargetRecord> {
  const answer = await command('GC.heap_info')
  const heap = readHeapInfo(answer)
  if (heap === null) throw new TargetFault('malformed', answer.slice(0, 200))
  const { metaspaceUsedBytes, metaspaceCommittedBytes, ...sizes } = heap
  // Java 25 tells of the metaspace by a command of its own.
  const meta =
    metaspaceUsedBytes === null
      ? readMetaspace(await command('VM.metaspace basic'))
      : { usedBytes: metaspaceUsedBytes, committedBytes: metaspaceCommittedBytes ?? Number.NaN }
  return {
    usedBytes: String(sizes.usedBytes),
    committedBytes: String(sizes.committedBytes),
    maxBytes: String(sizes.maxBytes),
    ...field('metaspaceUsedBytes', meta?.usedBytes ?? Number.NaN),
    ...field('metaspaceCommittedBytes', meta?.committedBytes ?? Number.NaN),
  }
}

function codeCacheOf(answer: string): TargetRecord {
  const cache = readCodeCache(answer)
  if (cache === null) throw new TargetFault('malformed', answer.slice(0, 200))
  return { usedBytes: String(cache.usedBytes), maxBytes: String(cache.maxBytes) }
}

/** Names of states in a dump by the name of their counter. */
const states = {
  new: 'NEW',
  runnable: 'RUNNABLE',
  blocked: 'BLOCKED',
  waiting: 'WAITING',
  timedWaiting: 'TIMED_WAITING',
  terminated: 'TERMINATED',
} as const

function statesOf({ threads, deadlocked }: ThreadDump): TargetRecord {
  const own = threads.filter(thread => !isOfJvm(thread))
  const counts = Object.entries(states).map(([name, state]) => [
    name,
    String(own.filter(thread => thread.state === state).length),
  ])
  return { ...Object.fromEntries(counts), deadlocked: String(deadlocked.length) }
}

/** Those that have used the most processor time. */
function threadsOf({ threads }: ThreadDump, limit: number): Records {
  return threads
    .filter(thread => !isOfJvm(thread))
    .toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0))
    .slice(0, limit)
    .map(({ name, state, cpuMs, frames, waitsFor, isDaemon }, at) => ({
      place: String(at + 1),
      thread: name,
      state,
      ...(cpuMs === null ? {} : { cpuMs: String(cpuMs) }),
      frame: frames[0] ?? '',
      waitsFor,
      isDaemon: String(isDaemon),
    }))
}
