/** Gives running monitors to agents, moves them when an agent is lost or comes back, and tells agents what to collect. */

import { typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { MonitorPlan } from '@pone/contract/link/monitors.ts'
import { isBoundToMachine } from '@pone/monitors/type.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorTypes, TypeOf } from '../monitor-type/monitor-types.ts'
import type { AssignmentRepository, PlannedMonitor, RunningMonitor } from './assignment.repository.ts'
import { type CandidateAgent, collectorOf } from './collector-choice.ts'
import { openSecrets, paramsForAgent } from './monitor-params.ts'
import type { RunFrequencyRepository } from './run-frequency.repository.ts'
import { fastRunsAt, frequencyInForce } from './run-frequency.ts'

/** An agent that is silent for this long loses its monitors to others. */
const lostAfterMs = 15_000
/** One that is back for this long gets them again. */
const steadyAfterMs = 10_000
const passEveryMs = 2_000
/** Even when nothing is known to have changed. */
const fullPassEveryMs = 15_000
/** How long an agent may keep values in its spool. */
const keepMs = 14 * 86_400_000
const cleanEveryMs = 3_600_000

type PlansCommand = Extract<AgentCommand, { kind: 'monitorPlans' }>

export interface AssignmentDeps {
  readonly repository: AssignmentRepository
  readonly frequencies: RunFrequencyRepository
  readonly types: Pick<MonitorTypes, 'of'>
  readonly link: Pick<AgentLink, 'onlineMachines' | 'isOnline' | 'send' | 'on'>
  readonly series: Pick<TimeSeries, 'write'>
  readonly secrets: SecretBox
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export class AssignmentService {
  readonly #deps: AssignmentDeps
  /** When the last data arrived from agents that are away, epoch ms. */
  readonly #away = new Map<string, number>()
  readonly #marked = new Set<string>()
  #isDirty = true
  #passAt = 0
  #cleanAt = 0
  #timer: NodeJS.Timeout | undefined
  #work = Promise.resolve()
  #isClosed = false

  constructor(deps: AssignmentDeps) {
    this.#deps = deps
    deps.link.on({
      agentOnline: agentId => {
        this.#away.delete(agentId)
        this.#marked.delete(agentId)
        this.#isDirty = true
        this.#later(() => this.#sendAll(agentId))
      },
      agentOffline: (agentId, since) => {
        this.#away.set(agentId, since)
        this.#isDirty = true
      },
    })
  }

  start(): void {
    this.#timer = setInterval(
      () =>
        this.#later(async () => {
          await this.#passWhenDue()
          await this.#followRuns()
        }),
      passEveryMs,
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#work
  }

  /** Monitors that were started, stopped or changed: gives them to agents, or tells these. */
  changed(monitorIds: readonly string[]): void {
    if (monitorIds.length === 0) return
    this.#isDirty = true
    this.#later(async () => {
      await this.#passWhenDue()
      const planned = await this.#planned({ ids: monitorIds })
      const collected = new Set(planned.map(row => row.id))
      await this.#send(planned, false)
      const removed = monitorIds.filter(id => !collected.has(id))
      if (removed.length === 0) return
      for (const { agentId } of this.#deps.link.onlineMachines())
        await this.#tell(agentId, [], removed, false)
    })
  }

  /** Runs with monitoring links have begun or ended, or a link collects each second from now on or no more. */
  runsChanged(): void {
    this.#later(() => this.#followRuns())
  }

  /** Resolves when what was begun is done; for tests. */
  settled(): Promise<void> {
    return this.#work
  }

  /** One after the other; a failure is told and the next pass tries again. */
  #later(work: () => Promise<void>): void {
    if (this.#isClosed) return
    this.#work = this.#work.then(work).catch((cause: unknown) => {
      this.#isDirty = true
      this.#deps.warn('monitors could not be given to agents', cause)
    })
  }

  async #passWhenDue(): Promise<void> {
    const { now, repository } = this.#deps
    const isDue = this.#isDirty || this.#away.size > 0 || now() - this.#passAt > fullPassEveryMs
    if (!isDue) return
    this.#isDirty = false
    this.#passAt = now()
    await repository.alone(() => this.#pass())
    if (now() - this.#cleanAt < cleanEveryMs) return
    this.#cleanAt = now()
    await repository.forgetBefore(now() - keepMs)
  }

  async #pass(): Promise<void> {
    const { repository, link, now } = this.#deps
    const machines = link.onlineMachines()
    const running = await repository.running()
    this.#noteAway(running)
    await this.#markLost(running)
    const allotted = Map.groupBy(
      await repository.allotments(machines.map(machine => machine.agentId)),
      row => row.project_id,
    )
    const load = new Map<string, number>()
    for (const { collector_id: id } of running) if (id !== null) load.set(id, (load.get(id) ?? 0) + 1)
    const typeOf = await this.#deps.types.of(running)
    const since = new Map(machines.map(machine => [machine.agentId, machine.since]))
    const changes = running.flatMap(row => {
      const agents: readonly CandidateAgent[] = allotted.get(row.project_id) ?? []
      const agentId = collectorOf(toAssign(row, typeOf), {
        agents,
        isLost: id => this.#isLost(id),
        isSteady: id => now() - (since.get(id) ?? now()) >= steadyAfterMs,
        load,
      })
      if (agentId === null || agentId === row.collector_id) return []
      load.set(agentId, (load.get(agentId) ?? 0) + 1)
      return [{ monitorId: row.id, agentId, before: row.collector_id }]
    })
    if (changes.length === 0) return
    await repository.reassign(changes, now())
    for (const [before, moved] of Map.groupBy(changes, change => change.before))
      if (before !== null)
        await this.#tell(
          before,
          [],
          moved.map(each => each.monitorId),
          false,
        )
    await this.#send(await this.#planned({ ids: changes.map(change => change.monitorId) }), false)
  }

  /** What agents were told is stored after they were told, so that a server that fails between both has it done again. */
  async #followRuns(): Promise<void> {
    const { repository, frequencies } = this.#deps
    const wanted = await this.#fastRuns()
    const stored = await frequencies.stored()
    const changes = [...new Set([...wanted.keys(), ...stored.keys()])].flatMap(monitorId => {
      const runId = wanted.get(monitorId) ?? null
      return runId === (stored.get(monitorId) ?? null) ? [] : [{ monitorId, runId }]
    })
    if (changes.length === 0) return
    const planned = await repository.planned({ ids: changes.map(({ monitorId }) => monitorId) })
    await this.#send(paced(planned, wanted), false)
    await frequencies.store(changes)
  }

  async #fastRuns(): Promise<ReadonlyMap<string, string>> {
    const { frequencies, now } = this.#deps
    return fastRunsAt(await frequencies.spans(now()), now())
  }

  async #planned(of: Parameters<AssignmentRepository['planned']>[0]): Promise<PacedMonitor[]> {
    const planned = await this.#deps.repository.planned(of)
    return planned.length === 0 ? [] : paced(planned, await this.#fastRuns())
  }

  /** Agents that went away while no server was there count from now on. */
  #noteAway(running: readonly RunningMonitor[]): void {
    const { link, now } = this.#deps
    for (const { collector_id: id } of running)
      if (id !== null && !link.isOnline(id) && !this.#away.has(id)) this.#away.set(id, now())
    for (const id of this.#away.keys()) if (link.isOnline(id)) this.#away.delete(id)
  }

  #isLost(agentId: string): boolean {
    const since = this.#away.get(agentId)
    return since !== undefined && this.#deps.now() - since >= lostAfterMs
  }

  /** Sections that nobody collects any more have a gap with this cause. */
  async #markLost(running: readonly RunningMonitor[]): Promise<void> {
    for (const [agentId, since] of this.#away) {
      if (!this.#isLost(agentId) || this.#marked.has(agentId)) continue
      this.#marked.add(agentId)
      const rows = running.filter(row => row.collector_id === agentId)
      await this.#mark(rows, 'agentLost', since)
    }
  }

  async #mark(
    rows: readonly { readonly id: string; readonly project_id: string }[],
    cause: 'agentLost' | 'credentialLost',
    atMs: number,
  ): Promise<void> {
    if (rows.length === 0) return
    const { repository, series } = this.#deps
    const projectOf = new Map(rows.map(row => [row.id, row.project_id]))
    const sections = await repository.markSections([...projectOf.keys()], cause, atMs)
    await series.write({
      rows: [],
      states: sections.map(({ monitor_id: monitorId, section }) => ({
        monitorId,
        projectId: projectOf.get(monitorId) ?? '',
        section,
        atMs,
        cause,
        detail: '',
      })),
    })
  }

  /** Everything that an agent collects, when it connects. */
  async #sendAll(agentId: string): Promise<void> {
    await this.#tell(agentId, await this.#planned({ agentId }), [], true)
  }

  async #send(planned: readonly PacedMonitor[], isWhole: boolean): Promise<void> {
    for (const [agentId, rows] of Map.groupBy(planned, row => row.collector_id))
      await this.#tell(agentId, rows, [], isWhole)
  }

  async #tell(
    agentId: string,
    rows: readonly PacedMonitor[],
    removed: readonly string[],
    isWhole: boolean,
  ): Promise<void> {
    const { link } = this.#deps
    const typeOf = await this.#deps.types.of(rows)
    const types: PlansCommand['types'] = {}
    const lost: PlannedMonitor[] = []
    const plans = rows.flatMap((row): MonitorPlan[] => {
      const type = typeOf(row)
      if (type === undefined) return []
      const secrets = openSecrets(this.#deps.secrets, row.sealed_secrets)
      if (secrets === null) {
        lost.push(row)
        return []
      }
      // Monitors of one type can use different versions of it.
      const key = row.type_version === null ? row.type : `${row.type}@${row.type_version}`
      types[key] ??= typeFileSchema.parse(type)
      return [
        {
          monitorId: row.id,
          epoch: row.epoch,
          type: key,
          params: paramsForAgent(row, secrets),
          ...frequenciesOf(row),
          sendIntervalMs: row.send_interval_ms,
        },
      ]
    })
    link.send(agentId, {
      kind: 'monitorPlans',
      types,
      plans,
      removed: [...removed],
      isWhole,
    })
    if (lost.length > 0) this.#later(() => this.#mark(lost, 'credentialLost', this.#deps.now()))
  }
}

interface PacedMonitor extends PlannedMonitor {
  /** Whether it is collected each second for a run. */
  readonly isFast: boolean
}

const paced = (planned: readonly PlannedMonitor[], fast: ReadonlyMap<string, string>): PacedMonitor[] =>
  planned.map(row => ({ ...row, isFast: fast.has(row.id) }))

function frequenciesOf({ frequency_ms: ownMs, isFast }: PacedMonitor) {
  const frequencyMs = frequencyInForce(ownMs, isFast)
  return frequencyMs === ownMs ? { frequencyMs } : { frequencyMs, ownFrequencyMs: ownMs }
}

function toAssign(row: RunningMonitor, typeOf: TypeOf) {
  const { host } = row.params
  const type = typeOf(row)
  return {
    monitorId: row.id,
    chosenId: row.agent_id,
    currentId: row.collector_id,
    isBound: type !== undefined && isBoundToMachine(type, row.params),
    host: typeof host === 'string' ? host : '',
  }
}
