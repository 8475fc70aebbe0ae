/** What may stand where a host is entered: an IPv4 or IPv6 address or a name of DNS; works in a browser. */
import { z } from 'zod'

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
/** Without brackets, and without a zone (`%eth0`), which means something on one machine only. */
export const isIpAddress = (text: string): boolean =>
  ipv4.safeParse(text).success || ipv6.safeParse(text).success

const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?'
const name = new RegExp(`^${label}(\\.${label})*\\.?$`, 'i')
/** A last label that is a number makes the whole an IPv4 address, right or wrong (WHATWG URL, "ends in a number"). */
const endsInNumber = /(^|\.)(\d+|0x[\da-f]*)\.?$/i

/** A name of DNS (RFC 1123), with underscores, which networks of containers use; 999.1.1.1 is none. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && name.test(text) && !endsInNumber.test(text)

export const isHostAddress = (text: string): boolean => isIpAddress(text) || isHostName(text)

/** One writing for each address, so that two of them can be compared; names are not looked up. */
export function canonicalAddress(address: string): string {
  if (!ipv6.safeParse(address).success) return address.toLowerCase().replace(/\.$/, '')
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
