/** Connects load machines to their link: admission, and storage of what they report. */
import type { Database } from '../../adapters/database/database.ts'
import type { AdmissionService } from '../../link/admission.ts'
import { createLinkServer, type LinkServer } from '../../link/link-server.ts'
import type { Outboxes } from '../../link/outbox.ts'
import type { Relay } from '../../link/relay.ts'
import { createAdmissionRepository } from './admission.repository.ts'
import { createAdmissionService } from './admission.ts'
import { createClusterRepository } from './cluster.repository.ts'
import { type ClusterService, ensureLocalCluster } from './cluster.service.ts'

export interface AdmissionOptions {
  readonly database: Database
  readonly now: () => number
  /** Allows the agent that is started together with the server to join the local cluster. */
  readonly localToken: string | undefined
  readonly warn: (text: string, cause?: unknown) => void
}

/** Admission, and the link of this server that uses it. */
export function createAdmission({ database, now, localToken, warn }: AdmissionOptions) {
  const repository = createClusterRepository(database)
  const admission = createAdmissionService({
    repository: createAdmissionRepository(database),
    localToken,
    localClusterId: () => ensureLocalCluster(repository, now()),
    now,
  })
  const onFlooding = (agentId: string, at: number): void => {
    repository
      .noteFlooding(agentId, at)
      .catch((cause: unknown) => warn('that a load machine floods could not be noted', cause))
  }
  return {
    admission,
    openLink: (others?: { readonly relay: Relay; readonly outboxes: Outboxes }): LinkServer =>
      createLinkServer({ admission, now, warn, onFlooding, ...others }),
  }
}

/** Stores machine facts from the link in the database. */
export function followMachines({
  link,
  admission,
  clusters,
  warn,
}: {
  readonly link: Pick<LinkServer, 'on'>
  readonly admission: AdmissionService
  readonly clusters: ClusterService
  readonly warn: AdmissionOptions['warn']
}): void {
  link.on({
    keyRenewed: (agentId, { keyHash }) => {
      // If this fails, the agent's next hello contains the same facts.
      admission
        .keyRenewed(agentId, keyHash)
        .catch((cause: unknown) => warn('the new key of a load machine could not be noted', cause))
    },
    agentOffline: (agentId, since) => {
      clusters
        .machineSeen(agentId, since)
        .catch((cause: unknown) => warn('when a load machine was last seen could not be noted', cause))
    },
  })
}
