/** The machine's network addresses, where the process may ask for them. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** null when the operating system does not tell: a sandbox without AF_NETLINK makes the question throw. */
export function readInterfaces(): NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap(found => found ?? [])
  } catch {
    return null
  }
}
