/** Initial values and rules of the host forms; pure. */
import type { Host, HostAccess, HostFields } from '@pone/contract/entities/host.ts'

/** `origin`: the server address that the browser uses; most machines use the same one. Secrets are never prefilled. */
export function initialHost(host: Host | null, origin: string): HostFields {
  const blank = { password: '', privateKey: '', passphrase: '' }
  if (host === null) {
    return {
      ...blank,
      name: '',
      address: '',
      hasSsh: true,
      sshPort: 22,
      sshUser: 'root',
      auth: 'password',
      usesSudo: false,
      projectIds: [],
      agentId: null,
      serverUrl: origin,
    }
  }
  const { name, address, hasSsh, sshPort, sshUser, auth, usesSudo } = host
  return {
    ...blank,
    name,
    address,
    hasSsh,
    sshPort,
    sshUser,
    auth,
    usesSudo,
    projectIds: host.projects.map(project => project.id),
    agentId: host.agent?.id ?? null,
    serverUrl: host.settings.serverUrl,
  }
}

/** The secret field that the selected authentication needs and that is empty; null when it is filled in. */
export function missingSecret({
  auth,
  password,
  privateKey,
}: Pick<HostAccess, 'auth' | 'password' | 'privateKey'>): 'password' | 'privateKey' | null {
  const [field, secret] =
    auth === 'password' ? (['password', password] as const) : (['privateKey', privateKey.trim()] as const)
  return secret === '' ? field : null
}

/** Whether the stored secret of the host fits this authentication. */
export const hasStoredSecret = (
  host: Pick<Host, 'hasCredential' | 'auth'> | null,
  auth: Host['auth'],
): boolean => host !== null && host.hasCredential && host.auth === auth

/** Whether the host name of a URL is a loopback address. */
export function isLoopbackUrl(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.')
}
