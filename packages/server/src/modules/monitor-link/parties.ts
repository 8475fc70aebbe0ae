/** What nodes of a topology and monitors of a project are on the network: their addresses and machines; pure. */
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkNode, LinkProtocol } from '@pone/contract/entities/monitor-link.ts'
import { addressOf, isLoopbackHost, type NetworkAddress } from '@pone/monitors/target-address.ts'
import type { MonitorPlace } from '../monitor/monitor-places.ts'

/** One address of one node, or of a monitor or machine without a node. */
export interface Party {
  /** null: not in the topology. */
  readonly node: LinkNode | null
  readonly monitor: MonitorPlace | null
  readonly machine: MonitorAgent | null
  /** '' = the machine `on`. */
  readonly host: string
  /** null: any, the machine as a whole. */
  readonly port: number | null
  readonly on: string | null
}

/** Nodes first; then monitors, then machines that no node stands for. */
export function partiesOf(
  nodes: readonly LinkNode[],
  monitors: readonly MonitorPlace[],
  machines: readonly MonitorAgent[],
): Party[] {
  const monitorById = new Map(monitors.map(monitor => [monitor.id, monitor]))
  const machineById = new Map(machines.map(machine => [machine.id, machine]))
  const drawnMonitors = new Set(nodes.map(node => node.monitorId))
  const drawnMachines = new Set(nodes.map(node => node.machineId))
  return [
    ...nodes.flatMap(node => {
      const monitor = monitorById.get(node.monitorId ?? '') ?? null
      const machine = machineById.get(node.machineId ?? '') ?? null
      return [
        ...(monitor === null ? [] : ofMonitor(monitor, node)),
        ...(machine === null ? [] : [ofMachine(machine, node)]),
        ...addressOf(node.address).flatMap(address => ofAddress(node, address, machine?.id ?? null)),
      ]
    }),
    ...monitors.filter(({ id }) => !drawnMonitors.has(id)).flatMap(monitor => ofMonitor(monitor, null)),
    ...machines.filter(({ id }) => !drawnMachines.has(id)).map(machine => ofMachine(machine, null)),
  ]
}

function ofMonitor(monitor: MonitorPlace, node: LinkNode | null): Party[] {
  return monitor.addresses.flatMap(({ host, port }) => {
    const isOwn = host === '' || isLoopbackHost(host)
    if (isOwn && monitor.machineId === null) return []
    const on = isOwn ? monitor.machineId : null
    return [{ node, monitor, machine: null, host: isOwn ? '' : host, port, on }]
  })
}

const ofMachine = (machine: MonitorAgent, node: LinkNode | null): Party => ({
  node,
  monitor: null,
  machine,
  host: '',
  port: null,
  on: machine.id,
})

/** A loopback address that no machine is known for says nothing. */
function ofAddress(node: LinkNode, { host, port }: NetworkAddress, on: string | null): Party[] {
  if (!isLoopbackHost(host)) return [{ node, monitor: null, machine: null, host, port, on: null }]
  return on === null ? [] : [{ node, monitor: null, machine: null, host: '', port, on }]
}

const protocols: Readonly<Record<string, LinkProtocol>> = {
  redis: 'redis',
  mysql: 'sql',
  postgresql: 'sql',
  oracle: 'sql',
  sqlserver: 'sql',
  mongodb: 'mongodb',
  kafka: 'kafka',
  rabbitmq: 'rabbitmq',
  activemq: 'activemq',
  rocketmq: 'rocketmq',
  pulsar: 'pulsar',
  nginx: 'http',
  tomcat: 'http',
  elasticsearch: 'http',
  prometheus: 'http',
  'http-availability': 'http',
  'demo-shop': 'http',
}
const protocolsByPort: Readonly<Record<number, LinkProtocol>> = { 80: 'http', 443: 'http', 8080: 'http' }

/** What callers of the party speak, as far as its type or port tells. */
export const protocolOf = ({ monitor }: Pick<Party, 'monitor'>, port: number): LinkProtocol =>
  protocols[monitor?.type ?? ''] ?? protocolsByPort[port] ?? 'tcp'
