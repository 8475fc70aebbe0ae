/** Generates the steps of a component from the chosen exchanges of a recording. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { RecordedAnswer } from '@pone/plan/answers/recorded-answer.ts'
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import type { HttpBody } from '@pone/protocols/http/definition/request.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import { headerOf } from '../http/header-names.ts'
import { redirectEnds, redirectSources } from '../http/redirects.ts'
import type { DynamicValue } from '../model/dynamic-value.ts'
import { type Left, LeftList } from '../model/left.ts'
import type { RecordedExchange, RecordedPage, Recording } from '../model/recording.ts'
import type { TypedValue } from '../model/typed-value.ts'
import { activitiesOf, type StepRequest, templateRequest } from './activities.ts'
import { DynamicTexts } from './dynamic-texts.ts'
import { planExtraction } from './extraction-plan.ts'
import { Marks } from './marks.ts'
import { mixSteps } from './mix-steps.ts'
import { pagesOf } from './pages.ts'
import { type ImportedVariable, References } from './references.ts'
import { Secrets } from './secrets.ts'
import { pausesBefore } from './think-times.ts'
import { planTyped } from './typed-parameters.ts'
import { ValueLists } from './value-lists.ts'

export interface StepChoice {
  /** Indexes of the chosen exchanges. */
  readonly chosen: ReadonlySet<number>
  /** Whether each page becomes a transaction. */
  readonly hasTransactions: boolean
  /** Whether pauses become think times. */
  readonly hasThinkTimes: boolean
  /** Origin whose requests are written as paths; '' for none. */
  readonly baseUrl: string
  /** Names of variables that the component has. */
  readonly takenNames: readonly string[]
  /** Values that are extracted from responses. */
  readonly accepted: readonly DynamicValue[]
  /** Typed values that parameters give. */
  readonly typed?: readonly TypedValue[]
  /** Whether steps keep the recorded responses, to compare a standalone execution with them. */
  readonly keepsAnswers?: boolean
  readonly newId: () => string
}

export interface GeneratedSteps {
  readonly steps: readonly Step[]
  /** Variables of the file that the steps name, and the secrets that were found. */
  readonly variables: readonly ImportedVariable[]
  readonly parameters: readonly Parameter[]
  readonly requests: number
  readonly left: readonly Left[]
}

/** Shorter pauses are the browser's own, ms. */
const minThinkTimeMs = 500
const maxThinkTimeMs = 3_600_000

export function toSteps(recording: Recording, choice: StepChoice): GeneratedSteps {
  const { exchanges } = recording
  const left = new LeftList()
  const taken = new Set(choice.takenNames)
  const lists = new ValueLists(recording.lists ?? [], taken)
  const references = new References(recording.variables, { taken, lists, left })
  const names = [...(recording.variables ?? []).map(({ name }) => name), ...lists.names]
  const plan = planExtraction(
    exchanges,
    { accepted: choice.accepted, chosen: choice.chosen, takenNames: new Set([...taken, ...names]) },
    left,
  )
  const marks = new Marks()
  const planned = [...taken, ...names, ...plan.uses.map(({ variable }) => variable)]
  const typed = planTyped(choice.typed ?? [], { chosen: choice.chosen, taken: planned })
  const secrets = new Secrets([...planned, ...typed.names], { references, marks, left })
  const texts = new DynamicTexts([...plan.uses, ...typed.uses], secrets, marks)
  const activities = activitiesOf(exchanges, {
    ...choice,
    textsOf: exchange => {
      secrets.place = exchange.place
      texts.exchange = exchange.index
      return texts
    },
  })
  // Ids follow the order of the steps, in which the choice comes before what it holds.
  const choiceId = recording.mix === undefined ? '' : choice.newId()
  const outline = new Outline(choice, left)
  const pages = pagesOf(recording)
  const pauses = pausesBefore(activities)
  const ends = redirectEnds(redirectSources(exchanges))
  let pauseMs = 0
  let page: RecordedPage | null = null
  for (const [at, { exchange, request: literal, isExchange }] of activities.entries()) {
    const { name, index, place, count = 1, rules } = exchange
    pauseMs += pauses[at] ?? 0
    if (literal === null) continue
    // A message belongs to the page that is open when it is sent.
    if (isExchange) page = pages[index] ?? null
    const request = templateRequest(literal, secrets)
    if ('field' in request) left.add(place, 'tooLong', { field: request.field })
    else {
      const own = isExchange ? (plan.extractors.get(index) ?? []) : []
      const extractors = [...own, ...(rules?.extractors ?? [])]
      const checkpoints = rules?.checkpoints ?? []
      // A step sees what stands at the end of its redirects.
      const isCompared = choice.keepsAnswers === true && isExchange && request.protocol === 'http'
      const recorded = isCompared ? exchanges[ends[index] ?? index]?.response?.answer : undefined
      const answers = { extractors, checkpoints, recorded }
      outline.add(request, { name: isExchange ? name : '', page, pauseMs, count, ...answers })
    }
    pauseMs = 0
    if (literal.protocol === 'http') tellFiles(exchange, literal.http.body, left)
  }
  tellCookies(recording, choice.chosen, left)
  const { mix } = recording
  return {
    steps:
      mix === undefined
        ? outline.steps
        : mixSteps(outline.steps, { ...choice, choiceId, counts: outline.counts, mix }),
    variables: [...references.variables, ...secrets.variables],
    parameters: [...lists.parameters(choice.newId), ...typed.parameters(choice.newId)],
    requests: outline.requests,
    left: left.items,
  }
}

/** What surrounds a request. */
interface RequestPlace {
  readonly name: string
  readonly page: RecordedPage | null
  readonly pauseMs: number
  readonly extractors: readonly Omit<Extractor, 'id'>[]
  readonly checkpoints: readonly Omit<Checkpoint, 'id'>[]
  /** Requests that it stands for. */
  readonly count: number
  readonly recorded: RecordedAnswer | undefined
}

/** The steps so far, with the transaction that is open. */
class Outline {
  readonly steps: Step[] = []
  /** Requests that a step stands for, by its id. */
  readonly counts = new Map<string, number>()
  requests = 0
  readonly #choice: StepChoice
  readonly #left: LeftList
  #open: { readonly page: RecordedPage; readonly children: Step[] } | null = null
  #count = 0

  constructor(choice: StepChoice, left: LeftList) {
    this.#choice = choice
    this.#left = left
  }

  add(request: StepRequest, place: RequestPlace): void {
    const { name, page, pauseMs, extractors, checkpoints, count, recorded } = place
    // Think time, transaction and request.
    if (this.#count + 3 > maxSteps) return this.#left.add('', 'tooManySteps', { limit: maxSteps })
    const isNewPage = this.#open?.page.id !== page?.id
    if (isNewPage) this.#open = null
    if (this.#choice.hasThinkTimes && pauseMs >= minThinkTimeMs && this.steps.length > 0)
      this.#push(this.#thinkTime(pauseMs))
    if (isNewPage && page !== null && this.#choice.hasTransactions) this.#begin(page)
    const base = this.#base(name || operationName(request))
    this.counts.set(base.id, count)
    this.#push({
      ...base,
      kind: 'request',
      ...request,
      checkpoints: checkpoints.map(checkpoint => ({ ...checkpoint, id: this.#choice.newId() })),
      extractors: extractors.map(extractor => ({ ...extractor, id: this.#choice.newId() })),
      ...(recorded !== undefined && { recorded }),
    })
    this.requests += 1
  }

  #push(step: Step): void {
    this.#count += 1
    ;(this.#open?.children ?? this.steps).push(step)
  }

  #begin(page: RecordedPage): void {
    const children: Step[] = []
    this.#push({ ...this.#base(page.title), kind: 'transaction', children })
    this.#open = { page, children }
  }

  #thinkTime(pauseMs: number): StepOf<'thinkTime'> {
    const durationMs = Math.min(Math.round(pauseMs), maxThinkTimeMs)
    return { ...this.#base(''), kind: 'thinkTime', distribution: 'fixed', durationMs, spreadMs: 0 }
  }

  #base = (name: string) => ({ id: this.#choice.newId(), name: name.slice(0, 128).trim(), enabled: true })
}

/** Of GraphQL; empty for others. */
const operationName = (request: StepRequest): string =>
  request.protocol === 'http' && request.http.body.kind === 'graphql' ? request.http.body.operationName : ''

function tellFiles({ place }: RecordedExchange, body: HttpBody, left: LeftList): void {
  if (body.kind !== 'multipart') return
  for (const field of body.fields)
    if (field.kind === 'file') left.add(place, 'file', { name: field.fileName })
}

/** Cookies that no response before has set: the virtual users will not have them. */
function tellCookies({ exchanges }: Recording, chosen: ReadonlySet<number>, left: LeftList): void {
  const known = new Set<string>()
  for (const { headers, index, response, place } of exchanges) {
    for (const cookie of chosen.has(index) ? headerOf(headers, 'cookie').split(';') : []) {
      const name = (cookie.split('=')[0] ?? '').trim()
      if (name === '' || known.has(name)) continue
      known.add(name)
      left.add(place, 'cookieBefore', { name })
    }
    for (const { name } of response?.setCookies ?? []) known.add(name)
  }
}
