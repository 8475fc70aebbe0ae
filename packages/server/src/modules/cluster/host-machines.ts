/** The functions of load machines that operations on hosts need: listing, taking out of service, and join tokens. */
import type { Database } from '../../adapters/database/database.ts'
import type { Machines } from '../host/ports.ts'
import type { ClusterService } from './cluster.service.ts'
import type { JoinTokenService } from './join-token.service.ts'
import { createMachineRepository } from './machine.repository.ts'
import type { MachineService } from './machine.service.ts'

/** Uses of an installation's token: one, and one more in case its response was lost. */
const sshJoins = 2

export function createHostMachines({
  database,
  clusters,
  loadMachines,
  joinTokens,
}: {
  readonly database: Database
  readonly clusters: Pick<ClusterService, 'machines' | 'ensureLocalCluster'>
  readonly loadMachines: Pick<MachineService, 'setService'>
  readonly joinTokens: Pick<JoinTokenService, 'create' | 'revoke'>
}): Machines {
  const rows = createMachineRepository(database)
  return {
    all: () => clusters.machines(),
    setInService: (id, isInService) => loadMachines.setService([id], isInService),
    setPlace: (id, { localIp, openPort }) => rows.update([id], { own_address: localIp, open_port: openPort }),
    joinToken: async (name, by, machineId) =>
      joinTokens.create({
        name,
        clusterId: await clusters.ensureLocalCluster(),
        days: 1,
        maxUses: sshJoins,
        by,
        machineId,
      }),
    revokeJoinToken: async id => {
      await joinTokens.revoke(id)
    },
  }
}
