/** Joins what the administration of clusters, load machines and join tokens needs. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { clusterApi, projectClusterApi } from '../modules/cluster/cluster.api.ts'
import { createClusterRepository } from '../modules/cluster/cluster.repository.ts'
import { createClusterAdminRepository } from '../modules/cluster/cluster-admin.repository.ts'
import { createClusterAdminService } from '../modules/cluster/cluster-admin.service.ts'
import type { ControllerDirectory } from '../modules/cluster/controllers.ts'
import { createJoinTokenRepository } from '../modules/cluster/join-token.repository.ts'
import { createJoinTokenService } from '../modules/cluster/join-token.service.ts'
import type { LicenceRoom } from '../modules/cluster/licensed-room.ts'
import { joinTokenApi, machineApi } from '../modules/cluster/machine.api.ts'
import { createMachineRepository } from '../modules/cluster/machine.repository.ts'
import { createMachineService } from '../modules/cluster/machine.service.ts'
import { createProjectClusterService } from '../modules/cluster/project-cluster.service.ts'
import { createMachineLine } from '../modules/host/machine-line.ts'

export interface ClustersOptions {
  readonly database: Database
  readonly clock: Clock
  readonly link: AgentLink
  /** Those that a project may use, within the licence. */
  readonly clustersFor: (projectId: string) => Promise<Cluster[]>
  readonly controllers: ControllerDirectory
  readonly licenceRoom: () => Promise<LicenceRoom>
  readonly beforeDelete: (clusterId: string) => Promise<void>
}

export function composeClusters(options: ClustersOptions) {
  const { database, clock: now, link, controllers } = options
  const reading = createClusterRepository(database)
  const repository = createClusterAdminRepository(database)
  const machines = createMachineRepository(database)
  const joinTokens = createJoinTokenService({
    repository: createJoinTokenRepository(database),
    clusters: repository,
    now,
  })
  const administration = createClusterAdminService({
    repository,
    clusters: reading,
    link,
    controllers,
    licenceRoom: options.licenceRoom,
    now,
    beforeDelete: options.beforeDelete,
  })
  const projectClusters = createProjectClusterService({ repository, clusters: reading, machines, link, now })
  const loadMachines = createMachineService({
    repository: machines,
    clusters: reading,
    link,
    line: createMachineLine(link),
    now,
  })
  return {
    handlers: {
      cluster: clusterApi(administration),
      loadMachine: machineApi(loadMachines),
      joinToken: joinTokenApi(joinTokens),
      projectCluster: projectClusterApi({
        service: projectClusters,
        clustersFor: options.clustersFor,
      }),
    },
    joinTokens,
    loadMachines,
  }
}
