/** Stores what agents collect: batches of an agent in order, each once, acknowledged after it is stored. */
import type { MonitorBatch } from '@pone/contract/link/monitors.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { AlertIntake } from '../alert/alert-intake.service.ts'
import type { AlertMonitor } from '../alert/alert-steps.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import {
  claimBatch,
  type IntakeRepository,
  type IntakeRight,
  noteSections,
  type SectionNote,
  storeTables,
} from './intake.repository.ts'
import { contentOf, LayoutMemory, sectionKey } from './intake-batch.ts'
import type { StoredPart } from './no-data-watch.ts'
import { storeOperations } from './operations/operation.repository.ts'
import { operationsIn } from './operations/operation-rows.ts'

/** Batches of one agent that wait to be stored; honest agents send fewer ahead. */
const maxWaiting = 32
const retryAfterMs = 1_000
const maxAttempts = 15
/** How exact the instant of the newest values of a section is. */
const noteEveryMs = 5_000
const linesPerProject = 20_000
const trimEveryMs = 600_000

export interface IntakeDeps {
  readonly repository: IntakeRepository
  readonly series: Pick<TimeSeries, 'write'>
  readonly types: Pick<MonitorTypes, 'of'>
  readonly link: Pick<AgentLink, 'send' | 'on' | 'renew'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
  /** Called with the projects of lines that collectors have written. */
  readonly onLines: (projectIds: readonly string[]) => void
  /** Evaluates alerts on what is being stored. */
  readonly alerts: Pick<AlertIntake, 'prepare'>
  /** Called with what was stored of monitors that the agent collects now. */
  readonly onStored: (agentId: string, parts: readonly StoredPart[]) => void
}

interface AgentIntake {
  readonly layouts: LayoutMemory
  readonly waiting: MonitorBatch[]
  isWorking: boolean
  /** A batch was dropped: later ones of the connection are dropped too, since their acknowledgement would cover it. */
  hasDropped: boolean
  /** When refused values were told last. */
  warnedAt: number
}

export class IntakeService {
  readonly #deps: IntakeDeps
  readonly #agents = new Map<string, AgentIntake>()
  /** When the newest values of a section were noted, by section. */
  readonly #noted = new Map<string, number>()
  #trimmedAt = 0
  #isClosed = false

  constructor(deps: IntakeDeps) {
    this.#deps = deps
    deps.link.on({
      // Layouts are told again on every connection.
      agentOnline: agentId => void this.#agents.delete(agentId),
      agentOffline: agentId => void this.#agents.delete(agentId),
      monitorBatches: (agentId, { batches }) => this.#add(agentId, batches),
      monitorLogLines: (agentId, { lines }) => {
        this.#addLines(agentId, lines).catch((cause: unknown) =>
          deps.warn('lines of a collector could not be stored', cause),
        )
      },
    })
  }

  close(): void {
    this.#isClosed = true
    this.#agents.clear()
  }

  /** Whether batches of the agent wait to be stored. */
  isStoring(agentId: string): boolean {
    return this.#agents.get(agentId)?.isWorking ?? false
  }

  #add(agentId: string, batches: readonly MonitorBatch[]): void {
    if (this.#isClosed) return
    const agent = this.#agents.get(agentId) ?? {
      layouts: new LayoutMemory(),
      waiting: [],
      isWorking: false,
      hasDropped: false,
      warnedAt: 0,
    }
    this.#agents.set(agentId, agent)
    for (const batch of batches) {
      if (agent.waiting.length >= maxWaiting) this.#drop(agentId, agent)
      if (agent.hasDropped) return
      agent.layouts.tell(batch.incarnation, batch.layouts)
      agent.waiting.push(batch)
    }
    if (!agent.isWorking) void this.#work(agentId, agent)
  }

  /** On a new connection the agent sends again whatever was not acknowledged, in order. */
  #drop(agentId: string, agent: AgentIntake): void {
    const isGone = this.#isClosed || this.#agents.get(agentId) !== agent
    if (agent.hasDropped || isGone) return
    agent.hasDropped = true
    this.#deps.link.renew(agentId)
  }

  async #work(agentId: string, agent: AgentIntake): Promise<void> {
    agent.isWorking = true
    for (let batch = agent.waiting.shift(); batch !== undefined; batch = agent.waiting.shift()) {
      if (!(await this.#storePatiently(agentId, agent, batch))) {
        agent.waiting.length = 0
        this.#drop(agentId, agent)
        break
      }
      const { incarnation, seq } = batch
      this.#deps.link.send(agentId, { kind: 'ackMonitorBatches', incarnation, seq })
    }
    agent.isWorking = false
  }

  /** Waits while the database is away. False when it was to no avail, or the connection is gone. */
  async #storePatiently(agentId: string, agent: AgentIntake, batch: MonitorBatch): Promise<boolean> {
    for (let attempt = 1; this.#agents.get(agentId) === agent && !this.#isClosed; attempt += 1) {
      try {
        await this.#store(agentId, agent, batch)
        return true
      } catch (cause) {
        this.#deps.warn(`values of monitors could not be stored (agent ${agentId})`, cause)
        if (attempt >= maxAttempts) return false
        await new Promise(resolve => setTimeout(resolve, retryAfterMs))
      }
    }
    return false
  }

  async #store(agentId: string, agent: AgentIntake, batch: MonitorBatch): Promise<void> {
    const { repository, series, types, now } = this.#deps
    const monitorIds = [
      ...new Set(
        [...batch.rows, ...batch.texts, ...batch.tables, ...batch.states, ...batch.gaps].map(
          item => item.monitorId,
        ),
      ),
    ]
    const [rights, lost] = await Promise.all([
      repository.rights(agentId, monitorIds),
      repository.lostSections(monitorIds),
    ])
    const typeOf = await types.of(rights)
    const { rows, texts, states, notes, tables, refused } = contentOf(batch, {
      rights,
      typeOf,
      layouts: agent.layouts,
      lost: new Map(lost.map(row => [sectionKey(row.monitor_id, row.section), row.since])),
    })
    if (refused > 0) this.#warnOf(agentId, agent, refused)
    this.#endOthers(agentId, monitorIds, rights)
    const rightOf = new Map(rights.map(right => [right.monitor_id, right]))
    const slow = tables.flatMap(table => {
      const right = rightOf.get(table.monitorId)
      const type = right && typeOf(right)
      return (type && operationsIn(type, table)) ?? []
    })
    const due = notes.filter(note => note.state !== undefined || this.#isDue(note))
    const evaluation = await this.#deps.alerts.prepare(
      rows,
      rights.map(right => alertMonitor(right, typeOf(right))),
    )
    const claim = { agentId, incarnation: batch.incarnation, seq: batch.seq, at: now() }
    await series.write({ rows, texts, states }, async transaction => {
      if (!(await claimBatch(transaction, claim))) return false
      await noteSections(transaction, due)
      for (const operations of slow) await storeOperations(transaction, operations)
      await storeTables(transaction, tables)
      await evaluation.evaluate(transaction)
      return true
    })
    evaluation.stored()
    for (const { monitorId, section, lastAt } of due)
      if (lastAt !== null) this.#noted.set(sectionKey(monitorId, section), lastAt)
    this.#deps.onStored(agentId, storedParts(batch, rights))
  }

  /** An agent still collects what is deleted, stopped or another's, e.g. after its project was deleted: it is told to end. */
  #endOthers(agentId: string, monitorIds: readonly string[], rights: readonly IntakeRight[]): void {
    const own = new Set(rights.filter(right => right.until_at === null).map(right => right.monitor_id))
    const removed = monitorIds.filter(id => !own.has(id))
    if (removed.length > 0)
      this.#deps.link.send(agentId, { kind: 'monitorPlans', types: {}, plans: [], removed, isWhole: false })
  }

  #isDue({ monitorId, section, lastAt }: SectionNote): boolean {
    return (lastAt ?? 0) - (this.#noted.get(sectionKey(monitorId, section)) ?? 0) >= noteEveryMs
  }

  #warnOf(agentId: string, agent: AgentIntake, refused: number): void {
    const { now, warn } = this.#deps
    if (now() - agent.warnedAt < 60_000) return
    agent.warnedAt = now()
    warn(`agent ${agentId} reported ${refused} items of monitors that it does not collect; they were dropped`)
  }

  async #addLines(agentId: string, lines: Parameters<IntakeRepository['addLogLines']>[1]): Promise<void> {
    const { repository, now, onLines } = this.#deps
    onLines(await repository.addLogLines(agentId, lines))
    if (now() - this.#trimmedAt < trimEveryMs) return
    this.#trimmedAt = now()
    await repository.trimLog(linesPerProject)
  }
}

function storedParts({ rows, tables }: MonitorBatch, rights: readonly IntakeRight[]): StoredPart[] {
  const newest = new Map<string, number>()
  for (const { monitorId, slot } of [...rows, ...tables])
    newest.set(monitorId, Math.max(newest.get(monitorId) ?? 0, slot))
  return rights
    .filter(right => right.until_at === null)
    .map(right => ({ right, slot: newest.get(right.monitor_id) ?? null }))
}

const alertMonitor = (right: IntakeRight, definition: MonitorType | undefined): AlertMonitor => ({
  id: right.monitor_id,
  projectId: right.project_id,
  type: right.type,
  groupId: right.group_id,
  frequencyMs: right.frequency_ms,
  expectedMs: Math.max(right.send_interval_ms, right.receive_interval_ms),
  definition,
})
