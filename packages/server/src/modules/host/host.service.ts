/** Rules of hosts: display, and settings for their agents; editing and checking are in separate files. */
import type { InputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Host, HostSettings } from '@pone/contract/entities/host.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { HostRow, HostScope } from './host.repository.ts'
import { hostChecks } from './host-checks.ts'
import { hostEdits } from './host-edits.ts'
import { describeHost, findHost, type HostServiceDeps, sendSettings } from './host-record.ts'
import { describeHosts } from './host-view.ts'
import { settingsOf } from './settings.ts'

export interface HostListInput {
  readonly search: string
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | 'address' | 'createdAt'
  readonly descending: boolean
  readonly state: 'all' | 'online' | 'offline' | 'noAgent' | 'busy' | 'failed'
  readonly hostId: string | null
}

export type HostService = ReturnType<typeof createHostService>

export function createHostService(deps: HostServiceDeps) {
  return { ...hostViews(deps), ...hostEdits(deps), ...hostChecks(deps), ...hostSettings(deps) }
}

/** Hosts for display. */
function hostViews(deps: HostServiceDeps) {
  const { machines, hosts } = deps

  return {
    find: (scope: HostScope, id: string) => findHost(deps, scope, id),
    list: async (scope: HostScope, { state, ...input }: HostListInput) => {
      const known = await machines.all()
      const online = known.filter(machine => machine.isOnline).map(machine => machine.id)
      const all = known.map(machine => machine.id)
      const agents =
        state === 'online' || state === 'offline'
          ? { ids: online, isOneOf: state === 'online' }
          : state === 'noAgent'
            ? { ids: all, isOneOf: false }
            : null
      const work = state === 'busy' || state === 'failed' ? state : null
      const { total, rows } = await hosts.list(scope, { ...input, agents, work })
      return { total, page: input.page, pageSize: input.pageSize, rows: await describeHosts(rows, deps) }
    },
    get: async (scope: HostScope, id: string): Promise<Host> =>
      describeHost(deps, await findHost(deps, scope, id)),
    getAll: async (ids: readonly string[]): Promise<HostRow[]> => hosts.findAll(null, ids),
    freeAgents: async () => {
      const taken = new Set(await hosts.agentIds())
      const free = (await machines.all()).filter(machine => !taken.has(machine.id))
      return free.map(({ id, name, host, isOnline }) => ({ id, name, host, isOnline }))
    },
  }
}

/** Settings for the agent of a host. */
function hostSettings(deps: HostServiceDeps) {
  const { hosts } = deps

  return {
    /** Omitted fields keep their value. Returns the host before and after. */
    saveSettings: async (
      id: string,
      given: Omit<InputOf<Calls['host']['saveSettings']>, 'hostId'>,
    ): Promise<{ before: HostSettings; host: Host }> => {
      const row = await findHost(deps, null, id)
      const before = settingsOf(row)
      const settings = changedBy(before, given)
      await hosts.setSettings(id, settings)
      if (row.agent_id !== null) await sendSettings(deps, row.agent_id, settings)
      return { before, host: await describeHost(deps, await findHost(deps, null, id)) }
    },
    /** Sends the settings to an agent that has connected. */
    greet: async (agentId: string): Promise<void> => {
      const row = await hosts.ofAgent(agentId)
      if (row === undefined) return
      await sendSettings(deps, agentId, settingsOf(row))
    },
  }
}
