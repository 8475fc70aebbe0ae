/** Rules of orders for flame diagrams: who may be recorded, how many at once, and how one is cancelled. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import { listedProfilings, type profilingCalls } from '@pone/contract/calls/profiling.ts'
import {
  addressedTargets,
  kindsOfTarget,
  maxActiveProfilings,
  type ProfileTake,
  type Profiling,
  type ProfilingFields,
} from '@pone/contract/entities/profiling.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorRepository } from '../monitor/monitor.repository.ts'
import { findMonitor } from '../monitor/monitor.service.ts'
import type { ProfileRepository } from './profile.repository.ts'
import { assertRoom } from './profile.service.ts'
import type { ProfilingRepository } from './profiling.repository.ts'
import type { ProfilingScope, ProfilingScopeRepository } from './profiling-scope.repository.ts'

/** Attaching, reading and storing take this long besides. */
const leastPauseSeconds = 15
const listedTakes = 200

export interface ProfilingDeps {
  readonly monitors: MonitorRepository
  readonly profilings: ProfilingRepository
  readonly scopes: ProfilingScopeRepository
  readonly profiles: Pick<ProfileRepository, 'count'>
  readonly link: Pick<AgentLink, 'send'>
  /** Begins what is due. */
  readonly poke: () => void
  readonly now: () => number
}

export type ProfilingService = ReturnType<typeof createProfilingService>

export function createProfilingService(deps: ProfilingDeps) {
  const { profilings, link, poke, now } = deps
  const find = async (projectId: string, id: string): Promise<Profiling> => {
    const found = await profilings.find(projectId, id)
    if (found === undefined) throw new AppError('NotFound', { what: 'profiling' })
    return found
  }
  const cancel = async (projectId: string, id: string): Promise<Profiling> => {
    const { state } = await find(projectId, id)
    if (state === 'active')
      for (const { id: takeId, agent_id: agentId } of await profilings.cancel(projectId, id, now()))
        if (agentId !== null) link.send(agentId, { kind: 'cancelProfile', takeId })
    return find(projectId, id)
  }
  return {
    list: (projectId: string): Promise<Profiling[]> => profilings.list(projectId, listedProfilings),
    /** @throws AppError NotFound */
    takes: async (projectId: string, id: string): Promise<ProfileTake[]> => {
      await find(projectId, id)
      return profilings.takes(id, listedTakes)
    },
    /** @throws AppError NotFound for a monitor, scenario, link or rule of another project, ProfilingNeedsJvm, ProfilingNeedsAddress, ProfilingNeedsProcess, ProfilingKindsRefused, ProfilingCycleShort, ProfilingsExceeded, ProfilesExceeded */
    create: async (
      { projectId, ...fields }: InputOf<typeof profilingCalls.create>,
      account: string,
    ): Promise<Profiling> => {
      const { monitorId, target, mode, seconds, cycleMinutes } = fields
      await assertRoom(deps.profiles, projectId)
      const monitor = await findMonitor(deps, projectId, monitorId)
      if (target === 'jvm' && monitor.type !== 'jvm')
        throw new AppError('ProfilingNeedsJvm', { field: 'monitorId' })
      assertTarget(fields)
      if (mode !== 'single' && seconds + leastPauseSeconds > cycleMinutes * 60)
        throw new AppError('ProfilingCycleShort', { seconds: leastPauseSeconds, field: 'cycleMinutes' })
      const scope = scopeOf(fields)
      const missing = await deps.scopes.missing(projectId, scope)
      if (missing !== null) throw new AppError('NotFound', { what: missing })
      const id = randomUUID()
      const at = now()
      const row = {
        id,
        project_id: projectId,
        monitor_id: monitorId,
        fields: {
          ...fields,
          ...scope,
          kinds: [...new Set(fields.kinds)],
          address: target === 'jvm' ? '' : fields.address,
        },
        next_at: mode === 'triggered' ? null : at,
        armed_since: mode === 'triggered' ? at : null,
        created_by: account,
        created_at: at,
      }
      if (!(await profilings.insert(row, maxActiveProfilings)))
        throw new AppError('ProfilingsExceeded', { limit: maxActiveProfilings })
      poke()
      return find(projectId, id)
    },
    /** @throws AppError NotFound */
    cancel,
    /** Returns it as it was. @throws AppError NotFound */
    delete: async (projectId: string, id: string): Promise<Profiling> => {
      const cancelled = await cancel(projectId, id)
      await profilings.delete(projectId, [id])
      return cancelled
    },
  }
}

/** @throws AppError ProfilingNeedsAddress, ProfilingNeedsProcess, ProfilingKindsRefused */
function assertTarget({ target, address, kinds }: ProfilingFields): void {
  const known = kindsOfTarget[target]
  if (!kinds.every(kind => known.includes(kind)))
    throw new AppError('ProfilingKindsRefused', { kinds: known.join(', '), field: 'kinds' })
  if (addressedTargets.includes(target)) {
    const { protocol = '' } = URL.parse(address) ?? {}
    if (!/^(https?|wss?):$/.test(protocol)) throw new AppError('ProfilingNeedsAddress', { field: 'address' })
  } else if (target !== 'jvm' && address === '')
    throw new AppError('ProfilingNeedsProcess', { field: 'address' })
}

/** Nothing but triggered orders is bound, and rules matter for their own trigger only. */
function scopeOf({ mode, triggers, ...fields }: ProfilingFields): ProfilingScope {
  if (mode !== 'triggered') return { scenarioId: null, linkId: null, slaRuleIds: [], alertRuleIds: [] }
  const { scenarioId, linkId, slaRuleIds, alertRuleIds } = fields
  return {
    scenarioId,
    linkId,
    slaRuleIds: triggers.includes('sla') ? [...new Set(slaRuleIds)] : [],
    alertRuleIds: triggers.includes('alert') ? [...new Set(alertRuleIds)] : [],
  }
}
