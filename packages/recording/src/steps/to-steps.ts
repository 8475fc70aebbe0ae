/** Generates the steps of a component from the chosen exchanges of a recording. */
import type { Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import { headerOf } from '../http/header-names.ts'
import type { DynamicValue } from '../model/dynamic-value.ts'
import { type Left, LeftList } from '../model/left.ts'
import type { RecordedExchange, RecordedPage, Recording } from '../model/recording.ts'
import { DynamicTexts } from './dynamic-texts.ts'
import { planExtraction } from './extraction-plan.ts'
import { literalRequest, templateRequest } from './http-request.ts'
import { Marks } from './marks.ts'
import { pagesOf } from './pages.ts'
import { type ImportedVariable, References } from './references.ts'
import { Secrets } from './secrets.ts'
import { pausesBefore } from './think-times.ts'

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
  readonly newId: () => string
}

export interface GeneratedSteps {
  readonly steps: readonly Step[]
  /** Variables of the file that the steps name, and the secrets that were found. */
  readonly variables: readonly ImportedVariable[]
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
  const references = new References(recording.variables, taken, left)
  const names = (recording.variables ?? []).map(({ name }) => name)
  const plan = planExtraction(
    exchanges,
    { accepted: choice.accepted, chosen: choice.chosen, takenNames: new Set([...taken, ...names]) },
    left,
  )
  const marks = new Marks()
  const planned = plan.uses.map(({ variable }) => variable)
  const secrets = new Secrets([...taken, ...names, ...planned], { references, marks, left })
  const texts = new DynamicTexts(plan.uses, secrets, marks)
  const literals = exchanges
    .filter(({ index }) => choice.chosen.has(index))
    .map(exchange => {
      secrets.place = exchange.place
      texts.exchange = exchange.index
      return { exchange, literal: literalRequest(exchange, texts, choice.baseUrl) }
    })
  const outline = new Outline(choice, left)
  const pages = pagesOf(recording)
  const pauses = pausesBefore(exchanges)
  let before = 0
  for (const { exchange, literal } of literals) {
    const http = templateRequest(literal, secrets)
    const pauseMs = pauses.slice(before, exchange.index + 1).reduce((sum, each) => sum + each, 0)
    before = exchange.index + 1
    if ('field' in http) left.add(exchange.place, 'tooLong', { field: http.field })
    else {
      const extractors = plan.extractors.get(exchange.index) ?? []
      outline.add(http, { name: exchange.name, page: pages[exchange.index] ?? null, pauseMs, extractors })
    }
    tellFiles(exchange, literal.body, left)
  }
  tellCookies(recording, choice.chosen, left)
  return {
    steps: outline.steps,
    variables: [...references.variables, ...secrets.variables],
    requests: outline.requests,
    left: left.items,
  }
}

type HttpRequest = ReturnType<typeof literalRequest>

/** What surrounds a request. */
interface RequestPlace {
  readonly name: string
  readonly page: RecordedPage | null
  readonly pauseMs: number
  readonly extractors: readonly Omit<Extractor, 'id'>[]
}

/** The steps so far, with the transaction that is open. */
class Outline {
  readonly steps: Step[] = []
  requests = 0
  readonly #choice: StepChoice
  readonly #left: LeftList
  #open: { readonly page: RecordedPage; readonly children: Step[] } | null = null
  #count = 0

  constructor(choice: StepChoice, left: LeftList) {
    this.#choice = choice
    this.#left = left
  }

  add(http: HttpRequest, { name, page, pauseMs, extractors }: RequestPlace): void {
    // Think time, transaction and request.
    if (this.#count + 3 > maxSteps) return this.#left.add('', 'tooManySteps', { limit: maxSteps })
    const isNewPage = this.#open?.page.id !== page?.id
    if (isNewPage) this.#open = null
    if (this.#choice.hasThinkTimes && pauseMs >= minThinkTimeMs && this.steps.length > 0)
      this.#push(this.#thinkTime(pauseMs))
    if (isNewPage && page !== null && this.#choice.hasTransactions) this.#begin(page)
    this.#push({
      ...this.#base(name || (http.body.kind === 'graphql' ? http.body.operationName : '')),
      kind: 'request',
      protocol: 'http',
      http,
      checkpoints: [],
      extractors: extractors.map(extractor => ({ ...extractor, id: this.#choice.newId() })),
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

function tellFiles({ place }: RecordedExchange, body: HttpRequest['body'], left: LeftList): void {
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
