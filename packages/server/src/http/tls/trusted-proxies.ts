/** Which proxies may set the client address and protocol by forwarding headers: addresses and networks, by name. */
import { BlockList, isIP } from 'node:net'

/** `true` trusts everybody, including clients that bypass the proxy. */
export type TrustedProxies = boolean | readonly string[]

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Parses PONE_TRUST_PROXY. @throws Error with one sentence that names an invalid address */
export function parseTrustedProxies(text: string | undefined): TrustedProxies {
  const given = (text ?? '').trim()
  if (['', 'false', '0', 'no', 'off'].includes(given.toLowerCase())) return false
  if (['true', '1', 'yes', 'on'].includes(given.toLowerCase())) return true
  const entries = given.split(/[\s,]+/).filter(entry => entry !== '')
  const wrong = entries.find(entry => !Object.hasOwn(named, entry) && !isNetwork(entry))
  if (wrong !== undefined) {
    throw new Error(
      `PONE_TRUST_PROXY names "${wrong}", which is no address, network (10.0.0.0/8) or one of loopback, linklocal, uniquelocal.`,
    )
  }
  return entries
}

/** Whether a connection from that address comes from a trusted proxy. */
export function createProxyCheck(proxies: TrustedProxies): (address: string) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  const list = new BlockList()
  for (const entry of proxies.flatMap(each => named[each] ?? [each])) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return address => list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  // A prefix of 0 would mean everybody, which must be stated as `true`.
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
}
