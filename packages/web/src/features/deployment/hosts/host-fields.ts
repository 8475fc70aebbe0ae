/** What the form of a host begins with. */
import type { Host, HostFields } from '@pone/contract/entities/host.ts'

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

/** Whether an address means the machine that uses it. */
export function isLoopbackUrl(url: string): boolean {
  const name = URL.parse(url)?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || name.startsWith('127.')
}
