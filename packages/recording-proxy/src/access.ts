/** Who may use the proxy: by address, and by a password where other machines can reach it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

export interface Access {
  /** Machines besides this one; the loopback addresses alone if it is empty. */
  readonly addresses: readonly string[] | 'any'
  /** null: none is asked for. Its user name is any. */
  readonly password: string | null
}

/** Without the form that IPv4 addresses have on a socket of IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isAllowedAddress({ addresses }: Access, remote: string | undefined): boolean {
  const address = plainAddress(remote ?? '')
  const family = isIP(address)
  if (family === 0) return false
  if (addresses === 'any') return true
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4') || addresses.includes(address)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** @param header Proxy-Authorization; undefined if none was sent */
export function hasPassword({ password }: Access, header: string | undefined): boolean {
  if (password === null) return true
  const encoded = /^basic\s+(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  const [, given] = /^[^:]*:([^]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return given !== undefined && timingSafeEqual(digest(given), digest(password))
}
