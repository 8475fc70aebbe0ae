/** What the browser's rule for programs on the device may mean for this page. @see https://wicg.github.io/local-network-access/ */

/**
 * `insecure`: pages over HTTP of a public address may not reach them; `asks`: the user may be asked; `refused`: the user
 * has refused; `open`: the browser has no such rule, or the page may. A page does not learn whether its own address is
 * public, so that the rule may not apply to it: what it says is a hint.
 */
export type DeviceAccess = 'open' | 'asks' | 'refused' | 'insecure'

/** What the permission is called, the newest name first. */
const permissionNames = ['loopback-network', 'local-network-access']

export async function deviceAccess(): Promise<DeviceAccess> {
  if (isOnDevice(location.hostname)) return 'open'
  // Only browsers that have the rule know this.
  const hasRule = 'targetAddressSpace' in Request.prototype
  if (hasRule && !isSecureContext) return 'insecure'
  switch (await permissionState()) {
    case 'denied':
      return 'refused'
    case 'prompt':
      return 'asks'
    default:
      return 'open'
  }
}

/** Whether the page was served by the device itself. */
const isOnDevice = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** null if the browser knows none of the names. */
async function permissionState(): Promise<PermissionState | null> {
  for (const name of permissionNames) {
    // The names are not in the types yet.
    const state = await navigator.permissions?.query({ name: name as PermissionName }).then(
      status => status.state,
      () => null,
    )
    if (state !== undefined && state !== null) return state
  }
  return null
}

/** How the tool has to be started for this page. */
export const toolCommand = (): string =>
  isOnDevice(location.hostname) ? './pone capture' : `./pone capture --origin ${location.origin}`
