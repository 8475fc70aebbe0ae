/** Clusters, their load machines, join tokens, and machine data from the link. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { AdmissionService } from '../../link/admission.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { createMachineLine } from '../host/machine-line.ts'
import type { LicenceService } from '../licence/licence.service.ts'
import type { ModuleBase } from '../module.ts'
import { clusterApi, projectClusterApi } from './cluster.api.ts'
import { createClusterRepository } from './cluster.repository.ts'
import { createClusterService } from './cluster.service.ts'
import { createClusterAdminRepository } from './cluster-admin.repository.ts'
import { createClusterAdminService } from './cluster-admin.service.ts'
import type { ControllerDirectory } from './controllers.ts'
import { createHostMachines } from './host-machines.ts'
import { createJoinTokenRepository } from './join-token.repository.ts'
import { createJoinTokenService } from './join-token.service.ts'
import { withinLicence } from './licensed-room.ts'
import { followMachines } from './load-machines.ts'
import { joinTokenApi, machineApi } from './machine.api.ts'
import { createMachineRepository } from './machine.repository.ts'
import { createMachineService } from './machine.service.ts'
import { createProjectClusterService } from './project-cluster.service.ts'

export const clusterNouns: Nouns = {
  loadMachine: { zh: '压力机', en: 'The load machine' },
  controller: { zh: '控制机', en: 'The controller' },
  joinToken: { zh: '接入令牌', en: 'The join token' },
  cluster: { zh: '集群', en: 'The cluster' },
}

export interface ClusterModuleDeps extends ModuleBase {
  /** Connections to this server and to others. */
  readonly link: AgentLink
  readonly admission: AdmissionService
  readonly controllers: ControllerDirectory
  readonly licence: Pick<LicenceService, 'hold' | 'room'>
  /** Called before a cluster is deleted; an error prevents the deletion. */
  readonly beforeDelete: (clusterId: string) => Promise<void>
}

export function clusterModule(deps: ClusterModuleDeps) {
  const { database, clock: now, link, admission, licence, warn } = deps
  const clusters = createClusterService({
    repository: createClusterRepository(database, licence.hold),
    link,
    now,
  })
  followMachines({ link, admission, clusters, warn })
  /** Clusters that a project may use, with the limits of the licence. */
  const clustersFor = async (projectId: string): Promise<Cluster[]> => {
    const [rooms, room] = await Promise.all([clusters.clustersFor(projectId), licence.room()])
    return rooms.map(each => withinLicence(each, room))
  }
  const administration = administrationOf({ ...deps, clustersFor })
  return {
    handlers: administration.handlers,
    services: {
      ...administration.services,
      clusters,
      clustersFor,
      hostMachines: createHostMachines({ database, clusters, ...administration.services }),
    },
  }
}

function administrationOf(
  deps: ClusterModuleDeps & {
    readonly clustersFor: (projectId: string) => Promise<Cluster[]>
  },
) {
  const { database, clock: now, link, controllers, licence, clustersFor, beforeDelete } = deps
  const clusters = createClusterRepository(database)
  const repository = createClusterAdminRepository(database)
  const machines = createMachineRepository(database)
  const licenceRoom = () => licence.room()
  const joinTokens = createJoinTokenService({
    repository: createJoinTokenRepository(database),
    clusters: repository,
    now,
  })
  const administration = createClusterAdminService({
    repository,
    clusters,
    link,
    controllers,
    licenceRoom,
    now,
    beforeDelete,
  })
  const service = createProjectClusterService({ repository, clusters, machines, link, now })
  const loadMachines = createMachineService({
    repository: machines,
    clusters,
    link,
    line: createMachineLine(link),
    now,
  })
  return {
    handlers: {
      cluster: clusterApi(administration),
      loadMachine: machineApi(loadMachines),
      joinToken: joinTokenApi(joinTokens),
      projectCluster: projectClusterApi({ service, clustersFor }),
    },
    services: { joinTokens, loadMachines },
  }
}
