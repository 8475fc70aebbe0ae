/** What the link knows of the machines that collect and drive: differences of their clocks, and where targets of monitors run. */
import type { MonitorType, ParamValues } from '@pone/monitors/type.ts'
import { isBoundToMachine } from '@pone/monitors/type.ts'
import type { AgentLink } from '../../link/agent-link.ts'

export interface KnownMachines {
  /** By how much the clock of an agent differs from the server's, ms; null: not known. */
  clockOffset(agentId: string): number | null
  /** Host name of the machine of an agent; null: it is not online. */
  hostOf(agentId: string): string | null
  /** Agents that are online on the machine of that name. */
  agentsOn(host: string): string[]
}

export function knownMachines(link: Pick<AgentLink, 'onlineMachines'>): KnownMachines {
  const find = (agentId: string) => link.onlineMachines().find(machine => machine.agentId === agentId)
  return {
    clockOffset: agentId => find(agentId)?.status?.clockOffsetMs ?? null,
    hostOf: agentId => find(agentId)?.host.toLowerCase() ?? null,
    agentsOn: host =>
      link
        .onlineMachines()
        .filter(machine => machine.host.toLowerCase() === host)
        .map(({ agentId }) => agentId),
  }
}

const loopback = /^(localhost|127(\.\d+){3}|::1|)$/

/**
 * Name or address of the machine on which the target of a monitor runs: that of its collector where only an agent on it can
 * collect, or where the address is a loopback one. '' = not known.
 */
export function machineOf(
  { type, params, collectorId }: { type: MonitorType; params: ParamValues; collectorId: string | null },
  machines: Pick<KnownMachines, 'hostOf'>,
): string {
  const key = type.params.find(param => param.type === 'address')?.key
  const address = key === undefined ? '' : String(params[key] ?? '').toLowerCase()
  if (!isBoundToMachine(type, params) && key !== undefined && !loopback.test(address)) return address
  return collectorId === null ? '' : (machines.hostOf(collectorId) ?? '')
}
