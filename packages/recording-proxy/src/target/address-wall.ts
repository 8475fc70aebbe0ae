/**
 * Which addresses the server may send requests of projects to: public ones, and private ones that the administrator of
 * the machine allows. The address that was checked is the one that is connected to, so a name that changes its address
 * between two look-ups gains nothing.
 */
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** RFC 6890 and its registries: addresses that are not public, and those that embed others. */
const notPublic: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

/** Where clouds answer with credentials of the machine; in subnets that an administrator may have a reason to allow. */
const cloudMetadata: readonly (readonly [string, number])[] = [
  ['169.254.169.254', 32],
  ['169.254.170.2', 32],
  ['100.100.100.200', 32],
  ['fd00:ec2::254', 128],
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(subnets: Iterable<readonly [string, number]>): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net))
  return list
}

/** Thrown for an address that must not be reached. */
export class AddressNotAllowed extends Error {
  readonly host: string

  constructor(host: string) {
    super(`${host} is a private address`)
    this.host = host
  }
}

export interface AddressWall {
  /** @throws AddressNotAllowed for a host that is written as such an address */
  check(host: string): void
  /** For `node:http` and `node:net`: fails with AddressNotAllowed if any address of the name is not allowed. */
  readonly lookup: LookupFunction
}

/** `allowed`: subnets such as `10.1.0.0/16`, or single addresses; those of cloud metadata never are. @throws RangeError for what is neither */
export function createAddressWall(allowed: readonly string[]): AddressWall {
  const blocked = listOf(notPublic)
  const opened = listOf(allowed.map(subnetOf))
  const closed = listOf(cloudMetadata)
  const isAllowed = (address: string): boolean => {
    const family = familyOf(address)
    if (closed.check(address, family)) return false
    return opened.check(address, family) || !blocked.check(address, family)
  }
  return {
    check: host => {
      const address = host.replace(/^\[(.*)\]$/, '$1')
      if (isIP(address) !== 0 && !isAllowed(address)) throw new AddressNotAllowed(host)
    },
    lookup: (host, options, callback) => {
      lookUp(host, { ...options, all: true }, (fault, addresses: LookupAddress[]) => {
        const [first] = addresses ?? []
        if (fault !== null || first === undefined) callback(fault, '', 4)
        else if (!addresses.every(each => isAllowed(each.address)))
          callback(new AddressNotAllowed(host), '', 4)
        else if (options.all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    },
  }
}

function subnetOf(text: string): readonly [string, number] {
  const [net = '', prefix] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(net)] ?? 0
  const length = prefix === undefined ? bits : Number(prefix)
  if (bits === 0 || !/^\d*$/.test(prefix ?? '') || length > bits)
    throw new RangeError(`${text} is neither an address nor a subnet`)
  return [net, length]
}
