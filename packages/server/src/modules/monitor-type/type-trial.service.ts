/** Trials of types on real targets: an agent asks as the text says, and collects three times; nothing is stored. */
import { randomUUID } from 'node:crypto'
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import { type MonitorTypeTrial, typeFileSchema } from '@pone/contract/entities/monitor-type.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { AgentLink } from '../../link/agent-link.ts'

/** Rounds of a trial: two intervals, so that rates can be seen. */
export const trialRounds = 3
/** The test, the rounds, and the way there and back. */
const answerMs = 15_000
const keepMs = 600_000
const maxKept = 200

interface KeptTrial {
  readonly startedAt: number
  readonly agent: MonitorTypeTrial['agent']
  readonly steps: MonitorTypeTrial['steps']
  readonly rounds: MonitorTypeTrial['rounds']
  isEnded: boolean
}

export interface TypeTrialDeps {
  readonly agents: () => Promise<{ id: string; name: string; host: string }[]>
  readonly link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>
  readonly now: () => number
}

export class TypeTrialService {
  readonly #deps: TypeTrialDeps
  readonly #trials = new Map<string, KeptTrial>()

  constructor(deps: TypeTrialDeps) {
    this.#deps = deps
    deps.link.on({
      monitorTestSteps: (_agentId, { testId, steps, rounds, isEnded }) => {
        const trial = this.#trials.get(testId)
        if (trial === undefined || trial.isEnded) return
        trial.steps.push(...steps)
        trial.rounds.push(...rounds.slice(0, trialRounds - trial.rounds.length))
        trial.isEnded = isEnded
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
    this.#forgetOld()
    const { name } = agent
    const startedAt = this.#deps.now()
    this.#trials.set(id, { startedAt, agent: { id: agentId, name }, steps: [], rounds: [], isEnded: false })
    const sent = this.#deps.link.send(agentId, {
      kind: 'monitorTest',
      testId: id,
      type: typeFileSchema.parse(type),
      params,
      rounds: trialRounds,
    })
    if (!sent) throw new AppError('MonitorNoAgent')
    return this.result(id)
  }

  /** @throws AppError NotFound */
  result(id: string): MonitorTypeTrial {
    const trial = this.#trials.get(id)
    if (trial === undefined) throw new AppError('NotFound', { what: 'monitorTest' })
    if (!trial.isEnded && this.#deps.now() - trial.startedAt > answerMs) {
      trial.isEnded = true
      const problem = { cause: 'agentLost', params: {}, detail: '' } as const
      trial.steps.push({ key: 'reached', isOk: false, tookMs: answerMs, detail: '', counters: [], problem })
    }
    const { agent, steps, rounds, isEnded } = trial
    return { id, agent, steps: [...steps], rounds: [...rounds], isEnded }
  }

  #forgetOld(): void {
    for (const [id, { startedAt }] of this.#trials)
      if (this.#trials.size > maxKept || this.#deps.now() - startedAt > keepMs) this.#trials.delete(id)
  }
}
