/** What counts as one client address: an IPv4 address, or an IPv6 /64, which is usually assigned to one customer. */
import { isIPv6 } from 'node:net'

/** E.g. `192.0.2.1` for `::ffff:192.0.2.1`, `2001:db8:0:1::/64`. */
export function addressBlock(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const whole = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${whole
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
