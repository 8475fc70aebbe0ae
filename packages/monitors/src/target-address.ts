/** Where a monitored target is on the network, from the parameters of its monitor or from a text; browser-safe. */
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from './type.ts'

export interface NetworkAddress {
  /** Name or address in lower case, without brackets; '' = the machine that collects. */
  readonly host: string
  /** null: not said. */
  readonly port: number | null
}

/** Ports of the service itself, where a monitor asks another port of the product. */
const servicePorts: Readonly<Record<string, readonly number[]>> = {
  rabbitmq: [5672, 5671],
  activemq: [61616, 5672, 1883],
  kafka: [9092, 9093],
  pulsar: [6650, 6651],
  rocketmq: [9876, 10911],
}

/** Types that log in to a machine: their port is none that the target's callers use. */
const machineTypes: ReadonlySet<string> = new Set(['host', 'ssh-host', 'aix', 'windows', 'icmp-availability'])

/** Of the target: one per port that callers may use, `port` null for a machine as a whole; none where the parameters do not say. */
export function targetAddresses(
  type: MonitorType,
  params: MonitorParams,
  isBound: boolean,
): readonly NetworkAddress[] {
  const url = textOf(params['url'] ?? params['baseUrl'])
  if (url !== '') return addressOf(url)
  const host = bare(textOf(params[type.params.find(param => param.type === 'address')?.key ?? 'host']))
  const isMachine = machineTypes.has(type.name)
  const usual = type.params.find(param => param.key === 'port')?.default
  const port = isMachine ? null : portOf(params['port'] ?? usual)
  if (host === '' && !isBound) return []
  // Without a host and a port, only a machine is known by where it is collected.
  if (host === '' && port === null && !isMachine) return []
  const ports = [...new Set([port, ...(servicePorts[type.name] ?? [])])]
  return ports.map(each => ({ host, port: each }))
}

/** Of an URL, `host:port`, or a host; [] when it is none of them. */
export function addressOf(text: string): readonly NetworkAddress[] {
  const trimmed = text.trim()
  if (trimmed === '' || /[\s,;]/.test(trimmed)) return []
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)
  const isBareV6 = (trimmed.match(/:/g) ?? []).length > 1 && !trimmed.includes('[') && !isUrl
  const given = isUrl ? trimmed : `tcp://${isBareV6 ? `[${trimmed}]` : trimmed}`
  if (!URL.canParse(given)) return []
  const { hostname, port, protocol } = new URL(given)
  const host = bare(hostname)
  if (host === '') return []
  return [{ host, port: port === '' ? (usualPorts[protocol] ?? null) : Number(port) }]
}

/** Of protocols whose addresses may leave the port out. */
const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

function portOf(value: unknown): number | null {
  const port = typeof value === 'number' ? value : Number.parseInt(textOf(value), 10)
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null
}

/** Whether a host stands for the machine that asks. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
