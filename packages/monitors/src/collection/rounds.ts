/** A few collections of a target one after the other, so that a new type can be seen at work: values and rates. */
import { setTimeout as pause } from 'node:timers/promises'
import { maskRecords } from '../reading/masking.ts'
import { type Labels, samplesOf } from '../reading/samples.ts'
import {
  filledParams,
  type MonitorSection,
  type MonitorType,
  type ParamValues,
  sectionsFor,
} from '../type.ts'
import { type CollectionClock, systemClock } from './collection-clock.ts'
import { Connections, type Transports } from './connections.ts'

const everyMs = 1_000
/** Time-out of a section in a round, at most. */
const sectionMs = 2_000

export interface CollectedValue {
  readonly section: string
  readonly counter: string
  readonly labels: Labels
  /** Raw, of a counter too; NaN = not known. */
  readonly value: number | string
}

export interface CollectedRound {
  /** Since the first round. */
  readonly atMs: number
  readonly values: readonly CollectedValue[]
}

export interface RoundsOptions {
  readonly type: MonitorType
  readonly params: ParamValues
  readonly transports: Transports
  readonly rounds: number
  readonly signal: AbortSignal
  readonly onRound: (round: CollectedRound) => void
  readonly clock?: CollectionClock
}

/** Resolves after the last round; a section that fails has no values. @throws the signal's reason */
export async function collectRounds(options: RoundsOptions): Promise<void> {
  const { type, rounds, signal, onRound, clock = systemClock } = options
  const connections = new Connections(options.transports, clock)
  const params = filledParams(type, options.params)
  const sections = sectionsFor(type, params)
  try {
    const begun = clock.elapsed()
    for (let round = 0; round < rounds; round += 1) {
      const waitMs = begun + round * everyMs - clock.elapsed()
      if (waitMs > 0) await pause(waitMs, undefined, { signal })
      signal.throwIfAborted()
      const atMs = clock.elapsed() - begun
      const values = await Promise.all(
        sections.map(section => valuesOf(connections, { type, params, section })),
      )
      signal.throwIfAborted()
      onRound({ atMs, values: values.flat() })
    }
  } finally {
    connections.close()
  }
}

async function valuesOf(
  connections: Connections,
  {
    type,
    params,
    section,
  }: { readonly type: MonitorType; readonly params: ParamValues; readonly section: MonitorSection },
): Promise<CollectedValue[]> {
  const answer = await connections
    .ask({
      transport: section.transport ?? type.transport,
      params,
      request: section.request,
      timeoutMs: Math.min(section.timeoutMs, sectionMs),
      cadenceMs: everyMs,
    })
    .catch(() => null)
  if (answer === null) return []
  const { samples, texts } = samplesOf(section, maskRecords(section.counters, answer.records), new Set())
  return [
    ...samples.map(({ counter, labels, value }) => ({ section: section.key, counter, labels, value })),
    ...texts.map(({ counter, labels, text }) => ({ section: section.key, counter, labels, value: text })),
  ]
}
