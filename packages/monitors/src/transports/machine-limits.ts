/** What of its own machine an agent lets monitors read: the owner of the machine decides, not the projects that use the agent. */
import { usualLogFolders } from './slow-log/log-file.ts'

/** Folders and sockets are absolute paths; everything that is not listed is refused. */
export interface MachineLimits {
  /** Folders of logs of slow operations. */
  readonly slowLogFolders: readonly string[]
  /** Folders of sockets of databases. */
  readonly databaseSockets: readonly string[]
  /** Sockets of container engines. */
  readonly containerSockets: readonly string[]
  /** Accounts whose JVMs are read, by name or number; `*` = all. */
  readonly jvmAccounts: readonly string[]
}

/** Where the owner of the machine has set nothing: what belongs to the agent's account, and what the machine's engines usually open to it. */
export function usualLimits(): MachineLimits {
  const account = String(process.getuid?.() ?? '')
  return {
    slowLogFolders: usualLogFolders,
    databaseSockets: [],
    containerSockets: [
      '/var/run/docker.sock',
      '/run/docker.sock',
      '/var/run/podman/podman.sock',
      '/run/podman/podman.sock',
      `/run/user/${account}/docker.sock`,
      `/run/user/${account}/podman/podman.sock`,
    ],
    jvmAccounts: [account],
  }
}
