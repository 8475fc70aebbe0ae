/** Family `monitors`: collects what the server plans, spools it until it is stored, tries targets, and finds what runs on this machine. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FamilyCommand } from '@pone/contract/link/messages.ts'
import type { MonitorLayout, MonitorPlan } from '@pone/contract/link/monitors.ts'
import type { CollectedBatch, SectionState } from '@pone/monitors/collection/batch.ts'
import { systemClock } from '@pone/monitors/collection/collection-clock.ts'
import { Collector } from '@pone/monitors/collection/collector.ts'
import type { Transports } from '@pone/monitors/collection/connections.ts'
import { transportsFor } from '@pone/monitors/transports/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { BatchSender } from './batch-sender.ts'
import { type BatchContent, contentOf, layoutOf } from './collected.ts'
import { CollectorLog } from './collector-log.ts'
import { discoverTargets } from './discovery.ts'
import { type DroppedSection, DroppedSections } from './dropped-sections.ts'
import { HeldValues } from './held-values.ts'
import { planAnswer } from './plans.ts'
import { Spool } from './spool.ts'
import { TargetTests } from './target-tests.ts'

/** Of the journal of held values; memory bounds what is held to less. */
const journalBytes = { segmentBytes: 512 * 1024, maxBytes: 128 * 1024 ** 2 } as const

/** Sections whose gaps one batch tells. */
const gapsAtOnce = 2_000

type PlansCommand = Extract<FamilyCommand<'monitors'>, { kind: 'monitorPlans' }>

export function createMonitorsFamily({ settings, link, log }: FamilyContext): AgentFamily<'monitors'> {
  const transports = transportsFor(settings.limits)
  const collection = new Collection({
    transports,
    folder: join(settings.dataFolder, 'monitors'),
    send: message => link.send(message),
    log,
    now: () => Math.round(link.clock.toServer(Date.now())),
  })
  const tests = new TargetTests(message => link.send(message), transports)
  return {
    handlers: {
      monitorPlans: command => collection.plan(command),
      ackMonitorBatches: command => collection.acknowledge(command),
      monitorTest: command => tests.start(command),
      cancelMonitorTest: ({ testId }) => tests.cancel(testId),
      discover: async ({ queryId }) => {
        const found = await discoverTargets(settings.limits)
        link.send({ kind: 'discovered', queryId, ...found })
      },
      explainOperation: async ({ queryId, ...question }) => {
        link.send({ kind: 'operationExplained', queryId, answer: await planAnswer(question, transports) })
      },
    },
    start: () => collection.open(),
    connected: () => collection.connected(),
    shutOut: () => collection.stopAll(),
    stop: async () => {
      tests.close()
      await collection.close()
    },
  }
}

interface Planned {
  readonly plan: MonitorPlan
  readonly type: MonitorType
}

/** The collector with its spool. */
class Collection {
  readonly #sender: BatchSender
  /** Dropped and not told yet; told once the server stores batches again, so that a long outage has one gap per section. */
  readonly #dropped = new DroppedSections()
  readonly #spool: Spool
  readonly #journal: Spool
  readonly #journalFolder: string
  readonly #held: HeldValues
  readonly #collector: Collector
  readonly #plans = new Map<string, Planned>()
  readonly #layouts = new Map<number, MonitorLayout>()
  /** Of each section the state that was told last; told again on a new connection. */
  readonly #states = new Map<string, SectionState>()
  readonly #lines: CollectorLog
  readonly #log: FamilyContext['log']
  readonly #now: () => number
  #isOpen = false

  constructor({
    transports,
    folder,
    send,
    log,
    now,
  }: {
    readonly transports: Transports
    readonly folder: string
    readonly send: FamilyContext['link']['send']
    readonly log: FamilyContext['log']
    /** The server's clock, epoch ms, so that values of machines whose clocks differ share one time axis. */
    readonly now: () => number
  }) {
    this.#log = log
    this.#now = now
    this.#lines = new CollectorLog(send)
    const incarnation = randomUUID()
    this.#spool = new Spool({ folder, incarnation, onDropped: dropped => this.#noteDropped(dropped) })
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
    this.#sender = new BatchSender({ spool: this.#spool, send, log })
    this.#collector = new Collector({
      transports,
      onBatch: batch => this.#keep(batch),
      clock: { ...systemClock, now },
    })
  }

  async open(): Promise<void> {
    await this.#spool.adopt(this.#journalFolder)
    await this.#spool.open()
    await this.#journal.open()
    this.#isOpen = true
  }

  /** Tells all states again: the server may have taken this agent for lost. */
  connected(): void {
    const now = this.#now()
    const states = [...this.#states.values()].map(state => ({ ...state, from: Math.max(state.from, now) }))
    if (states.length > 0) this.#keep({ layouts: [], rows: [], texts: [], tables: [], states })
    this.#sender.restart()
  }

  async acknowledge({ incarnation, seq }: { incarnation: string; seq: number }): Promise<void> {
    await this.#sender.acknowledge(incarnation, seq)
    this.#tellGaps()
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
        this.#log(`a monitor cannot be collected: ${errorText(cause)}`)
        this.#lines.add(plan.monitorId, 'error', `the monitor type ${plan.type} cannot be used by this agent`)
      }
    }
  }

  stopAll(): void {
    for (const monitorId of this.#plans.keys()) this.#remove(monitorId)
  }

  async close(): Promise<void> {
    this.#collector.close()
    this.#lines.close()
    this.#sender.close()
    this.#tellGaps()
    await this.#held.close()
    await this.#spool.settled()
    await this.#journal.settled()
  }

  /** What did not change goes on without a break. */
  #put(planned: Planned, known: Planned | undefined): void {
    const { plan, type } = planned
    this.#plans.set(plan.monitorId, planned)
    this.#held.plan(plan.monitorId, plan)
    const isSame =
      known !== undefined &&
      known.plan.frequencyMs === plan.frequencyMs &&
      isDeepStrictEqual(known.plan.params, plan.params) &&
      isDeepStrictEqual(known.type, type)
    if (isSame) return
    this.#collector.put({
      monitorId: plan.monitorId,
      type,
      params: plan.params,
      frequencyMs: plan.frequencyMs,
    })
    this.#lines.add(plan.monitorId, 'info', `collecting ${type.name} every ${plan.frequencyMs} ms`)
  }

  #remove(monitorId: string): void {
    if (!this.#plans.delete(monitorId)) return
    this.#collector.remove(monitorId)
    this.#held.remove(monitorId)
    for (const [key, layout] of this.#layouts) if (layout.monitorId === monitorId) this.#layouts.delete(key)
    for (const [key, state] of this.#states) if (state.monitorId === monitorId) this.#states.delete(key)
    this.#lines.add(monitorId, 'info', 'collecting ended')
  }

  #keep(batch: CollectedBatch): void {
    for (const layout of batch.layouts) this.#layouts.set(layout.key, layoutOf(layout))
    for (const state of batch.states) this.#note(state)
    if (!this.#isOpen) return
    const content = this.#held.take(contentOf(batch))
    if (Object.values(content).some(list => list.length > 0))
      void this.#spoolContent(content).catch(() => undefined)
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
    const layouts = new Map([...used].map(key => [key, this.#layouts.get(key)]))
    return spool.append({ ...content, layouts: [] }, key => layouts.get(key))
  }

  readonly #cannotSpool = (cause: unknown): void =>
    this.#log(`collected values cannot be spooled: ${errorText(cause)}`)

  #note(state: SectionState): void {
    const key = `${state.monitorId} ${state.section}`
    const before = this.#states.get(key)
    this.#states.set(key, state)
    if (before?.code === state.code) return
    const { section, code, details } = state
    if (code !== 'ok') this.#lines.add(state.monitorId, 'warn', `${section}: ${code} ${details}`.trim())
    else if (before !== undefined) this.#lines.add(state.monitorId, 'info', `${section}: values again`)
  }

  #noteDropped({ batches, sections }: { batches: number; sections: readonly DroppedSection[] }): void {
    this.#log(`the spool of monitors is full: ${batches} batches were dropped`)
    for (const section of sections) this.#dropped.add(section)
    const monitorIds = new Set(sections.map(section => section.monitorId))
    for (const monitorId of monitorIds)
      this.#lines.add(monitorId, 'error', `the spool is full, the oldest values were dropped`)
  }

  /** Tells also the states after the gaps, since what told them before may be dropped too. */
  #tellGaps(): void {
    const sections = this.#dropped.take()
    for (let start = 0; start < sections.length; start += gapsAtOnce) {
      const told = sections.slice(start, start + gapsAtOnce)
      const gaps = told.map(({ last, ...section }) => ({ ...section, until: last + 1 }))
      const states = gaps.flatMap(({ monitorId, section, until }) => {
        const state = this.#states.get(`${monitorId} ${section}`)
        return state === undefined ? [] : [{ ...state, from: Math.max(state.from, until) }]
      })
      const content = contentOf({ layouts: [], rows: [], texts: [], tables: [], states })
      void this.#spoolContent({ ...content, gaps }).catch(() => undefined)
    }
  }
}
