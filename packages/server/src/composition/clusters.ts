/** Joins what the administration of clusters, load machines and join tokens needs. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { clusterApi, projectClusterApi } from '../modules/cluster/cluster.api.ts'
import { createClusterRepository } from '../modules/cluster/cluster.repository.ts'
import type { ClusterService } from '../modules/cluster/cluster.service.ts'
import { createClusterAdminRepository } from '../modules/cluster/cluster-admin.repository.ts'
import { createClusterAdminService } from '../modules/cluster/cluster-admin.service.ts'
import type { ControllerDirectory } from '../modules/cluster/controllers.ts'
import { createJoinTokenRepository } from '../modules/cluster/join-token.repository.ts'
import { createJoinTokenService } from '../modules/cluster/join-token.service.ts'
import { joinTokenApi, machineApi } from '../modules/cluster/machine.api.ts'
import { createMachineRepository } from '../modules/cluster/machine.repository.ts'
import { createMachineService } from '../modules/cluster/machine.service.ts'
import { createProjectClusterService } from '../modules/cluster/project-cluster.service.ts'

export interface ClustersOptions {
  readonly database: Database
  readonly clock: Clock
  readonly link: AgentLink
  readonly clusters: ClusterService
  readonly controllers: ControllerDirectory
  readonly beforeDelete: (clusterId: string) => Promise<void>
}

export function composeClusters(options: ClustersOptions) {
  const { database, clock: now, link, clusters, controllers } = options
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
    now,
    beforeDelete: options.beforeDelete,
  })
  const projectClusters = createProjectClusterService({ repository, clusters: reading, machines, link, now })
  const loadMachines = createMachineService({ repository: machines, clusters: reading, link, now })
  return {
    handlers: {
      cluster: clusterApi(administration),
      loadMachine: machineApi(loadMachines),
      joinToken: joinTokenApi(joinTokens),
      projectCluster: projectClusterApi({
        service: projectClusters,
        clustersFor: projectId => clusters.clustersFor(projectId),
      }),
    },
    joinTokens,
    loadMachines,
  }
}
