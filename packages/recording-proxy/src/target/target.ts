/** Where requests go, and which addresses may be reached. */
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface Target {
  readonly isSecure: boolean
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

export const keyOf = ({ isSecure, host, port }: Target): string =>
  `${isSecure ? 'https' : 'http'}://${host}:${port}`

/** As browsers write it: without a port that goes without saying. */
export function originOf({ isSecure, host, port }: Target): string {
  const name = isIP(host) === 6 ? `[${host}]` : host
  const isUsual = port === (isSecure ? 443 : 80)
  return `${isSecure ? 'https' : 'http'}://${name}${isUsual ? '' : `:${port}`}`
}

/** Of `host:port`; null for anything else. */
export function targetOf(place: string, isSecure: boolean): Target | null {
  const [, bracketed, plain, digits] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/@\\?#[\]]+)):(\d{1,5})$/i.exec(place) ?? []
  const host = (bracketed ?? plain ?? '').toLowerCase()
  const port = Number(digits)
  if (host === '' || host.length > 255 || port < 1 || port > 65_535) return null
  // The URL parser knows all forms of addresses, such as 0x7f.1, and refuses what is no host.
  const parsed = URL.parse(`http://${bracketed === undefined ? host : `[${host}]`}/`)
  return parsed === null ? null : { isSecure, host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'), port }
}

/** Which addresses may be reached. */
export interface TargetWall {
  /** Throws for a host that is written as an address that must not be reached. */
  check(host: string): void
  /** Fails for a name that has such an address. */
  readonly lookup: LookupFunction
}

/** For a proxy that only the owner of the machine uses. */
export const noWall: TargetWall = {
  check: () => undefined,
  lookup: (host, options, callback) => lookUp(host, { ...options, all: true }, callback as never),
}

/** A request leads back to the proxy itself, or to what stands beside it. */
export class LeadsBack extends Error {
  constructor() {
    super('the request leads back to the machine of the proxy')
  }
}

/** All addresses of a host, each of which may be reached. @throws LeadsBack, the fault of the wall, or of the look-up */
export async function addressesOf(
  { host, port }: Target,
  { wall, closedPorts }: { readonly wall: TargetWall; readonly closedPorts: readonly number[] },
): Promise<LookupAddress[]> {
  wall.check(host)
  const family = isIP(host)
  const addresses = family === 0 ? await lookUpAll(wall, host) : [{ address: host, family }]
  if (closedPorts.includes(port) && addresses.some(({ address }) => isOwnAddress(address)))
    throw new LeadsBack()
  return addresses
}

const lookUpAll = (wall: TargetWall, host: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    wall.lookup(host, { all: true }, (fault, found) => {
      if (fault !== null) reject(fault)
      else resolve(Array.isArray(found) ? found : [{ address: found, family: isIP(found) }])
    })
  })

const everywhere = new BlockList()
everywhere.addSubnet('127.0.0.0', 8, 'ipv4')
everywhere.addAddress('0.0.0.0', 'ipv4')
everywhere.addAddress('::', 'ipv6')
everywhere.addAddress('::1', 'ipv6')

/** Whether a connection to the address ends on this machine. */
function isOwnAddress(address: string): boolean {
  if (everywhere.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return true
  return Object.values(networkInterfaces()).some(list => list?.some(each => each.address === address))
}
