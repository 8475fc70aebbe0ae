/** What an agent collects: plans go to the collector process, what it reports is checked, gathered, held, spooled and sent until the server has stored it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FamilyCommand } from '@pone/contract/link/messages.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type CollectedReport, type CollectorReport, monotonicMs } from '../collector/protocol.ts'
import type { FamilyContext } from '../family.ts'
import { type BatchContent, emptyContent, Gathering, isEmpty } from './batch-content.ts'
import { BatchSender } from './batch-sender.ts'
import { CollectedCheck } from './collected-check.ts'
import { CollectorLog } from './collector-log.ts'
import { type CollectorWalls, wallsFor } from './collector-process.ts'
import { type DroppedSection, DroppedSections } from './dropped-sections.ts'
import { HeldValues } from './held-values.ts'
import { KeptCollector, type KeptCollectorOptions } from './kept-collector.ts'
import { beginOrder, type Planned, ToldTypes } from './planned.ts'
import { SectionTracks, sectionKey } from './section-tracks.ts'
import { Spool } from './spool.ts'
import { Suspects } from './suspects.ts'

/** Of the journal of held values; memory bounds what is held to less. */
const journalBytes = { segmentBytes: 512 * 1024, maxBytes: 128 * 1024 ** 2 } as const
/** Sections whose gaps one batch tells. */
const gapsAtOnce = 2_000
/** How often trials of sections that were set aside, and sections without values, are looked at. */
const lookMs = 1_000
/** A process that is back within this time leaves gaps, and no state. */
const shortMs = 3_000
/** Reports that are read per second: a share for each monitor. */
const baseBytes = 4 * 1024 ** 2
const monitorBytes = 256 * 1024
const maxBytes = 16 * 1024 ** 2

/** Less is not worth telling. */
const leastClockMs = 2

type PlansCommand = Pick<
  Extract<FamilyCommand<'monitors'>, { kind: 'monitorPlans' }>,
  'types' | 'plans' | 'removed' | 'isWhole'
>
type State = BatchContent['states'][number]

const maxSegmentBytes = 8 * 1024 ** 2

export interface CollectionOptions extends Pick<KeptCollectorOptions, 'program'> {
  /** By the number of monitors when left out. */
  readonly walls?: CollectorWalls
  readonly folder: string
  /** Of batches that wait for the server, on disk. */
  readonly spoolBytes: number
  readonly limits: MachineLimits
  readonly send: FamilyContext['link']['send']
  /** The server's clock, epoch ms, so that values of machines whose clocks differ share one time axis. */
  readonly now: () => number
  readonly log: FamilyContext['log']
}

export class Collection {
  readonly #options: CollectionOptions
  readonly #sender: BatchSender
  /** Dropped and not told yet; told once the server stores batches again, so that a long outage has one gap per section. */
  readonly #dropped = new DroppedSections()
  readonly #spool: Spool
  readonly #journal: Spool
  readonly #journalFolder: string
  readonly #held: HeldValues
  readonly #gathering: Gathering
  readonly #check: CollectedCheck
  readonly #collector: KeptCollector
  readonly #plans = new Map<string, Planned>()
  readonly #types = new ToldTypes()
  readonly #tracks = new SectionTracks()
  readonly #suspects = new Suspects()
  /** Of each section the state that was told last; told again on a new connection. */
  readonly #states = new Map<string, State>()
  readonly #lines: CollectorLog
  #look: NodeJS.Timeout | undefined
  /** When the process ended that no other one has followed yet, monotonic ms. */
  #diedAt: number | null = null
  /** What the process was told last; null for a new one. */
  #clockOffsetMs: number | null = null
  #isOpen = false

  constructor(options: CollectionOptions) {
    const { folder, spoolBytes, send, log } = options
    this.#options = options
    this.#lines = new CollectorLog(send)
    const incarnation = randomUUID()
    this.#spool = new Spool({
      folder,
      incarnation,
      maxBytes: spoolBytes,
      // The oldest file is dropped whole.
      segmentBytes: Math.min(maxSegmentBytes, spoolBytes / 8),
      onDropped: dropped => this.#noteDropped(dropped),
      underWay: name => this.#sender.underWay(name),
    })
    this.#journalFolder = join(folder, 'held')
    const held = `${incarnation}-held`
    this.#journal = new Spool({ folder: this.#journalFolder, incarnation: held, ...journalBytes })
    this.#held = new HeldValues({
      handOn: content => this.#spoolContent(content),
      journal: {
        append: content => void this.#write(this.#journal, content).catch(this.#cannotSpool),
        release: entry => void this.#journal.acknowledge(held, entry),
      },
    })
    this.#gathering = new Gathering(content => this.#keep(content))
    this.#sender = new BatchSender({ spool: this.#spool, send, log })
    this.#check = new CollectedCheck({
      isPlanned: (monitorId, section) => this.#tracks.has(monitorId, section),
      beforeForgetting: monitorId => {
        this.#gathering.flush()
        this.#held.handOnOf(monitorId)
      },
    })
    this.#collector = this.#createCollector()
  }

  /** Of the collector process, while there is one. */
  get pid(): number | undefined {
    return this.#collector.pid
  }

  async open(): Promise<void> {
    await this.#spool.adopt(this.#journalFolder)
    await this.#spool.open()
    await this.#journal.open()
    this.#isOpen = true
  }

  /** Tells all states again: the server may have taken this agent for lost. */
  connected(): void {
    const now = this.#options.now()
    const states = [...this.#states.values()].map(state => ({ ...state, slot: Math.max(state.slot, now) }))
    if (states.length > 0) this.#keep({ ...emptyContent(), states })
    this.#sender.restart()
  }

  async acknowledge({ incarnation, seq }: { incarnation: string; seq: number }): Promise<void> {
    await this.#sender.acknowledge(incarnation, seq)
    this.#tellDropped()
  }

  plan({ types, plans, removed, isWhole }: PlansCommand): void {
    const named = new Set(plans.map(plan => plan.monitorId))
    const gone = isWhole ? [...this.#plans.keys()].filter(id => !named.has(id)) : removed
    for (const monitorId of gone) this.#remove(monitorId)
    const parsed = new Map<string, MonitorType>()
    for (const plan of plans) {
      const known = this.#plans.get(plan.monitorId)
      if (known !== undefined && known.plan.epoch > plan.epoch) continue
      try {
        const type = parsed.get(plan.type) ?? monitorTypeSchema.parse(types[plan.type])
        parsed.set(plan.type, type)
        this.#put({ plan, type }, known)
      } catch (cause) {
        this.#options.log(`a monitor cannot be collected: ${errorText(cause)}`)
        this.#lines.add(plan.monitorId, 'error', `the monitor type ${plan.type} cannot be used by this agent`)
      }
    }
    this.#needed()
  }

  stopAll(): void {
    for (const monitorId of this.#plans.keys()) this.#remove(monitorId)
    this.#needed()
  }

  async close(): Promise<void> {
    await this.#collector.release()
    clearInterval(this.#look)
    this.#lines.close()
    this.#sender.close()
    this.#gathering.flush()
    this.#tellDropped()
    await this.#held.close()
    await this.#spool.settled()
    await this.#journal.settled()
  }

  #createCollector(): KeptCollector {
    const { program, walls } = this.#options
    return new KeptCollector({
      ...(program === undefined ? {} : { program }),
      walls: () => walls ?? wallsFor(this.#plans.size),
      bytesPerSecond: () => Math.min(maxBytes, baseBytes + this.#plans.size * monitorBytes),
      onReport: report => this.#take(report),
      onStart: () => this.#started(),
      onDeath: how => this.#died(how),
    })
  }

  /** The process runs while there is a plan. */
  #needed(): void {
    if (this.#plans.size === 0) {
      clearInterval(this.#look)
      this.#look = undefined
      void this.#collector.release()
      return
    }
    this.#look ??= setInterval(() => this.#lookAfterSections(), lookMs)
    this.#collector.need()
  }

  #started(): void {
    this.#types.reset()
    this.#collector.send(beginOrder(this.#options.limits))
    this.#clockOffsetMs = null
    this.#tellClock()
    for (const planned of this.#plans.values()) this.#order(planned)
  }

  /** Where the clock has moved. */
  #tellClock(): void {
    const offsetMs = this.#options.now() - monotonicMs()
    if (this.#clockOffsetMs !== null && Math.abs(offsetMs - this.#clockOffsetMs) < leastClockMs) return
    this.#clockOffsetMs = offsetMs
    this.#collector.send({ kind: 'clock', offsetMs })
  }

  #order(planned: Planned): void {
    const { monitorId } = planned.plan
    const except = this.#tracks
      .keysOf(monitorId)
      .filter(key => this.#suspects.isAside(key))
      .flatMap(key => this.#tracks.find(key)?.section ?? [])
    for (const order of this.#types.ordersFor(planned, except)) this.#collector.send(order)
  }

  /** What did not change goes on without a break. */
  #put(planned: Planned, known: Planned | undefined): void {
    const { plan, type } = planned
    const { monitorId, params, frequencyMs, ownFrequencyMs } = plan
    this.#plans.set(monitorId, planned)
    this.#held.plan(monitorId, plan)
    const isSame =
      known !== undefined &&
      known.plan.frequencyMs === frequencyMs &&
      known.plan.ownFrequencyMs === ownFrequencyMs &&
      isDeepStrictEqual(known.plan.params, params) &&
      isDeepStrictEqual(known.type, type)
    if (isSame) return
    for (const key of this.#tracks.keysOf(monitorId)) this.#suspects.forget(key)
    this.#tracks.put({ monitorId, type, params, frequencyMs, ownFrequencyMs }, this.#options.now())
    if (this.#collector.pid !== undefined) this.#order(planned)
    const whileRun = ownFrequencyMs === undefined ? '' : ' while a run lasts'
    this.#lines.add(monitorId, 'info', `collecting ${type.name} every ${frequencyMs} ms${whileRun}`)
  }

  #remove(monitorId: string): void {
    if (!this.#plans.delete(monitorId)) return
    this.#collector.send({ kind: 'remove', monitorId })
    this.#gathering.flush()
    this.#held.remove(monitorId)
    for (const key of this.#tracks.keysOf(monitorId)) {
      this.#suspects.forget(key)
      this.#states.delete(key)
    }
    this.#tracks.remove(monitorId)
    this.#check.remove(monitorId)
    this.#lines.add(monitorId, 'info', 'collecting ended')
  }

  #take(report: CollectorReport): void {
    if (report.kind === 'ready') this.#diedAt = null
    else if (report.kind === 'began')
      for (const { monitorId, section } of report.sections) this.#tracks.began(monitorId, section)
    else if (report.kind === 'collected') this.#takeCollected(report)
    else if (report.kind !== 'alive') throw new Error('nothing is tried here')
  }

  #takeCollected(report: CollectedReport): void {
    const { content, refused } = this.#check.check(report, this.#options.now())
    if (refused > 0) this.#options.log('the collector process reported what is not planned')
    for (const { monitorId, section, slot } of [
      ...content.states,
      ...content.rows,
      ...content.texts,
      ...content.tables,
    ]) {
      const gap = this.#tracks.came(monitorId, section, slot)
      if (gap !== null) content.gaps.push(gap)
    }
    for (const state of content.states) this.#note(state)
    for (const { monitorId, section, slot } of report.ended) {
      this.#tracks.ended(monitorId, section, Math.min(slot, this.#options.now()))
      this.#suspects.ended(sectionKey(monitorId, section), performance.now())
    }
    if (!isEmpty(content)) this.#gathering.add(content)
  }

  #died(how: string): void {
    this.#options.log(`the collector process ended: ${how}`)
    const now = performance.now()
    this.#diedAt ??= now
    this.#gathering.flush()
    this.#held.handOnAll()
    this.#check.reset()
    const running = this.#tracks.died()
    for (const monitorId of new Set([...running].flatMap(key => this.#tracks.find(key)?.monitorId ?? [])))
      this.#lines.add(monitorId, 'error', `the collector process ended while this was collected: ${how}`)
    for (const { key, pauseMs } of this.#suspects.died(running, now)) this.#setAside(key, pauseMs, how)
    this.#gathering.flush()
  }

  #setAside(key: string, pauseMs: number, how: string): void {
    const found = this.#tracks.find(key)
    if (found === undefined) return
    const seconds = String(Math.round(pauseMs / 1_000))
    const { monitorId, section } = found
    const slot = this.#tracks.setAside(key)
    this.#tell([
      { monitorId, section, slot, cause: 'setAside', params: { seconds }, detail: how.slice(0, 2_000) },
    ])
  }

  #tell(states: State[]): void {
    for (const state of states) this.#note(state)
    // Of several states of a section in one batch the server keeps the last one.
    this.#gathering.flush()
    this.#gathering.add({ ...emptyContent(), states })
    this.#gathering.flush()
  }

  #lookAfterSections(): void {
    this.#tellClock()
    const now = performance.now()
    const isLong = this.#diedAt !== null && now - this.#diedAt > shortMs
    if (isLong) this.#tellMissing(() => true)
    else this.#tellMissing(key => this.#suspects.isAside(key))
    const tried = this.#suspects.trials(now).flatMap(key => this.#tracks.find(key)?.monitorId ?? [])
    for (const monitorId of new Set(tried)) {
      const planned = this.#plans.get(monitorId)
      if (planned === undefined) continue
      this.#lines.add(monitorId, 'info', 'collecting again what was set aside')
      if (this.#collector.pid !== undefined) this.#order(planned)
    }
  }

  /** Sections without values since the process ended have a state that says so, until values come again. */
  #tellMissing(isTold: (key: string) => boolean): void {
    const missing = this.#tracks.takeMissing(this.#options.now(), isTold)
    if (missing.length === 0) return
    this.#tell(
      missing.map(({ monitorId, section, from }) => ({
        monitorId,
        section,
        slot: from,
        cause: 'collectorEnded',
        params: {},
        detail: '',
      })),
    )
  }

  #keep(content: BatchContent): void {
    if (!this.#isOpen) return
    const due = this.#held.take(content)
    if (!isEmpty(due)) void this.#spoolContent(due).catch(() => undefined)
  }

  async #spoolContent(content: BatchContent): Promise<void> {
    try {
      await this.#write(this.#spool, content)
    } catch (cause) {
      this.#cannotSpool(cause)
      throw cause
    }
    this.#sender.pump()
  }

  /** Looks layouts up at once, since those of a monitor that is removed are forgotten. */
  #write(spool: Spool, content: BatchContent): Promise<void> {
    const used = new Set(content.rows.map(row => row.layout))
    const layouts = new Map([...used].map(key => [key, this.#check.layout(key)]))
    return spool.append({ ...content, layouts: [] }, key => layouts.get(key))
  }

  readonly #cannotSpool = (cause: unknown): void =>
    this.#options.log(`collected values cannot be spooled: ${errorText(cause)}`)

  #note(state: State): void {
    const key = sectionKey(state.monitorId, state.section)
    const before = this.#states.get(key)
    this.#states.set(key, state)
    if (before !== undefined && before.cause === state.cause) return
    const { section, cause, detail } = state
    if (cause !== null) this.#lines.add(state.monitorId, 'warn', `${section}: ${cause} ${detail}`.trim())
    else if (before !== undefined) this.#lines.add(state.monitorId, 'info', `${section}: values again`)
  }

  #noteDropped({ batches, sections }: { batches: number; sections: readonly DroppedSection[] }): void {
    this.#options.log(`the spool of monitors is full: ${batches} batches were dropped`)
    for (const section of sections) this.#dropped.add(section)
    const monitorIds = new Set(sections.map(section => section.monitorId))
    for (const monitorId of monitorIds)
      this.#lines.add(monitorId, 'error', `the spool is full, the oldest values were dropped`)
  }

  /** Tells also the states after the gaps, since what told them before may be dropped too. */
  #tellDropped(): void {
    const sections = this.#dropped.take()
    for (let start = 0; start < sections.length; start += gapsAtOnce) {
      const told = sections.slice(start, start + gapsAtOnce)
      const gaps = told.map(({ last, ...section }) => ({
        ...section,
        until: last + 1,
        cause: 'spoolFull' as const,
      }))
      const states = gaps.flatMap(({ monitorId, section, until }) => {
        const state = this.#states.get(sectionKey(monitorId, section))
        return state === undefined ? [] : [{ ...state, slot: Math.max(state.slot, until) }]
      })
      void this.#spoolContent({ ...emptyContent(), states, gaps }).catch(() => undefined)
    }
  }
}
