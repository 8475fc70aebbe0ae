/**
 * Collects from all targets of an agent: one heap of (monitor, section) by their next slots. Two collections of a
 * section never run at once, and no target delays another.
 */
import { isDeepStrictEqual } from 'node:util'
import { cleanText } from '../clean-text.ts'
import { maskRecords } from '../reading/masking.ts'
import { maxTextLength, type SectionSamples, samplesOf } from '../reading/samples.ts'
import { offsetOf, slotAfter, slotAt } from '../series/grid.ts'
import { TargetFault } from '../target-fault.ts'
import type { SectionAnswer } from '../transports/transport.ts'
import {
  cadenceOf,
  filledParams,
  type MonitorSection,
  type MonitorType,
  type ParamValues,
  sectionsFor,
} from '../type.ts'
import type { CollectedBatch, CollectedTable, CollectedText, Layout } from './batch.ts'
import { type CollectionClock, systemClock } from './collection-clock.ts'
import { Connections, type Transports } from './connections.ts'
import { Layouts } from './layouts.ts'
import { Outbox } from './outbox.ts'
import { type Due, SlotHeap } from './slot-heap.ts'
import { faultOf } from './within.ts'

/** A monitor as an agent collects it; secrets are open. */
export interface CollectionPlan {
  readonly monitorId: string
  readonly type: MonitorType
  readonly params: ParamValues
  readonly frequencyMs: number
  /** The monitor's own frequency where it is collected faster for a while; left out: `frequencyMs`. */
  readonly ownFrequencyMs?: number | undefined
  /** Keys of sections that are left out. */
  readonly except?: readonly string[]
}

export interface CollectorOptions {
  readonly transports: Transports
  /** Called once per period where something was collected. */
  readonly onBatch: (batch: CollectedBatch) => void
  /** Of batches, ms; a second when left out. */
  readonly periodMs?: number
  /** Called when a collection begins, before its target is asked. */
  readonly onBegin?: (monitorId: string, section: string) => void
  readonly clock?: CollectionClock
}

/** A section of a monitor in the heap. */
interface Entry extends Due {
  readonly plan: CollectionPlan
  readonly params: ParamValues
  readonly section: MonitorSection
  readonly cadenceMs: number
  /** That of the monitor's own frequency. */
  readonly ownCadenceMs: number
  readonly offsetMs: number
  isRemoved: boolean
  readonly progress: Progress
}

/** What a section keeps when only its cadence changes. */
interface Progress {
  /** Slot whose collection runs; null: none. */
  running: number | null
  /** What still runs is dropped. */
  isDropped: boolean
  /** Label sets that keep their place. */
  readonly known: Set<string>
  /** Texts that were told, by counter and labels. */
  texts: Map<string, string>
  /** The state that was told last. */
  state: string
}

/** The heap is looked at this often at least, so that a clock that jumped is noticed. */
const maxWaitMs = 1_000
/** What is due within this time begins at its end, together: a monitor is always the same time behind its slot. */
const gatherMs = 20
/** A clock that moved this much more or less than time passed has jumped. */
const jumpMs = 2_000

export class Collector {
  readonly #clock: CollectionClock
  readonly #connections: Connections
  readonly #outbox: Outbox
  readonly #layouts = new Layouts()
  readonly #heap = new SlotHeap<Entry>()
  readonly #onBegin: CollectorOptions['onBegin']
  readonly #entries = new Map<string, Entry[]>()
  #cancel: (() => void) | undefined
  #seen: { now: number; elapsed: number }

  constructor({ transports, onBatch, onBegin, periodMs = 1_000, clock = systemClock }: CollectorOptions) {
    this.#onBegin = onBegin
    this.#clock = clock
    this.#connections = new Connections(transports, clock)
    this.#outbox = new Outbox(clock, periodMs, onBatch)
    this.#seen = { now: clock.now(), elapsed: clock.elapsed() }
  }

  /** Starts to collect, or goes on with what has changed; what still runs of the former plan is dropped unless only its frequency changed. */
  put(plan: CollectionPlan): void {
    const kept = this.#leave(plan)
    const params = filledParams(plan.type, plan.params)
    const entries = sectionsFor(plan.type, params)
      .filter(({ key }) => plan.except?.includes(key) !== true)
      .map(section => this.#entryOf(plan, section, params, kept.get(section.key) ?? newProgress()))
    for (const { section } of entries) kept.delete(section.key)
    for (const progress of kept.values()) progress.isDropped = true
    this.#entries.set(plan.monitorId, entries)
    for (const entry of entries) this.#heap.add(entry)
    this.#wait()
  }

  /** Ends collecting; what still runs is dropped. */
  remove(monitorId: string): void {
    this.#leave({ monitorId })
    this.#layouts.forget(monitorId)
  }

  /** Layouts that later rows may name. */
  layoutsInUse(): Layout[] {
    return this.#layouts.inUse()
  }

  /** Ends all, after it has handed on what was collected. */
  close(): void {
    for (const monitorId of this.#entries.keys()) this.remove(monitorId)
    this.#cancel?.()
    this.#cancel = undefined
    this.#heap.takeAll()
    this.#outbox.flush()
    this.#connections.close()
  }

  #entryOf(plan: CollectionPlan, section: MonitorSection, params: ParamValues, progress: Progress): Entry {
    const { monitorId, frequencyMs, ownFrequencyMs = frequencyMs } = plan
    const cadenceMs = cadenceOf(section, frequencyMs)
    const offsetMs = offsetOf(monitorId, ownFrequencyMs)
    return {
      plan,
      params,
      section,
      cadenceMs,
      ownCadenceMs: cadenceOf(section, ownFrequencyMs),
      offsetMs,
      slot: slotAfter(this.#clock.now(), cadenceMs, offsetMs),
      isRemoved: false,
      progress,
    }
  }

  /** Returns by section what goes on in the next plan. */
  #leave(next: { readonly monitorId: string } | CollectionPlan): Map<string, Progress> {
    const kept = new Map<string, Progress>()
    for (const entry of this.#entries.get(next.monitorId) ?? []) {
      entry.isRemoved = true
      const goesOn = 'type' in next && areSame(entry.plan, next)
      if (goesOn) kept.set(entry.section.key, entry.progress)
      else entry.progress.isDropped = true
    }
    this.#entries.delete(next.monitorId)
    return kept
  }

  #wait(): void {
    this.#cancel?.()
    this.#cancel = undefined
    const { first } = this.#heap
    if (first === undefined) return
    const due = Math.ceil(first.slot / gatherMs) * gatherMs
    const waitMs = Math.min(Math.max(due - this.#clock.now(), 0), maxWaitMs)
    this.#cancel = this.#clock.after(waitMs, () => this.#tick())
  }

  #tick(): void {
    const now = this.#clock.now()
    const elapsed = this.#clock.elapsed()
    const jumped = now - this.#seen.now - (elapsed - this.#seen.elapsed)
    this.#seen = { now, elapsed }
    if (Math.abs(jumped) > jumpMs) this.#realign(now)
    for (let { first } = this.#heap; first && first.slot <= now; { first } = this.#heap) {
      const entry = this.#heap.take()
      if (!entry || entry.isRemoved) continue
      const due = entry.slot
      const slot = slotAt(now, due, entry.cadenceMs)
      // This process could not go on in time, so that slots have passed without a collection.
      if (now - due >= entry.ownCadenceMs / 2 && entry.progress.running === null)
        this.#tellState(entry, due, new TargetFault('overrun'))
      entry.slot = slotAfter(now, entry.cadenceMs, entry.offsetMs)
      this.#heap.add(entry)
      if (slot !== undefined) this.#begin(entry, slot)
    }
    this.#connections.sweep()
    this.#wait()
  }

  /** Gives all sections their next slots by a clock that jumped. */
  #realign(now: number): void {
    for (const entry of this.#heap.takeAll()) {
      if (entry.isRemoved) continue
      entry.slot = slotAfter(now, entry.cadenceMs, entry.offsetMs)
      this.#heap.add(entry)
    }
  }

  /** While it is collected faster, a section overruns only when it would at its own cadence. */
  #begin(entry: Entry, slot: number): void {
    const { running } = entry.progress
    if (running === null) void this.#collect(entry, slot)
    else if (slot - running >= entry.ownCadenceMs) this.#tellState(entry, slot, new TargetFault('overrun'))
  }

  async #collect(entry: Entry, slot: number): Promise<void> {
    const { section, plan, params, cadenceMs, progress } = entry
    const begun = this.#clock.elapsed()
    progress.running = slot
    this.#onBegin?.(plan.monitorId, section.key)
    try {
      const answer = await this.#connections.ask({
        transport: section.transport ?? plan.type.transport,
        params,
        request: section.request,
        timeoutMs: section.timeoutMs,
        cadenceMs,
      })
      if (!progress.isDropped) this.#keep(entry, slot, this.#clock.elapsed() - begun, answer)
    } catch (thrown) {
      if (!progress.isDropped) this.#tellState(entry, slot, faultOf(thrown))
    } finally {
      progress.running = null
      this.#outbox.add({ ended: [{ monitorId: plan.monitorId, section: section.key, slot }] })
    }
  }

  #keep(entry: Entry, slot: number, offsetMs: number, { records: answered, fault }: SectionAnswer): void {
    const { section, plan, cadenceMs, progress } = entry
    const records = maskRecords(section.counters, answered)
    if (section.isTable) {
      const table = tableOf(plan.monitorId, section, slot, records)
      this.#outbox.add({ tables: [table] })
      this.#tellState(entry, slot, fault)
      return
    }
    const read = samplesOf(section, records, progress.known)
    const collection = {
      monitorId: plan.monitorId,
      section: section.key,
      slot,
      offsetMs: Math.round(offsetMs),
      cadenceMs,
    }
    this.#outbox.add({
      ...this.#layouts.rowsOf(collection, read.samples),
      texts: changedTexts(entry, slot, read),
    })
    const limit =
      read.omittedSets > 0
        ? new TargetFault('tooManyLabels', '', { count: `${read.omittedSets}` })
        : undefined
    this.#tellState(entry, slot, fault ?? limit)
  }

  #tellState(entry: Entry, slot: number, fault: TargetFault | undefined): void {
    const code = fault?.code ?? 'ok'
    // Counts of what was omitted change all the time; only another code or another right is another state.
    const state = `${code} ${fault?.params['grant'] ?? ''}`
    const { plan, section, progress } = entry
    if (state === progress.state) return
    progress.state = state
    this.#outbox.add({
      states: [
        {
          monitorId: plan.monitorId,
          section: section.key,
          code,
          params: fault?.params ?? {},
          details: fault?.details ?? '',
          from: slot,
        },
      ],
    })
  }
}

const newProgress = (): Progress => ({
  running: null,
  isDropped: false,
  known: new Set(),
  texts: new Map(),
  state: '',
})

const areSame = (one: CollectionPlan, other: CollectionPlan): boolean =>
  one.type === other.type && isDeepStrictEqual(one.params, other.params)

function tableOf(
  monitorId: string,
  section: MonitorSection,
  slot: number,
  records: SectionAnswer['records'],
): CollectedTable {
  const labels = section.rows?.labels ?? []
  const columns = [...labels, ...section.counters.map(({ key }) => key)]
  const fields = [...labels, ...section.counters.map(({ key, from }) => from ?? key)]
  const rows = records
    .slice(0, section.rows?.limit ?? 200)
    .map(record => fields.map(field => cleanText(record[field] ?? '', maxTextLength)))
  return { monitorId, section: section.key, slot, columns, rows }
}

function changedTexts(entry: Entry, slot: number, { texts }: SectionSamples): CollectedText[] {
  const { progress } = entry
  if (texts.length === 0 && progress.texts.size === 0) return []
  const told = new Map<string, string>()
  const changed: CollectedText[] = []
  for (const { counter, labels, text } of texts) {
    const key = JSON.stringify([counter, labels])
    told.set(key, text)
    if (progress.texts.get(key) !== text)
      changed.push({
        monitorId: entry.plan.monitorId,
        section: entry.section.key,
        slot,
        counter,
        labels,
        text,
      })
  }
  progress.texts = told
  return changed
}
