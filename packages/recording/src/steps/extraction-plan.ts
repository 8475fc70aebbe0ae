/** Which response each accepted value is extracted from, into which variable, and where it is then sent. */
import type { Extractor } from '@pone/plan/answers/answer-rules.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { redirectSources } from '../http/redirects.ts'
import type { DynamicValue, ValueSource } from '../model/dynamic-value.ts'
import type { LeftList } from '../model/left.ts'
import type { Moment } from '../model/moment.ts'
import { Moments } from '../model/moments.ts'
import type { RecordedExchange } from '../model/recording.ts'
import type { PlannedUse } from './dynamic-texts.ts'

type PlannedExtractor = Omit<Extractor, 'id'>

export interface ExtractionPlan {
  readonly uses: readonly PlannedUse[]
  /** Those of the step that sees a response, or the message that answers. */
  extractorsAt(moment: Moment): readonly PlannedExtractor[]
}

interface PlanChoice {
  readonly accepted: readonly DynamicValue[]
  readonly chosen: ReadonlySet<number>
  /** Names that variables cannot have. */
  readonly takenNames: ReadonlySet<string>
}

/** A value with the response that it is taken from. */
interface Extraction {
  readonly value: DynamicValue
  readonly source: ValueSource
  /** Of the step that sees it. */
  readonly step: Moment
  readonly uses: DynamicValue['uses']
}

export function planExtraction(
  exchanges: readonly RecordedExchange[],
  { accepted, chosen, takenNames }: PlanChoice,
  left: LeftList,
): ExtractionPlan {
  const stepOf = stepsOfResponses(exchanges, chosen)
  const moments = new Moments(exchanges)
  const extractions = accepted.flatMap(value => extractionOf(value, { stepOf, chosen, moments }))
  const found = new Set(extractions.map(({ value }) => value.id))
  for (const { id, name, sources, uses } of accepted)
    if (!found.has(id) && uses.some(({ exchange }) => chosen.has(exchange)))
      left.add(exchanges[sources[0]?.exchange ?? 0]?.place ?? '', 'sourceNotChosen', { name })
  return withVariables(extractions, { takenNames, moments })
}

/** At most one: of the first response whose step is there and that comes before a use. */
function extractionOf(
  value: DynamicValue,
  {
    stepOf,
    chosen,
    moments,
  }: {
    readonly stepOf: (source: ValueSource) => Moment | null
    readonly chosen: ReadonlySet<number>
    readonly moments: Moments
  },
): Extraction[] {
  for (const source of value.sources) {
    const step = stepOf(source)
    if (step === null) continue
    const uses = value.uses.filter(use => chosen.has(use.exchange) && moments.of(use) > moments.of(source))
    if (uses.length > 0) return [{ value, source, step, uses }]
  }
  return []
}

/** The step that sees a response: of an exchange that was redirected, the one that asked first sees the last answer, and all cookies. */
function stepsOfResponses(exchanges: readonly RecordedExchange[], chosen: ReadonlySet<number>) {
  const redirectedBy = redirectSources(exchanges)
  const isFollowed = new Set<number>()
  for (const [index, by] of redirectedBy.entries()) if (by !== null && !chosen.has(index)) isFollowed.add(by)
  return ({ exchange, message, extractor }: ValueSource): Moment | null => {
    if (message !== undefined) return chosen.has(exchange) ? { exchange, message } : null
    if (isFollowed.has(exchange) && extractor.source !== 'cookie') return null
    let step: number | null = exchange
    while (step !== null && !chosen.has(step)) step = redirectedBy[step] ?? null
    return step === null ? null : { exchange: step }
  }
}

/** A variable is used again for a later value of the same name once the one before is not sent any more. */
function withVariables(
  extractions: readonly Extraction[],
  { takenNames, moments }: { readonly takenNames: ReadonlySet<string>; readonly moments: Moments },
): ExtractionPlan {
  const uses: PlannedUse[] = []
  const extractors = new Map<string, PlannedExtractor[]>()
  const variables = new Map<string, { readonly base: string; lastUse: number }>()
  for (const { value, source, step, uses: own } of extractions.toSorted(
    (one, other) => moments.of(one.step) - moments.of(other.step),
  )) {
    const base = value.name
    const lastUse = Math.max(...own.map(use => moments.of(use)))
    const free = [...variables].find(([, known]) => known.base === base && known.lastUse <= moments.of(step))
    const variable =
      free?.[0] ?? freeName(base, name => takenNames.has(name) || variables.has(name), { separator: '' })
    variables.set(variable, { base, lastUse })
    uses.push(...own.map(use => ({ ...use, variable, sourceCalls: source.calls })))
    const extractor = { ...source.extractor, variable, group: 1, defaultValue: null }
    const key = keyOf(step)
    extractors.set(key, [...(extractors.get(key) ?? []), extractor])
  }
  return { uses, extractorsAt: moment => extractors.get(keyOf(moment)) ?? [] }
}

const keyOf = ({ exchange, message }: Moment): string => `${exchange} ${message ?? ''}`
