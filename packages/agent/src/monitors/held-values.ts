/** Values of monitors that are collected more often than they are sent: kept in memory, and in a journal on disk, until they are due. States and gaps are never held. */
import { type CollectionClock, systemClock } from '@pone/monitors/collection/collection-clock.ts'
import type { BatchContent } from './batch-content.ts'

/** Above this all that is held is handed on at once. */
const defaultMaxBytes = 32 * 1024 ** 2
/** Of one batch that is handed on; a single piece may be larger. */
const batchBytes = 512 * 1024

export interface HeldValuesOptions {
  /** Called with values that are due, oldest first; resolves once they are spooled. */
  readonly handOn: (content: BatchContent) => Promise<void>
  readonly journal: {
    /** Called with what is held from now on; entries are counted from 1. */
    readonly append: (content: BatchContent) => void
    /** All entries up to this one are spooled. */
    readonly release: (entry: number) => void
  }
  readonly maxBytes?: number
  readonly clock?: CollectionClock
}

/** Values of one monitor from one batch of the collector. */
interface Piece {
  readonly content: BatchContent
  /** Of the journal. */
  readonly entry: number
  readonly sizeBytes: number
}

export class HeldValues {
  readonly #options: HeldValuesOptions
  readonly #clock: CollectionClock
  /** Of monitors that are sent less often than they are collected, ms. */
  readonly #intervals = new Map<string, number>()
  /** When values were handed on last, by `elapsed`. */
  readonly #sentAt = new Map<string, number>()
  readonly #held = new Map<string, Piece[]>()
  #entries = 0
  #heldBytes = 0
  #cancel: (() => void) | undefined
  #handingOn = Promise.resolve()

  constructor(options: HeldValuesOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** A monitor that is collected no more often than it is sent is never held. */
  plan(monitorId: string, { sendIntervalMs, frequencyMs }: { sendIntervalMs: number; frequencyMs: number }) {
    if (sendIntervalMs > frequencyMs) this.#intervals.set(monitorId, sendIntervalMs)
    else this.remove(monitorId)
    this.#wait()
  }

  /** Hands on what is held of a monitor. */
  remove(monitorId: string): void {
    this.#intervals.delete(monitorId)
    this.#sentAt.delete(monitorId)
    this.#handOn([monitorId])
  }

  /** Returns what may be spooled at once, and holds the rest. */
  take(content: BatchContent): BatchContent {
    const now = this.#clock.elapsed()
    const ids = new Set(valuesOf(content).map(item => item.monitorId))
    const limited = [...ids].filter(id => this.#intervals.has(id))
    const due = limited.filter(id => this.#dueAt(id) <= now)
    this.#handOn(due)
    for (const id of due) this.#sentAt.set(id, now)
    const late = new Set(limited.filter(id => !due.includes(id)))
    if (late.size === 0) return content
    this.#hold(content, late)
    return { ...partOf(content, id => !late.has(id)), states: content.states, gaps: content.gaps }
  }

  /** Hands on early what is held of a monitor. */
  handOnOf(monitorId: string): void {
    this.#handOn([monitorId])
  }

  /** Hands on early all that is held. */
  handOnAll(): void {
    this.#handOn([...this.#held.keys()])
  }

  /** Hands on all that is held. Resolves once it is spooled. */
  close(): Promise<void> {
    this.handOnAll()
    this.#cancel?.()
    return this.#handingOn.catch(() => undefined)
  }

  #dueAt(monitorId: string): number {
    const sentAt = this.#sentAt.get(monitorId)
    return sentAt === undefined ? 0 : sentAt + (this.#intervals.get(monitorId) ?? 0)
  }

  #hold(content: BatchContent, ids: ReadonlySet<string>): void {
    this.#entries += 1
    this.#options.journal.append(partOf(content, id => ids.has(id)))
    for (const id of ids) {
      const part = partOf(content, each => each === id)
      const sizeBytes = sizeOf(part)
      const pieces = this.#held.get(id) ?? []
      pieces.push({ content: part, entry: this.#entries, sizeBytes })
      this.#held.set(id, pieces)
      this.#heldBytes += sizeBytes
    }
    if (this.#heldBytes > (this.#options.maxBytes ?? defaultMaxBytes)) this.handOnAll()
    this.#wait()
  }

  #wait(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#held.size === 0) return
    const next = [...this.#held.keys()].reduce(
      (least, id) => Math.min(least, this.#dueAt(id)),
      Number.POSITIVE_INFINITY,
    )
    this.#cancel = this.#clock.after(Math.max(0, Math.ceil(next - this.#clock.elapsed())), () => {
      const now = this.#clock.elapsed()
      const due = [...this.#held.keys()].filter(id => this.#dueAt(id) <= now)
      this.#handOn(due)
      for (const id of due) this.#sentAt.set(id, now)
      this.#wait()
    })
  }

  #handOn(monitorIds: readonly string[]): void {
    const pieces = monitorIds.flatMap(id => this.#held.get(id) ?? [])
    if (pieces.length === 0) return
    for (const id of monitorIds) this.#held.delete(id)
    for (const { sizeBytes } of pieces) this.#heldBytes -= sizeBytes
    const spooled = batchesOf(pieces).map(batch => this.#options.handOn(batch))
    const heldFrom = Math.min(
      this.#entries + 1,
      ...[...this.#held.values()].map(([oldest]) => oldest?.entry ?? Number.POSITIVE_INFINITY),
    )
    // After a failure nothing is released: what could not be spooled stays in the journal, for the next agent process.
    this.#handingOn = Promise.all([this.#handingOn, ...spooled]).then(() =>
      this.#options.journal.release(heldFrom - 1),
    )
    this.#handingOn.catch(() => undefined)
  }
}

const valuesOf = ({ rows, texts, tables }: BatchContent) => [...rows, ...texts, ...tables]

const sizeOf = (content: BatchContent): number =>
  content.rows.reduce((sum, row) => sum + row.values.length + 160, 0) +
  content.texts.reduce((sum, { text }) => sum + text.length + 300, 0) +
  content.tables.reduce((sum, table) => sum + JSON.stringify(table.rows).length + 200, 0)

/** Values without states and gaps. */
function partOf({ rows, texts, tables }: BatchContent, isPart: (monitorId: string) => boolean): BatchContent {
  return {
    rows: rows.filter(row => isPart(row.monitorId)),
    texts: texts.filter(text => isPart(text.monitorId)),
    tables: tables.filter(table => isPart(table.monitorId)),
    states: [],
    gaps: [],
  }
}

function batchesOf(pieces: readonly Piece[]): BatchContent[] {
  const batches: {
    rows: BatchContent['rows']
    texts: BatchContent['texts']
    tables: BatchContent['tables']
  }[] = []
  let sizeBytes = Number.POSITIVE_INFINITY
  for (const { content, sizeBytes: added } of pieces) {
    if (sizeBytes + added > batchBytes) {
      batches.push({ rows: [], texts: [], tables: [] })
      sizeBytes = 0
    }
    const last = batches.at(-1)
    last?.rows.push(...content.rows)
    last?.texts.push(...content.texts)
    last?.tables.push(...content.tables)
    sizeBytes += added
  }
  return batches.map(batch => ({ ...batch, states: [], gaps: [] }))
}
