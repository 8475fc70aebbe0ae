/** Searches the names of one tree in a worker with a time limit: addresses can be shared with expressions that never end. */
import type { FoundNames } from '@pone/profiles/views/search.ts'
import type { SearchRequest } from './search-worker.ts'

/** Time limit of one expression, ms. */
export const searchLimitMs = 2_000

/** The part of a worker that a search uses. */
export interface SearchWorker {
  onmessage: ((event: { readonly data: FoundNames }) => void) | null
  onerror: (() => void) | null
  postMessage(request: SearchRequest): void
  terminate(): void
}

export type SearchAnswer = FoundNames | 'tooSlow'

function createWorker(): SearchWorker {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })
  const thread: SearchWorker = {
    onmessage: null,
    onerror: null,
    postMessage: request => worker.postMessage(request),
    terminate: () => worker.terminate(),
  }
  worker.onmessage = ({ data }: MessageEvent<FoundNames>) => thread.onmessage?.({ data })
  worker.onerror = () => thread.onerror?.()
  return thread
}

/** Answers one expression after the other; of those that wait only the newest is answered. */
export class NameSearch {
  readonly #names: readonly string[]
  readonly #create: () => SearchWorker
  #worker: SearchWorker | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isBusy = false
  #next: { readonly pattern: RegExp; readonly onAnswer: (answer: SearchAnswer) => void } | null = null

  constructor(names: readonly string[], create = createWorker) {
    this.#names = names
    this.#create = create
  }

  find(pattern: RegExp, onAnswer: (answer: SearchAnswer) => void): void {
    this.#next = { pattern, onAnswer }
    if (!this.#isBusy) this.#begin()
  }

  /** Nothing is answered any more. */
  close(): void {
    this.#next = null
    this.#end()
  }

  #begin(): void {
    const next = this.#next
    this.#next = null
    if (next === null) return
    this.#isBusy = true
    const worker = this.#worker ?? this.#start()
    const settle = (answer: SearchAnswer): void => {
      clearTimeout(this.#timer)
      this.#isBusy = false
      next.onAnswer(answer)
      this.#begin()
    }
    this.#timer = setTimeout(() => {
      this.#end()
      settle('tooSlow')
    }, searchLimitMs)
    worker.onmessage = ({ data }) => settle(data)
    // An expression that needs more memory than there is ends its worker.
    worker.onerror = () => {
      this.#end()
      settle('tooSlow')
    }
    worker.postMessage({ pattern: next.pattern })
  }

  #start(): SearchWorker {
    const worker = this.#create()
    worker.postMessage({ names: this.#names })
    this.#worker = worker
    return worker
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
    this.#isBusy = false
  }
}
