/** The TCP sockets of this network namespace from /proc/net/tcp and tcp6, read up to a limit. */
import { open } from 'node:fs/promises'
import { SocketAddress } from 'node:net'
import { endianness } from 'node:os'

/** Of one table; about 50,000 sockets. */
const maxTableBytes = 8 * 1024 ** 2

export interface Endpoint {
  /** IPv4 also where an IPv6 socket carries it. */
  readonly address: string
  readonly port: number
}

export interface TcpSocket {
  readonly local: Endpoint
  readonly remote: Endpoint
  readonly isListening: boolean
  /** '0' = none. */
  readonly inode: string
}

export interface TcpTable {
  readonly sockets: readonly TcpSocket[]
  /** Tables that could be read. */
  readonly tables: number
  readonly isCut: boolean
}

/** Sockets that listen or are established. A system without /proc has no tables. */
export async function readTcpTable(maxBytes = maxTableBytes): Promise<TcpTable> {
  const read = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(path => readUpTo(path, maxBytes)))
  const tables = read.filter(table => table !== null)
  return {
    sockets: tables.flatMap(({ text }) => parseTcpTable(text)),
    tables: tables.length,
    isCut: tables.some(table => table.isCut),
  }
}

const states: Readonly<Record<string, 'established' | 'listening'>> = {
  '01': 'established',
  '0A': 'listening',
}

/** `order`: of the bytes in the addresses, which is that of the machine. */
export function parseTcpTable(text: string, order: 'LE' | 'BE' = endianness()): TcpSocket[] {
  const known = new Map<string, string>()
  const endpointOf = (field: string): Endpoint | null => {
    const [hex = '', port = ''] = field.split(':')
    const address = known.get(hex) ?? addressOf(hex, order)
    if (address === null || !/^[\dA-F]{4}$/i.test(port)) return null
    known.set(hex, address)
    return { address, port: Number.parseInt(port, 16) }
  }
  return text.split('\n').flatMap(line => {
    const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
    const kind = states[state]
    if (kind === undefined || !/^\d+$/.test(inode)) return []
    const [from, to] = [endpointOf(local), endpointOf(remote)]
    if (from === null || to === null) return []
    return [{ local: from, remote: to, isListening: kind === 'listening', inode }]
  })
}

/** null: no address. */
function addressOf(hex: string, order: 'LE' | 'BE'): string | null {
  if (!/^([\dA-F]{8}|[\dA-F]{32})$/i.test(hex)) return null
  const bytes = Buffer.from(hex, 'hex')
  if (order === 'LE') bytes.swap32()
  return canonicalAddress(
    bytes.length === 4 ? [...bytes].join('.') : (bytes.toString('hex').match(/.{4}/g) ?? []).join(':'),
  )
}

/** One text per address, without its zone, so that two can be compared. @throws when it is none */
export function canonicalAddress(given: string): string {
  if (!given.includes(':')) return given
  const [address = ''] = given.split('%')
  const text = new SocketAddress({ address, family: 'ipv6' }).address
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1] ?? text
}

/** null: it cannot be read. What is cut ends with a whole line. */
async function readUpTo(path: string, maxBytes: number): Promise<{ text: string; isCut: boolean } | null> {
  try {
    await using file = await open(path)
    const parts: Buffer[] = []
    let size = 0
    while (size < maxBytes) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(65_536))
      if (bytesRead === 0) return { text: Buffer.concat(parts).toString('latin1'), isCut: false }
      parts.push(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
    const text = Buffer.concat(parts).toString('latin1')
    return { text: text.slice(0, text.lastIndexOf('\n')), isCut: true }
  } catch {
    return null
  }
}
