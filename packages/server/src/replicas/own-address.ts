/** The address under which the other servers on the database reach this one. */
import { hostname } from 'node:os'
import { readInterfaces } from '../adapters/interfaces.ts'

const loopbacks = ['127.0.0.1', '::1', 'localhost']
const wildcards = ['0.0.0.0', '::']

/** The configured address; otherwise the address it listens on, or the first non-loopback address if it listens on all interfaces. */
export function addressFor({
  replicaUrl,
  host,
  tls,
}: {
  replicaUrl: string | undefined
  host: string
  tls: unknown
}): (port: number) => string {
  return port => {
    if (replicaUrl !== undefined) return replicaUrl
    const own = wildcards.includes(host) ? firstAddress() : loopbacks.includes(host) ? '127.0.0.1' : host
    return `${tls === undefined ? 'http' : 'https'}://${own.includes(':') ? `[${own}]` : own}:${port}`
  }
}

function firstAddress(): string {
  const interfaces = readInterfaces()
  // The host name is the last possibility.
  if (interfaces === null) return hostname()
  const outer = interfaces.filter(address => !address.internal)
  return (outer.find(address => address.family === 'IPv4') ?? outer[0])?.address ?? '127.0.0.1'
}
