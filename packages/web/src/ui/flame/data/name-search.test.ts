import { type FoundNames, findNames } from '@pone/profiles/views/search.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NameSearch, type SearchAnswer, type SearchWorker, searchLimitMs } from './name-search.ts'
import type { SearchRequest } from './search-worker.ts'

/** Answers when it is told to, as a thread of its own does. */
class Thread implements SearchWorker {
  static readonly started: Thread[] = []
  onmessage: ((event: { readonly data: FoundNames }) => void) | null = null
  onerror: (() => void) | null = null
  isEnded = false
  readonly asked: RegExp[] = []
  #names: readonly string[] = []

  constructor() {
    Thread.started.push(this)
  }

  postMessage(request: SearchRequest): void {
    if ('names' in request) this.#names = request.names
    else this.asked.push(request.pattern)
  }

  terminate(): void {
    this.isEnded = true
  }

  answer(): void {
    const pattern = this.asked.at(-1)
    if (pattern !== undefined) this.onmessage?.({ data: findNames(this.#names, pattern) })
  }
}

const counts: (number | 'tooSlow')[] = []
const note = (answer: SearchAnswer) => void counts.push(answer === 'tooSlow' ? answer : answer.count)
const names = ['shop.Cart.total', 'shop.Price.of', 'java.util.HashMap.get']
const searching = () => new NameSearch(names, () => new Thread())

describe('a search of names', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    counts.length = 0
    Thread.started.length = 0
  })
  afterEach(() => vi.useRealTimers())

  it('answers expressions by one thread that is told the names once', () => {
    const search = searching()
    search.find(/shop/i, note)
    Thread.started[0]?.answer()
    search.find(/nothing/i, note)
    Thread.started[0]?.answer()
    expect(counts).toEqual([2, 0])
    expect(Thread.started).toHaveLength(1)
  })

  it('answers of the expressions that came meanwhile only the newest', () => {
    const search = searching()
    for (const pattern of [/shop/i, /s/i, /price/i]) search.find(pattern, note)
    Thread.started[0]?.answer()
    Thread.started[0]?.answer()
    expect(counts).toEqual([2, 1])
    expect(Thread.started[0]?.asked).toEqual([/shop/i, /price/i])
  })

  it('ends an expression that takes too long, and answers the next one by a new thread', () => {
    const search = searching()
    search.find(/(a+)+!/i, note)
    search.find(/price/i, note)
    vi.advanceTimersByTime(searchLimitMs)
    expect(Thread.started[0]?.isEnded).toBe(true)
    Thread.started[1]?.answer()
    expect(counts).toEqual(['tooSlow', 1])
  })

  it('ends an expression whose thread broke', () => {
    searching().find(/shop/i, note)
    Thread.started[0]?.onerror?.()
    vi.advanceTimersByTime(searchLimitMs)
    expect(counts).toEqual(['tooSlow'])
  })

  it('answers nothing after it was closed', () => {
    const search = searching()
    search.find(/shop/i, note)
    search.close()
    vi.advanceTimersByTime(searchLimitMs)
    expect(Thread.started[0]?.isEnded).toBe(true)
    expect(counts).toEqual([])
  })
})
