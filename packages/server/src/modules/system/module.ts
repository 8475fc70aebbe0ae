/** Facts about the installation, its settings and figures, and the conditions that administrators are told of. */
import type { Clock } from '../../adapters/clock.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import type { LicenceService } from '../licence/licence.service.ts'
import type { ModuleBase } from '../module.ts'
import type { Notices } from '../notices.ts'
import { countRunsByHour, startOfDays, toRunDays } from '../project/run-days.ts'
import type { SessionRepository } from '../session/session.repository.ts'
import type { SettingService } from '../setting/setting.service.ts'
import type { UserRepository } from '../user/user.repository.ts'
import { machineConditions, serverDiskConditions } from './disk-conditions.ts'
import { createOverviewRepository } from './overview.repository.ts'
import { createSystemApi } from './system.api.ts'
import { createSystemService, type Overview } from './system.service.ts'

export interface SystemModuleDeps extends ModuleBase {
  readonly clock: Clock
  readonly settings: SettingService
  readonly userRepository: UserRepository
  readonly sessionRepository: SessionRepository
  readonly projectsByStatus: () => Promise<Overview['projects']>
  readonly clusters: Pick<ClusterService, 'machines'>
  readonly licence: Pick<LicenceService, 'room'>
  readonly notices: Notices
  readonly version: string
  readonly demoTargetUrl: string | undefined
  /** Of the certificate that is presented now. */
  readonly certificatePin: () => string | null
  /** Where the database lies when that is on this machine. */
  readonly databaseFolder: string | undefined
}

export function systemModule(deps: SystemModuleDeps) {
  const { database, clock, settings, userRepository, sessionRepository, clusters, licence } = deps
  const system = createSystemService({
    settings,
    repository: createOverviewRepository(database),
    countUsers: now => userRepository.counts(now),
    countOnlineUsers: since => sessionRepository.countUsersSeenSince(since),
    countProjects: deps.projectsByStatus,
    runsPerDay: async (now, days) =>
      toRunDays(await countRunsByHour(database, startOfDays(now, days)), now, days),
    machines: async () =>
      (await clusters.machines()).map(({ name, isOnline, cpu01, maxUsers, remainingUsers }) => ({
        name,
        isOnline,
        cpu01,
        maxUsers,
        remainingUsers,
      })),
    licenceRoom: () => licence.room(),
    version: deps.version,
    demoTargetUrl: deps.demoTargetUrl ?? null,
    certificatePin: deps.certificatePin,
    clock,
  })
  return {
    handlers: { system: createSystemApi(system, deps.notices) },
    services: {},
    notices: [
      () => serverDiskConditions(deps.uploadFolder, deps.databaseFolder),
      async () => machineConditions(await clusters.machines(), clock()),
    ],
  }
}
