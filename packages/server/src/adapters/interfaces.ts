/** The machine's network addresses, if the process may read them. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** null when the operating system does not provide them: in a sandbox without AF_NETLINK the call throws. */
export function readInterfaces(): NetworkInterfaceInfo[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap(found => found ?? [])
  } catch {
    return null
  }
}
