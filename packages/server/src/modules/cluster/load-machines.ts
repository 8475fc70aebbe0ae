/** Joins what load machines need: their link, who may use it, and the clusters they stand in. */
import type { Database } from '../../adapters/database/database.ts'
import type { AdmissionService } from '../../link/admission.ts'
import { createLinkServer, type LinkServer } from '../../link/link-server.ts'
import type { Outboxes } from '../../link/outbox.ts'
import type { Relay } from '../../link/relay.ts'
import { createAdmissionRepository } from './admission.repository.ts'
import { createAdmissionService } from './admission.ts'
import { type AssertAllowed, createClusterRepository } from './cluster.repository.ts'
import { type ClusterService, createClusterService } from './cluster.service.ts'

export interface LoadMachines {
  readonly link: LinkServer
  readonly admission: AdmissionService
  readonly clusters: ClusterService
}

/** `localToken` lets the agent that is started together with the server join the local cluster. */
export function createLoadMachines(options: {
  database: Database
  now: () => number
  localToken: string | undefined
  /** The licence's word on every reservation. */
  assertAllowed?: AssertAllowed | undefined
  /** Makes one link of this server's and those of others; alone without it. */
  openLink?: ((openLocal: (relay: Relay, outboxes: Outboxes) => LinkServer) => LinkServer) | undefined
  warn: (text: string, cause?: unknown) => void
}): LoadMachines {
  const { database, now, localToken, warn } = options
  const repository = createClusterRepository(database, options.assertAllowed)
  const admission = createAdmissionService({
    repository: createAdmissionRepository(database),
    localToken,
    localClusterId: () => clusters.ensureLocalCluster(),
    now,
  })
  const onFlooding = (agentId: string, at: number): void => {
    clusters
      .machineFlooded(agentId, at)
      .catch((cause: unknown) => warn('that a load machine floods could not be noted', cause))
  }
  const local = { admission, now, warn, onFlooding }
  const openLink = options.openLink ?? (() => createLinkServer(local))
  const link = openLink((relay, outboxes) => createLinkServer({ ...local, relay, outboxes }))
  const clusters = createClusterService({ repository, link, now })
  link.on({
    keyRenewed: (agentId, { keyHash }) => {
      // Should this fail, the agent's next hello says the same.
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
  return { link, admission, clusters }
}
