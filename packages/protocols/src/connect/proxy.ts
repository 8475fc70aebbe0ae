/** Proxies: what a component knows of its own, and which origins go through it; http-proxy.ts and socks5.ts speak to it. */
import { isIP } from 'node:net'
import type { Destination } from './destination.ts'

/** A proxy of a component. */
export interface Proxy {
  readonly kind: 'http' | 'socks5'
  readonly host: string
  readonly port: number
  /** Empty = no authentication. For SOCKS5 both have at most 255 bytes. */
  readonly user: string
  readonly password: string
  /** Hosts reached without it, as `bypassOf` reads them. */
  readonly bypass: Bypass
}

/** Whether a host is reached without the proxy. */
export type Bypass = (host: string) => boolean

/** Reads a list of hosts: separated by commas, exact names and addresses, `*.example.com` for all below, `*` for all. */
export function bypassOf(list: string): Bypass {
  const exact = new Set<string>()
  const suffixes: string[] = []
  for (const item of list.toLowerCase().split(/[\s,;]+/)) {
    const entry = item.replace(/^\[(.*)\]$/, '$1')
    if (entry === '*') return () => true
    if (entry.startsWith('*.')) suffixes.push(entry.slice(1))
    else if (entry !== '') exact.add(entry)
  }
  if (exact.size === 0 && suffixes.length === 0) return () => false
  return host => {
    const lower = host.toLowerCase()
    return exact.has(lower) || suffixes.some(suffix => lower.endsWith(suffix))
  }
}

/** The proxy that leads to the host; null when it is reached directly. */
export function proxyFor(proxy: Proxy | null, host: string): Proxy | null {
  return proxy === null || proxy.bypass(host) ? null : proxy
}

/** Value of Proxy-Authorization; null when the proxy asks for none. @see RFC 7617 */
export function proxyAuthorization({ user, password }: Proxy): string | null {
  return user === '' ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Host and port, an IPv6 address in brackets. */
export function authorityOf({ host, port }: Pick<Destination, 'host' | 'port'>): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
