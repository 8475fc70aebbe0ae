/** Trials of types on real targets: an agent asks as the text says, and collects three times; results are kept for minutes. */
import { randomUUID } from 'node:crypto'
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import { type MonitorTypeTrial, typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isolated } from '@pone/monitors/own/stored-type.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { KeptTrial, TypeTrialRepository } from './type-trial.repository.ts'

/** Rounds of a trial: two intervals, so that rates can be seen. */
export const trialRounds = 3
/** The test, the rounds, and the way there and back. */
const answerMs = 15_000
const keepMs = 600_000

export interface TypeTrialDeps {
  readonly trials: TypeTrialRepository
  readonly agents: () => Promise<{ id: string; name: string; host: string }[]>
  readonly link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export class TypeTrialService {
  readonly #deps: TypeTrialDeps
  /** Trials that this server has begun and that have not ended. */
  readonly #running = new Map<string, Pick<KeptTrial, 'startedAt' | 'steps' | 'rounds'>>()

  constructor(deps: TypeTrialDeps) {
    this.#deps = deps
    deps.link.on({
      monitorTestSteps: (_agentId, { testId, steps, rounds, isEnded }) => {
        const trial = this.#running.get(testId)
        if (trial === undefined) return
        trial.steps.push(...steps)
        trial.rounds.push(...rounds.slice(0, trialRounds - trial.rounds.length))
        if (isEnded) this.#running.delete(testId)
        deps.trials
          .save(testId, { steps: [...trial.steps], rounds: [...trial.rounds], isEnded })
          .catch((cause: unknown) => deps.warn('steps of a trial of a type could not be stored', cause))
      },
    })
  }

  /** Agents that are online, by name. */
  async agents(): Promise<{ id: string; name: string; host: string }[]> {
    return (await this.#deps.agents()).filter(agent => this.#deps.link.isOnline(agent.id))
  }

  /** @throws AppError MonitorNoAgent */
  async start(type: MonitorType, params: MonitorParams, agentId: string): Promise<MonitorTypeTrial> {
    const agent = (await this.agents()).find(each => each.id === agentId)
    if (agent === undefined) throw new AppError('MonitorNoAgent')
    const id = randomUUID()
    const startedAt = this.#deps.now()
    await this.#forgetOld(startedAt)
    await this.#deps.trials.add(id, { startedAt, agent: { id: agentId, name: agent.name } })
    this.#running.set(id, { startedAt, steps: [], rounds: [] })
    const sent = this.#deps.link.send(agentId, {
      kind: 'monitorTest',
      testId: id,
      type: typeFileSchema.parse(isolated(type)),
      params,
      rounds: trialRounds,
    })
    if (!sent) throw new AppError('MonitorNoAgent')
    return await this.result(id)
  }

  /** @throws AppError NotFound */
  async result(id: string): Promise<MonitorTypeTrial> {
    const trial = await this.#deps.trials.find(id)
    if (trial === undefined) throw new AppError('NotFound', { what: 'monitorTest' })
    const { startedAt, agent, steps, rounds, isEnded } = trial
    if (isEnded || this.#deps.now() - startedAt <= answerMs) return { id, agent, steps, rounds, isEnded }
    const problem = { cause: 'agentLost', params: {}, detail: '' } as const
    const lost = { key: 'reached' as const, isOk: false, tookMs: answerMs, detail: '', counters: [], problem }
    return { id, agent, steps: [...steps, lost], rounds, isEnded: true }
  }

  async #forgetOld(nowMs: number): Promise<void> {
    await this.#deps.trials.deleteBefore(nowMs - keepMs)
    for (const [id, { startedAt }] of this.#running) if (startedAt < nowMs - keepMs) this.#running.delete(id)
  }
}
