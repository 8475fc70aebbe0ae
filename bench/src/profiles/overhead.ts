/** What a flame diagram costs the JVM that it is taken of, and how much of it is stored: the processor time of an operation with and without it, in turns. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { recordByEngines } from '@pone/agent/collector/jvm-engines.ts'
import { writeProfile } from '@pone/profiles/model/stored-form.ts'
import { readRecording } from '@pone/profiles/readers/registry.ts'
import { median, medianInterval, round } from '../statistics.ts'
import { BusyJvm } from './busy-jvm.ts'

/** Compilers have done most of their work by then. */
const warmUpMs = 20_000
/** Besides its time, for attaching and reading. */
const spareMs = 60_000

export interface Overhead {
  readonly engine: string
  /** Processor time of an operation, microseconds: without a flame diagram, with one, and with more of it in percent. */
  readonly overheadRounds: readonly (readonly [without: number, with_: number, percent: number])[]
  /** Middle of the rounds. */
  readonly overheadPercent: number
  /** Within which it lies with 95 %; null: too few rounds to say. Wide on a machine that does other work. */
  readonly overheadInterval: readonly [from: number, to: number] | null
  /** Of one of the last round, packed as it is stored. */
  readonly storedBytes: number
  readonly storedSeconds: number
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
  /** Of the one whose stored size is told. */
  readonly storedSeconds: number
  /** Folder with a library of async-profiler per version. */
  readonly profilerFolder: string
}

export async function measureOverhead(options: Rounds): Promise<Overhead> {
  const { rounds, seconds, storedSeconds, profilerFolder } = options
  const jvm = await BusyJvm.start()
  const take = (length: number) =>
    recordByEngines(
      jvm.process,
      {
        takeId: randomUUID(),
        target: 'jvm',
        process: '',
        kinds: ['cpu'],
        seconds: length,
        bufferMib: 64,
        included: [],
        excluded: [],
      },
      [profilerFolder],
      AbortSignal.timeout(length * 1_000 + spareMs),
    )
  const costOf = async (work: Promise<unknown>): Promise<number> => {
    const from = await jvm.work()
    await work
    const to = await jvm.work()
    return ((to.cpuMs - from.cpuMs) * 1_000) / (to.operations - from.operations)
  }
  try {
    await pause(warmUpMs)
    const overheadRounds: [number, number, number][] = []
    for (let each = 0; each < rounds; each++) {
      // The costs of one drift with the caches: the order of the two changes in turns.
      const first = each % 2 === 0 ? await costOf(pause(seconds * 1_000)) : undefined
      const with_ = await costOf(take(seconds))
      const without = first ?? (await costOf(pause(seconds * 1_000)))
      overheadRounds.push([round(without), round(with_), round((with_ / without - 1) * 100, 3)])
    }
    const percents = overheadRounds.map(([, , percent]) => percent)
    const taken = await take(storedSeconds)
    const stored = taken.recordings
      .flatMap(bytes => readRecording(bytes).profiles)
      .map(profile => gzipSync(writeProfile(profile)).length)
    return {
      engine: taken.engines.join(', '),
      overheadRounds,
      overheadPercent: round(median(percents), 3),
      overheadInterval: medianInterval(percents),
      storedBytes: stored.reduce((sum, each) => sum + each, 0),
      storedSeconds,
    }
  } finally {
    await jvm.close()
  }
}
