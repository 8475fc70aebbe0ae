/** Initial values and rules of the forms of hosts; pure. */
import type { Host, HostAccess, HostFields } from '@pone/contract/entities/host.ts'

/** `origin`: by which the browser reaches the server; most machines reach it by the same. Secrets are never filled in. */
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

/** The field of the secret that the chosen authentication needs and that is empty; null when there is one. */
export function missingSecret({
  auth,
  password,
  privateKey,
}: Pick<HostAccess, 'auth' | 'password' | 'privateKey'>): 'password' | 'privateKey' | null {
  const [field, secret] =
    auth === 'password' ? (['password', password] as const) : (['privateKey', privateKey.trim()] as const)
  return secret === '' ? field : null
}

/** Whether the secret that is stored of a host serves this authentication. */
export const hasStoredSecret = (
  host: Pick<Host, 'hasCredential' | 'auth'> | null,
  auth: Host['auth'],
): boolean => host !== null && host.hasCredential && host.auth === auth

/** Whether an address means the machine that uses it. */
export function isLoopbackUrl(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.')
}
