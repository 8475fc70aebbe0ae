/** Has due flame diagrams taken by the agents that collect their monitors, and stores what these report. */
import { randomUUID } from 'node:crypto'
import { classPatterns } from '@pone/contract/entities/profiling.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { TakeOutcome } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorRepository } from '../monitor/monitor.repository.ts'
import type { ProfileService } from './profile.service.ts'
import type { BegunTake } from './profile-take.repository.ts'
import type { ProfileTriggerRepository } from './profile-trigger.repository.ts'
import type { ProfilingRepository } from './profiling.repository.ts'

const lookEveryMs = 1_000

export interface ProfileTakingDeps {
  readonly monitors: Pick<MonitorRepository, 'find'>
  readonly profilings: ProfilingRepository
  readonly triggers: ProfileTriggerRepository
  readonly profiles: Pick<ProfileService, 'keepTaken'>
  /** Names of the agents that may collect for a project, by id. */
  readonly agentNames: (projectId: string) => Promise<ReadonlyMap<string, string>>
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

export class ProfileTaking {
  readonly #deps: ProfileTakingDeps
  /** Ends that are being stored: an agent repeats one that takes long. */
  readonly #storing = new Set<string>()
  #looking: Repeated | undefined

  constructor(deps: ProfileTakingDeps) {
    this.#deps = deps
    deps.link.on({
      profileTaken: (agentId, { takeId, outcome }) => {
        if (this.#storing.has(takeId)) return
        this.#storing.add(takeId)
        this.#taken(agentId, takeId, outcome)
          .catch((cause: unknown) => deps.warn('a flame diagram could not be stored', cause))
          .finally(() => this.#storing.delete(takeId))
      },
    })
  }

  start(): void {
    this.#looking = repeatedly(
      () => this.#look(),
      lookEveryMs,
      cause => this.#deps.warn('due flame diagrams could not be taken', cause),
    )
  }

  poke(): void {
    this.#looking?.poke()
  }

  async close(): Promise<void> {
    await this.#looking?.close()
  }

  async #look(): Promise<void> {
    const { profilings, triggers, now } = this.#deps
    await profilings.endOverdue(now())
    await triggers.trigger(now())
    for (const begun of await profilings.begin(now(), randomUUID)) await this.#give(begun)
  }

  /** To the agent that collects the monitor, or that it is bound to. */
  async #give({ take, projectId, fields }: BegunTake): Promise<void> {
    const { monitors, profilings, link, agentNames, now } = this.#deps
    const monitor = await monitors.find(projectId, take.monitor_id)
    const agentId = monitor?.collector_id ?? monitor?.agent_id ?? null
    const name = agentId === null ? undefined : (await agentNames(projectId)).get(agentId)
    if (agentId !== null && name !== undefined) {
      if (!(await profilings.given(take.id, { id: agentId, name }))) return
      const { target, address, kinds, seconds, bufferMib } = fields
      const order = {
        takeId: take.id,
        target,
        process: target === 'jvm' ? String(monitor?.params['process'] ?? '') : address,
        kinds,
        seconds,
        bufferMib,
        included: classPatterns(fields.included),
        excluded: classPatterns(fields.excluded),
      }
      if (link.send(agentId, { kind: 'takeProfile', order })) return
    }
    await profilings.end(take.id, {
      state: 'failed',
      ended_at: now(),
      cause: toldCause('profileNoAgent'),
    })
  }

  /** The agent repeats it until it is told that it may forget it. */
  async #taken(agentId: string, takeId: string, outcome: TakeOutcome): Promise<void> {
    const { profilings, link, now } = this.#deps
    const running = await profilings.running(takeId, agentId)
    if (running !== undefined) {
      if (outcome.state === 'complete') await this.#store(running, outcome)
      else
        await profilings.end(takeId, {
          state: outcome.state,
          ended_at: now(),
          cause: outcome.state === 'failed' ? outcome.cause : '',
        })
    }
    link.send(agentId, { kind: 'forgetProfile', takeId })
  }

  async #store(
    { take, projectId, fields, createdBy, machine }: BegunTake & { readonly machine: string },
    outcome: Extract<TakeOutcome, { state: 'complete' }>,
  ): Promise<void> {
    const { monitors, profilings, triggers, profiles, now } = this.#deps
    const monitor = await monitors.find(projectId, take.monitor_id)
    const { startedAt, durationMs, process, pid, format, runtime, engines, notes, cost } = outcome
    try {
      await profiles.keepTaken({
        id: take.id,
        projectId,
        name: fields.mode === 'single' ? fields.name : `${fields.name} ${take.number}`,
        runId:
          take.reason?.runId ??
          (await triggers.runDuring(projectId, take.monitor_id, {
            from: startedAt,
            to: startedAt + durationMs,
          })),
        startedAt,
        durationMs,
        format,
        parts: outcome.parts.map(part => Buffer.from(part, 'base64')),
        origin: {
          monitorId: take.monitor_id,
          monitorName: monitor?.name ?? '',
          machine,
          process,
          pid,
          runtime,
          engines,
          notes,
          cost,
          included: fields.included,
          excluded: fields.excluded,
          reason: take.reason,
        },
        createdBy,
      })
    } catch (cause) {
      // What the database cannot take now is told again by the agent.
      if (!(cause instanceof AppError)) throw cause
      await profilings.end(take.id, {
        state: 'failed',
        ended_at: now(),
        cause: toldCause('profileNotStored', {}, cause.message),
      })
      return
    }
    await profilings.end(take.id, { state: 'complete', ended_at: now(), profile_id: take.id })
  }
}
