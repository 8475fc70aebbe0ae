/** Where a host is reached, as pages write it: several hosts behind one address differ by their port. */
import type { Host } from '@pone/contract/entities/host.ts'

/** Address and port of SSH, `[2001:db8::1]:22` for IPv6; the address alone where there is no SSH. */
export function hostPlace({
  address,
  hasSsh,
  sshPort,
}: Pick<Host, 'address' | 'hasSsh' | 'sshPort'>): string {
  if (!hasSsh) return address
  return `${address.includes(':') ? `[${address}]` : address}:${sshPort}`
}
