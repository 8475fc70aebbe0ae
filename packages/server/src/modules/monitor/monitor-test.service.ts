/** Tests of connections before a monitor is saved, and discovery: an agent does both, the caller waits for its answer. */
import { randomUUID } from 'node:crypto'
import {
  type DiscoveredTarget,
  type MonitorAgent,
  type MonitorParams,
  type MonitorProblem,
  type MonitorTest,
  type MonitorTestStep,
  monitorTestLimitMs,
} from '@pone/contract/entities/monitor.ts'
import { typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import { AppError } from '@pone/contract/errors.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { isBoundToMachine, type MonitorType } from '@pone/monitors/type.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { collectorOf } from './collector-choice.ts'
import type { MonitorRepository } from './monitor.repository.ts'
import { findMonitor, newestType, storedSecrets, typeOfRow } from './monitor.service.ts'
import { checkedParams } from './monitor-params.ts'
import type { KeptTest, MonitorTestRepository } from './monitor-test.repository.ts'

/** The limit of the agent, the way there and back, and the start of the process that asks. */
const answerMs = monitorTestLimitMs + 4_000
const keepMs = 600_000

export interface MonitorTestDeps {
  readonly monitors: MonitorRepository
  readonly tests: MonitorTestRepository
  readonly agents: (projectId: string) => Promise<MonitorAgent[]>
  readonly types: MonitorTypes
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly secrets: SecretBox
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export interface TestOrder {
  readonly projectId: string
  readonly monitorId: string | null
  readonly type: string
  readonly params: MonitorParams
  readonly agentId: string | null
}

interface Found {
  readonly targets: DiscoveredTarget[]
  readonly problem: MonitorProblem | null
}

export class MonitorTestService {
  readonly #deps: MonitorTestDeps
  /** Tests that this server has begun and that have not ended. */
  readonly #running = new Map<string, { readonly startedAt: number; readonly steps: MonitorTestStep[] }>()
  readonly #discoveries = new Map<string, (found: Found) => void>()

  constructor(deps: MonitorTestDeps) {
    this.#deps = deps
    deps.link.on({
      monitorTestSteps: (_agentId, { testId, steps, isEnded }) => {
        const test = this.#running.get(testId)
        if (test === undefined) return
        test.steps.push(...steps)
        if (isEnded) this.#running.delete(testId)
        deps.tests
          .save(testId, { steps: [...test.steps], isEnded })
          .catch((cause: unknown) => deps.warn('steps of a test of a connection could not be stored', cause))
      },
      discovered: (_agentId, { queryId, targets, problem }) =>
        this.#discoveries.get(queryId)?.({ targets, problem }),
    })
  }

  /** @throws AppError NotFound, MonitorTypeUnknown, MonitorParamInvalid, MonitorSecretNeeded, MonitorNoAgent */
  async start({ projectId, monitorId, type: name, params, agentId }: TestOrder): Promise<MonitorTest> {
    const { monitors, secrets: box, types, link, now } = this.#deps
    const row = monitorId === null ? null : await findMonitor({ monitors }, projectId, monitorId)
    if (row !== null && row.type !== name) throw new AppError('NotFound', { what: 'monitor' })
    const { type } =
      row === null ? await newestType({ types }, name) : { type: await typeOfRow({ types }, row) }
    const stored = row === null ? {} : storedSecrets({ secrets: box }, type, { row, given: params })
    const { open, secrets } = checkedParams(type, params, stored)
    const agent = await this.#agentFor(projectId, { agentId, type, params: open })
    const id = randomUUID()
    const startedAt = now()
    await this.#forgetOld(startedAt)
    await this.#deps.tests.add(id, { projectId, startedAt, agent, steps: [], isEnded: false })
    this.#running.set(id, { startedAt, steps: [] })
    const file = typeFileSchema.parse(type)
    if (
      !link.send(agent.id, {
        kind: 'monitorTest',
        testId: id,
        type: file,
        params: { ...open, ...secrets },
        rounds: 0,
      })
    )
      throw new AppError('MonitorNoAgent')
    return await this.result(projectId, id)
  }

  /** @throws AppError NotFound */
  async result(projectId: string, id: string): Promise<MonitorTest> {
    const { agent, steps, isEnded, startedAt } = await this.#find(projectId, id)
    if (isEnded || this.#deps.now() - startedAt <= answerMs) {
      const isReachable = isEnded && steps.some(step => step.key === 'reached' && step.isOk)
      return { id, agent, steps: [...steps], isEnded, isReachable }
    }
    const problem = { cause: 'agentLost', params: {}, detail: '' } as const
    const lost = { key: 'reached' as const, isOk: false, tookMs: answerMs, detail: '', counters: [], problem }
    return { id, agent, steps: [...steps, lost], isEnded: true, isReachable: false }
  }

  /** @throws AppError NotFound */
  async cancel(projectId: string, id: string): Promise<void> {
    const { agent } = await this.#find(projectId, id)
    this.#deps.link.send(agent.id, { kind: 'cancelMonitorTest', testId: id })
  }

  /** @throws AppError NotFound, MonitorNoAgent */
  async discover(projectId: string, agentId: string): Promise<Found> {
    const agent = (await this.#deps.agents(projectId)).find(each => each.id === agentId)
    if (agent === undefined) throw new AppError('NotFound', { what: 'agent' })
    const queryId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Found | null>()
    this.#discoveries.set(queryId, resolve)
    const timer = setTimeout(() => resolve(null), answerMs)
    try {
      if (!this.#deps.link.send(agentId, { kind: 'discover', queryId })) throw new AppError('MonitorNoAgent')
      const found = await promise
      if (found === null) throw new AppError('MonitorNoAgent')
      // What this version has no type for cannot be watched.
      const targets = found.targets.filter(target => monitorTypeOf(target.type) !== undefined)
      return { targets, problem: found.problem }
    } finally {
      clearTimeout(timer)
      this.#discoveries.delete(queryId)
    }
  }

  async #agentFor(
    projectId: string,
    {
      agentId,
      type,
      params,
    }: { readonly agentId: string | null; readonly type: MonitorType; readonly params: MonitorParams },
  ): Promise<MonitorTest['agent']> {
    const all = await this.#deps.agents(projectId)
    if (agentId !== null && !all.some(agent => agent.id === agentId))
      throw new AppError('NotFound', { what: 'agent' })
    const agents = all.filter(agent => agent.isOnline)
    const { host } = params
    const chosen = collectorOf(
      {
        monitorId: '',
        chosenId: agentId,
        currentId: null,
        isBound: isBoundToMachine(type, params) || agentId !== null,
        host: typeof host === 'string' ? host : '',
      },
      {
        agents,
        isLost: () => false,
        isSteady: () => true,
        load: new Map(agents.map(agent => [agent.id, agent.monitors])),
      },
    )
    const agent = agents.find(each => each.id === chosen)
    if (agent === undefined) throw new AppError('MonitorNoAgent')
    return { id: agent.id, name: agent.name }
  }

  async #find(projectId: string, id: string): Promise<KeptTest> {
    const test = await this.#deps.tests.find(projectId, id)
    if (test === undefined) throw new AppError('NotFound', { what: 'monitorTest' })
    return test
  }

  async #forgetOld(nowMs: number): Promise<void> {
    await this.#deps.tests.deleteBefore(nowMs - keepMs)
    for (const [id, { startedAt }] of this.#running) if (startedAt < nowMs - keepMs) this.#running.delete(id)
  }
}
