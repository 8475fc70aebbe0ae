/** Address of a host as pages show it; hosts behind one address differ by their port. */
import type { Host } from '@pone/contract/entities/host.ts'

/** Address and SSH port, `[2001:db8::1]:22` for IPv6; only the address if the host has no SSH. */
export function hostPlace({
  address,
  hasSsh,
  sshPort,
}: Pick<Host, 'address' | 'hasSsh' | 'sshPort'>): string {
  if (!hasSsh) return address
  return `${address.includes(':') ? `[${address}]` : address}:${sshPort}`
}
