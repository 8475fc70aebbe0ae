/** What is spooled of collected values, and its gathering into a batch per second. */
import type { MonitorBatch } from '@pone/contract/link/monitors.ts'

export type BatchContent = Omit<MonitorBatch, 'seq' | 'incarnation' | 'layouts'>

export const emptyContent = (): BatchContent => ({ rows: [], texts: [], tables: [], states: [], gaps: [] })

export const isEmpty = (content: BatchContent): boolean =>
  Object.values(content).every(list => list.length === 0)

const periodMs = 1_000
/** Items above which a batch is handed on before its period is over. */
const maxItems = 20_000

export class Gathering {
  readonly #handOn: (content: BatchContent) => void
  #content = emptyContent()
  #timer: NodeJS.Timeout | undefined

  constructor(handOn: (content: BatchContent) => void) {
    this.#handOn = handOn
  }

  add({ rows, texts, tables, states, gaps }: BatchContent): void {
    const all = this.#content
    all.rows.push(...rows)
    all.texts.push(...texts)
    all.tables.push(...tables)
    all.states.push(...states)
    all.gaps.push(...gaps)
    if (Object.values(all).some(list => list.length > maxItems)) return this.flush()
    this.#timer ??= setTimeout(() => this.flush(), periodMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const content = this.#content
    if (isEmpty(content)) return
    this.#content = emptyContent()
    this.#handOn(content)
  }
}
