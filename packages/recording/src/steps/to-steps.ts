/** Generates the steps of a component from the chosen exchanges of a recording. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { HttpBody } from '@pone/protocols/http/definition/request.ts'
import { headerOf } from '../http/header-names.ts'
import { redirectEnds, redirectSources } from '../http/redirects.ts'
import type { DynamicValue } from '../model/dynamic-value.ts'
import { type Left, LeftList } from '../model/left.ts'
import type { RecordedExchange, RecordedPage, RecordedPause, Recording } from '../model/recording.ts'
import type { TypedValue } from '../model/typed-value.ts'
import { activitiesOf, templateRequest } from './activities.ts'
import { DynamicTexts } from './dynamic-texts.ts'
import { planExtraction } from './extraction-plan.ts'
import { Marks } from './marks.ts'
import { type MessageFile, MessageFiles } from './message-files.ts'
import { mixSteps } from './mix-steps.ts'
import { Outline } from './outline.ts'
import { type PagePaths, pagePaths } from './pages.ts'
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
  /** Files of long messages are named after it. */
  readonly recordingName?: string
  readonly newId: () => string
}

export interface GeneratedSteps {
  readonly steps: readonly Step[]
  /** Variables of the file that the steps name, and the secrets that were found. */
  readonly variables: readonly ImportedVariable[]
  readonly parameters: readonly Parameter[]
  readonly requests: number
  /** Files that the steps name, which are not stored yet. */
  readonly files: readonly MessageFile[]
  readonly left: readonly Left[]
}

export function toSteps(recording: Recording, choice: StepChoice): GeneratedSteps {
  const { exchanges } = recording
  const left = new LeftList()
  const taken = new Set(choice.takenNames)
  const lists = new ValueLists(recording.lists ?? [], taken)
  const expressions = recording.expressions ?? []
  const references = new References(recording.variables, { taken, lists, expressions, left })
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
  const files = new MessageFiles(left, choice.recordingName)
  const activities = activitiesOf(exchanges, {
    ...choice,
    files,
    textsOf: exchange => {
      secrets.place = exchange.place
      texts.exchange = exchange.index
      return texts
    },
  })
  // Ids follow the order of the steps, in which the choice comes before what it holds.
  const choiceId = recording.mix === undefined ? '' : choice.newId()
  const outline = new Outline(choice, left)
  const paths = pagePaths(recording)
  const told = new ToldPauses(recording, { paths, chosen: choice.chosen, outline })
  const pauses = pausesBefore(activities)
  const ends = redirectEnds(redirectSources(exchanges))
  let pauseMs = 0
  let path: readonly RecordedPage[] = []
  for (const [at, { exchange, request: literal, isExchange, awaited }] of activities.entries()) {
    const { name, index, place, count = 1, rules } = exchange
    pauseMs += pauses[at] ?? 0
    if (literal === null) continue
    // A message belongs to the page that is open when it is sent.
    if (isExchange) path = paths.ofExchanges[index] ?? []
    told.until(index)
    const request = templateRequest(literal, secrets)
    if ('field' in request) left.add(place, 'tooLong', { field: request.field })
    else {
      const own =
        awaited === null
          ? isExchange
            ? plan.extractorsAt({ exchange: index })
            : []
          : plan.extractorsAt({ exchange: index, message: awaited })
      const extractors = [...own, ...(rules?.extractors ?? [])]
      const checkpoints = rules?.checkpoints ?? []
      // A step sees what stands at the end of its redirects.
      const isCompared = choice.keepsAnswers === true && isExchange && request.protocol === 'http'
      const recorded = isCompared ? exchanges[ends[index] ?? index]?.response?.answer : undefined
      const answers = { extractors, checkpoints, recorded }
      outline.add(request, { name: isExchange ? name : '', path, pauseMs, count, ...answers })
    }
    pauseMs = 0
    if (literal.protocol === 'http') tellFiles(exchange, literal.http.body, left)
  }
  told.until(exchanges.length)
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
    files: files.items,
    left: left.items,
  }
}

/** Pauses that the file tells, added before the requests that they come before. */
class ToldPauses {
  readonly #pauses: readonly RecordedPause[]
  readonly #paths: PagePaths
  readonly #outline: Outline
  /** Pages with a request that is chosen: a pause alone is no reason for a transaction or a loop. */
  readonly #used: ReadonlySet<RecordedPage>
  #next = 0

  constructor(
    { pauses = [] }: Recording,
    {
      paths,
      chosen,
      outline,
    }: { readonly paths: PagePaths; readonly chosen: ReadonlySet<number>; readonly outline: Outline },
  ) {
    this.#pauses = pauses
    this.#paths = paths
    this.#outline = outline
    this.#used = new Set(paths.ofExchanges.flatMap((path, index) => (chosen.has(index) ? path : [])))
  }

  until(index: number): void {
    for (let pause = this.#pauses[this.#next]; pause !== undefined; pause = this.#pauses[this.#next]) {
      if (pause.before > index) return
      this.#next += 1
      const path = this.#paths.of(pause.pageId)
      if (path.every(page => this.#used.has(page))) this.#outline.pause(pause, path)
    }
  }
}

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
