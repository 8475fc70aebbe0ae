/** Test of a connection: what is reached, which version, which counters exist and which rights are missing, within 5 s. */
import { samplesOf } from '../reading/samples.ts'
import { TargetFault } from '../target-fault.ts'
import type { MissingRight, SectionCause, TargetConnection } from '../transports/transport.ts'
import {
  filledParams,
  type MonitorSection,
  type MonitorType,
  type ParamValues,
  sectionsFor,
} from '../type.ts'
import { type CollectionClock, systemClock } from './collection-clock.ts'
import type { Transports } from './connections.ts'
import { faultOf, within } from './within.ts'

const trialMs = 5_000

export interface TrialSection {
  readonly section: string
  /** Undefined where it was answered. */
  readonly cause: SectionCause | undefined
  /** Counters that the answer holds, of the type or found in the answer. */
  readonly counters: readonly string[]
  /** Counters of the type that it lacks, e.g. in an older version. */
  readonly missing: readonly string[]
  /** Label sets or rows. */
  readonly rowCount: number
}

export interface TrialResult {
  readonly isReached: boolean
  /** Why not; undefined where it was reached. */
  readonly cause: SectionCause | undefined
  readonly product: string
  readonly version: string
  readonly missingRights: readonly MissingRight[]
  readonly sections: readonly TrialSection[]
  readonly durationMs: number
}

/** What is known so far, in this order. */
export type TrialStep =
  | { readonly step: 'reached' }
  | { readonly step: 'version'; readonly product: string; readonly version: string }
  | { readonly step: 'rights'; readonly missingRights: readonly MissingRight[] }
  | { readonly step: 'section'; readonly section: TrialSection }

export interface TrialOptions {
  readonly type: MonitorType
  readonly params: ParamValues
  readonly transports: Transports
  readonly signal: AbortSignal
  readonly onStep?: (step: TrialStep) => void
  readonly clock?: CollectionClock
}

/** Never rejects for what the target does; rejects with the signal's reason when it fires. */
export async function tryTarget(options: TrialOptions): Promise<TrialResult> {
  const { type, transports, signal, clock = systemClock } = options
  const begun = clock.elapsed()
  const remainingMs = () => Math.max(1, trialMs - (clock.elapsed() - begun))
  const params = filledParams(type, options.params)
  const transport = transports[type.transport]
  let connection: TargetConnection | undefined
  try {
    if (!transport) throw new TargetFault('wrongProduct', `no transport ${type.transport}`)
    connection = await within(clock, remainingMs(), inner =>
      transport.open(params, AbortSignal.any([inner, signal])),
    )
    options.onStep?.({ step: 'reached' })
    return { ...(await asked(connection, options, remainingMs)), durationMs: clock.elapsed() - begun }
  } catch (thrown) {
    signal.throwIfAborted()
    return { ...nothing, cause: causeOf(faultOf(thrown)), durationMs: clock.elapsed() - begun }
  } finally {
    connection?.close()
  }
}

/** Field of a section's first record that holds the version where the target does not tell it at the start. */
const versionField = 'version'

const nothing = { isReached: false, product: '', version: '', missingRights: [], sections: [] } as const

async function asked(
  connection: TargetConnection,
  { type, params, signal, onStep, clock = systemClock }: TrialOptions,
  remainingMs: () => number,
): Promise<Omit<TrialResult, 'durationMs'>> {
  const bounded = <T>(work: (inner: AbortSignal) => Promise<T>): Promise<T> =>
    within(clock, remainingMs(), inner => work(AbortSignal.any([inner, signal])))
  const { product, version, missingRights } = await bounded(inner => connection.probe(inner))
  onStep?.({ step: 'version', product, version })
  onStep?.({ step: 'rights', missingRights })
  let told = ''
  const trySection = async (section: MonitorSection): Promise<TrialSection> => {
    const tried = await bounded(inner => connection.ask(section.request, inner)).then(
      ({ records, fault }) => {
        told ||= records[0]?.[versionField] ?? ''
        return foundIn(section, records, fault)
      },
      (thrown: unknown) => foundIn(section, [], faultOf(thrown)),
    )
    signal.throwIfAborted()
    onStep?.({ step: 'section', section: tried })
    return tried
  }
  // Sections of other transports have targets of their own.
  const asking = sectionsFor(type, filledParams(type, params)).filter(
    ({ transport = type.transport }) => transport === type.transport,
  )
  const sections: TrialSection[] = []
  if (connection.isParallel === true) sections.push(...(await Promise.all(asking.map(trySection))))
  else for (const section of asking) sections.push(await trySection(section))
  return { isReached: true, cause: undefined, product, version: version || told, missingRights, sections }
}

function foundIn(
  section: MonitorSection,
  records: Parameters<typeof samplesOf>[1],
  fault: TargetFault | undefined,
): TrialSection {
  const { samples, texts } = samplesOf(section, records, new Set())
  const found = new Set(
    [...samples.filter(({ value }) => !Number.isNaN(value)), ...texts].map(({ counter }) => counter),
  )
  const declared = section.counters.map(({ key }) => key)
  return {
    section: section.key,
    cause: fault && causeOf(fault),
    counters: section.discovery ? [...found] : declared.filter(key => found.has(key)),
    // Rows can be absent for a time; without any, nothing is known about their counters.
    missing: records.length === 0 ? [] : declared.filter(key => !found.has(key)),
    rowCount: records.length,
  }
}

const causeOf = ({ code, params, details }: TargetFault): SectionCause => ({ code, params, details })
