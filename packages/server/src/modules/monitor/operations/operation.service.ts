/** Slow operations of a monitor for its project: the list of a range, the trend of one, and its plan by the agent that collects. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import type { monitorOperationCalls } from '@pone/contract/calls/monitor-operations.ts'
import { typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import {
  maxSlowOperations,
  type PlanAnswer,
  planLimitMs,
  type SlowOperation,
  type SlowOperationList,
  type SlowOperationTrend,
} from '@pone/contract/entities/slow-operation.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { SecretBox } from '../../../adapters/secrets.ts'
import type { AgentLink } from '../../../link/agent-link.ts'
import type { MonitorTypes } from '../../monitor-type/monitor-types.ts'
import type { MonitorRepository } from '../monitor.repository.ts'
import { findMonitor, typeOfRow } from '../monitor.service.ts'
import { assertRange } from '../monitor-figures.service.ts'
import { openSecrets, paramsForAgent } from '../monitor-params.ts'
import type { OperationRepository, StoredOperation } from './operation.repository.ts'
import {
  type Growth,
  growthOfMinutes,
  growthOfTotals,
  perSecond,
  type Steps,
  stepsOf,
  type TimedCounters,
  timesOfSteps,
} from './operation-growth.ts'

type ListInput = InputOf<typeof monitorOperationCalls.slowOperations>
type TrendInput = InputOf<typeof monitorOperationCalls.slowOperationTrend>
type PlanInput = InputOf<typeof monitorOperationCalls.slowOperationPlan>

/** What the way to the agent and back takes besides. */
const wayMs = 2_000
const maxPlansPerAgent = 4
const shownEntries = 100

export interface OperationDeps {
  readonly monitors: MonitorRepository
  readonly operations: OperationRepository
  readonly types: Pick<MonitorTypes, 'of'>
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly secrets: SecretBox
  readonly now: () => number
}

interface AskedPlan {
  readonly agentId: string
  readonly resolve: (answer: PlanAnswer | null) => void
}

export class OperationService {
  readonly #deps: OperationDeps
  readonly #plans = new Map<string, AskedPlan>()

  constructor(deps: OperationDeps) {
    this.#deps = deps
    deps.link.on({
      operationExplained: (agentId, { queryId, answer }) => {
        const asked = this.#plans.get(queryId)
        if (asked?.agentId === agentId) asked.resolve(answer)
      },
    })
  }

  /** @throws AppError NotFound, TimeOrder, MonitorRangeFuture, MonitorRangeTooLong */
  async list({ projectId, id, from, to, search, points }: ListInput): Promise<SlowOperationList> {
    const monitor = await this.#monitor({ projectId, id, from, to })
    const found = await this.#deps.operations.between(id, { from, to }, search)
    const steps = stepsOf({ from, to }, points)
    const stored = await this.#deps.operations.points(
      found.map(operation => operation.id),
      steps,
    )
    const rows = found.flatMap(operation => {
      const own = stored.get(operation.id) ?? []
      const growth = this.#growth(operation, own, steps)
      return growth.calls > 0 ? [described(operation, growth, own, { steps, type: monitor.type })] : []
    })
    rows.sort((a, b) => b.totalMs - a.totalMs || a.id - b.id)
    return {
      ...shownSteps(steps),
      rows: rows.slice(0, maxSlowOperations),
      omitted: Math.max(0, rows.length - maxSlowOperations),
    }
  }

  /** @throws AppError NotFound, TimeOrder, MonitorRangeFuture, MonitorRangeTooLong */
  async trend({ operationId, points, ...input }: TrendInput): Promise<SlowOperationTrend> {
    await this.#monitor(input)
    const operation = await this.#operation(input.id, operationId)
    const steps = stepsOf(input, points)
    const stored = await this.#deps.operations.points([operationId], steps)
    const growth = this.#growth(operation, stored.get(operationId) ?? [], steps)
    return {
      ...shownSteps(steps),
      callsPerSecond: growth.steps.map(step => perSecond(step.calls, timeOf(step, steps, operation))),
      meanMs: growth.steps.map(step => (step.calls > 0 ? step.totalMs / step.calls : null)),
      totalMsPerSecond: growth.steps.map(step => perSecond(step.totalMs, timeOf(step, steps, operation))),
      entries: operation.isAdded ? await this.#deps.operations.entries(operationId, steps, shownEntries) : [],
    }
  }

  /** @throws AppError NotFound, MonitorNoAgent, MonitorPlansBusy */
  async plan({ projectId, id, operationId }: PlanInput): Promise<PlanAnswer> {
    const { monitors, types, secrets: box, link } = this.#deps
    const row = await findMonitor({ monitors }, projectId, id)
    const type = await typeOfRow({ types }, row)
    const { section, labels } = await this.#operation(id, operationId)
    if (type.slowOperations.find(source => source.section === section)?.hasPlan !== true)
      return { plan: null, fault: 'notSupported', problem: null }
    const secrets = openSecrets(box, row.sealed_secrets)
    if (secrets === null)
      return { plan: null, fault: null, problem: { cause: 'credentialLost', params: {}, detail: '' } }
    const agentId = row.collector_id
    if (agentId === null) throw new AppError('MonitorNoAgent')
    const running = [...this.#plans.values()].filter(asked => asked.agentId === agentId)
    if (running.length >= maxPlansPerAgent) throw new AppError('MonitorPlansBusy')
    const queryId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<PlanAnswer | null>()
    this.#plans.set(queryId, { agentId, resolve })
    const timer = setTimeout(() => resolve(null), planLimitMs + wayMs)
    try {
      const question = { section, labels, params: paramsForAgent(row, secrets) }
      const command = {
        kind: 'explainOperation',
        queryId,
        type: typeFileSchema.parse(type),
        ...question,
      } as const
      if (!link.send(agentId, command)) throw new AppError('MonitorNoAgent')
      const answer = await promise
      if (answer === null) throw new AppError('MonitorNoAgent')
      return answer
    } finally {
      clearTimeout(timer)
      this.#plans.delete(queryId)
    }
  }

  async #monitor(input: { projectId: string; id: string; from: number; to: number }) {
    const { monitors, types, now } = this.#deps
    const row = await findMonitor({ monitors }, input.projectId, input.id)
    assertRange({ now }, input)
    return { row, type: await typeOfRow({ types }, row) }
  }

  async #operation(monitorId: string, operationId: number): Promise<StoredOperation> {
    const operation = await this.#deps.operations.find(monitorId, operationId)
    if (operation === undefined) throw new AppError('NotFound', { what: 'slowOperation' })
    return operation
  }

  #growth(operation: StoredOperation, points: readonly TimedCounters[], steps: Steps): Growth {
    const { newest, isAdded } = operation
    if (isAdded)
      return growthOfMinutes(points, steps, {
        since: steps.from,
        until: Math.min(steps.to, this.#deps.now()),
      })
    const last = points.at(-1)
    // What was not worth storing is in the newest counters.
    const isNewer = last !== undefined && last.at < newest.at && last.at < steps.to
    return growthOfTotals(isNewer ? [...points, newest] : points, steps)
  }
}

/** Minutes that were added to tell of whole steps. */
const timeOf = (
  { knownMs }: { readonly knownMs: number },
  { stepMs }: Steps,
  { isAdded }: Pick<StoredOperation, 'isAdded'>,
): number => (isAdded && knownMs > 0 ? Math.min(stepMs, Math.max(knownMs, 1_000)) : knownMs)

const shownSteps = (steps: Steps) => ({
  from: steps.from,
  to: steps.to,
  stepMs: steps.stepMs,
  times: timesOfSteps(steps),
})

function described(
  operation: StoredOperation,
  growth: Growth,
  points: readonly TimedCounters[],
  { steps, type }: { readonly steps: Steps; readonly type: MonitorType },
): SlowOperation {
  const { id, section, text, database, account, isAdded, newest } = operation
  const { calls, totalMs, rows, knownMs } = growth
  const longest = points
    .filter(({ at }) => at >= steps.from && at <= steps.to)
    .reduce((most, { maxMs }) => Math.max(most, maxMs ?? 0), 0)
  return {
    id,
    section,
    text,
    database,
    account,
    calls,
    totalMs,
    meanMs: calls > 0 ? totalMs / calls : null,
    maxMs: isAdded ? longest : newest.maxMs,
    rows,
    callsPerSecond: perSecond(calls, knownMs),
    hasPlan: type.slowOperations.find(source => source.section === section)?.hasPlan ?? false,
    trend: growth.steps.map(step => perSecond(step.totalMs, timeOf(step, steps, operation))),
  }
}
