/** The steps that are made so far, with the transactions and loops that are open. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { RecordedAnswer } from '@pone/plan/answers/recorded-answer.ts'
import type { Step, StepOf } from '@pone/plan/steps/registry.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import type { LeftList } from '../model/left.ts'
import type { RecordedPage, RecordedPause } from '../model/recording.ts'
import type { StepRequest } from './activities.ts'

interface OutlineChoice {
  readonly hasTransactions: boolean
  readonly hasThinkTimes: boolean
  readonly newId: () => string
}

/** What surrounds a request. */
interface RequestPlace {
  readonly name: string
  /** From the outermost page. */
  readonly path: readonly RecordedPage[]
  readonly pauseMs: number
  readonly extractors: readonly Omit<Extractor, 'id'>[]
  readonly checkpoints: readonly Omit<Checkpoint, 'id'>[]
  /** Requests that it stands for. */
  readonly count: number
  readonly recorded: RecordedAnswer | undefined
}

/** Shorter pauses are the browser's own, ms. */
const minThinkTimeMs = 500
const maxThinkTimeMs = 3_600_000
/** Loops run as often as a template of a loop may say. */
const maxLoops = 1_000_000_000

export class Outline {
  readonly steps: Step[] = []
  /** Requests that a step stands for, by its id. */
  readonly counts = new Map<string, number>()
  requests = 0
  readonly #choice: OutlineChoice
  readonly #left: LeftList
  #open: { readonly page: RecordedPage; readonly children: Step[] }[] = []
  #count = 0

  constructor(choice: OutlineChoice, left: LeftList) {
    this.#choice = choice
    this.#left = left
  }

  add(request: StepRequest, place: RequestPlace): void {
    const { name, pauseMs, extractors, checkpoints, count, recorded } = place
    const path = this.#stepsOf(place.path)
    // Think time, what surrounds the request, and the request.
    if (!this.#hasRoomFor(path.length + 2)) return
    this.#leaveFor(path)
    if (this.#choice.hasThinkTimes && pauseMs >= minThinkTimeMs && this.steps.length > 0)
      this.#push(this.#thinkTime(pauseMs, pauseMs))
    this.#enter(path)
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

  /** A pause that the file tells. */
  pause({ minMs, maxMs }: RecordedPause, pages: readonly RecordedPage[]): void {
    const path = this.#stepsOf(pages)
    if (!this.#choice.hasThinkTimes || !this.#hasRoomFor(path.length + 1)) return
    this.#leaveFor(path)
    this.#enter(path)
    this.#push(this.#thinkTime(minMs, maxMs))
  }

  #hasRoomFor(steps: number): boolean {
    if (this.#count + steps <= maxSteps) return true
    this.#left.add('', 'tooManySteps', { limit: maxSteps })
    return false
  }

  #stepsOf = (path: readonly RecordedPage[]): RecordedPage[] =>
    path.filter(({ runs }) => runs !== undefined || this.#choice.hasTransactions)

  /** Ends what the path is not a part of. */
  #leaveFor(path: readonly RecordedPage[]): void {
    const shared = this.#open.findIndex(({ page }, at) => page.id !== path[at]?.id)
    if (shared >= 0) this.#open = this.#open.slice(0, shared)
  }

  #enter(path: readonly RecordedPage[]): void {
    for (const page of path.slice(this.#open.length)) {
      const children: Step[] = []
      this.#push({ ...this.#base(page.title), ...frameOf(page), children })
      this.#open.push({ page, children })
    }
  }

  #push(step: Step): void {
    this.#count += 1
    ;(this.#open.at(-1)?.children ?? this.steps).push(step)
  }

  #thinkTime(minMs: number, maxMs: number): StepOf<'thinkTime'> {
    const [least, most] = [minMs, maxMs].map(ms => Math.min(Math.round(ms), maxThinkTimeMs)) as [
      number,
      number,
    ]
    const times = { durationMs: least, spreadMs: least === most ? 0 : most }
    return {
      ...this.#base(''),
      kind: 'thinkTime',
      distribution: least === most ? 'fixed' : 'uniform',
      ...times,
    }
  }

  #base = (name: string) => ({ id: this.#choice.newId(), name: name.slice(0, 128).trim(), enabled: true })
}

const frameOf = ({ runs }: RecordedPage) => {
  if (runs?.kind === 'loop') return { kind: 'loop' as const, count: String(Math.min(maxLoops, runs.count)) }
  return runs?.kind === 'once' ? { kind: 'once' as const } : { kind: 'transaction' as const }
}

/** Of GraphQL; empty for others. */
const operationName = (request: StepRequest): string =>
  request.protocol === 'http' && request.http.body.kind === 'graphql' ? request.http.body.operationName : ''
