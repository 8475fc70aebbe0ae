/** Facts about the installation, its settings and figures, and the conditions that administrators are told of. */
import type { Clock } from '../../adapters/clock.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import type { LicenceService } from '../licence/licence.service.ts'
import type { ModuleBase } from '../module.ts'
import type { Notices } from '../notices.ts'
import { countRunsByHour, startOfDays, toRunDays } from '../project/run-days.ts'
import type { SessionRepository } from '../session/session.repository.ts'
import { createSettingRepository } from '../setting/setting.repository.ts'
import type { SettingService } from '../setting/setting.service.ts'
import type { UserRepository } from '../user/user.repository.ts'
import { machineConditions, serverDiskConditions } from './disk-conditions.ts'
import {
  certificateConditions,
  countCondition,
  fleetConditions,
  licenceConditions,
} from './installation-conditions.ts'
import { createOverviewRepository } from './overview.repository.ts'
import { createStorageSizes, diskOf } from './storage.ts'
import { createSystemApi } from './system.api.ts'
import { createSystemService, type Overview } from './system.service.ts'

export interface SystemModuleDeps extends ModuleBase {
  readonly clock: Clock
  readonly settings: SettingService
  readonly userRepository: UserRepository
  readonly sessionRepository: SessionRepository
  readonly projectsByStatus: () => Promise<Overview['projects']>
  readonly clusters: Pick<ClusterService, 'machines'>
  readonly licence: Pick<LicenceService, 'room' | 'status'>
  readonly notices: Notices
  readonly version: string
  readonly demoTargetUrl: string | undefined
  /** Of the certificate that is presented now. */
  readonly certificatePin: () => string | null
  /** End of the certificate that is presented now, epoch ms; null without TLS. */
  readonly certificateEnd: () => number | null
  /** Where the database lies when that is on this machine. */
  readonly databaseFolder: string | undefined
}

const dayMs = 86_400_000
/** The size of the database is looked at so often; the first of each day is kept. */
const sizeEveryMs = 3_600_000

export function systemModule(deps: SystemModuleDeps) {
  const { database, clock, settings, userRepository, sessionRepository, clusters, licence } = deps
  const repository = createOverviewRepository(database)
  const storageSizes = createStorageSizes(createSettingRepository(database))
  let sizing: Repeated | undefined
  const system = createSystemService({
    settings,
    repository,
    countUsers: now => userRepository.counts(now),
    countOnlineUsers: since => sessionRepository.countUsersSeenSince(since),
    countProjects: deps.projectsByStatus,
    runsPerDay: async (now, days) =>
      toRunDays(await countRunsByHour(database, startOfDays(now, days)), now, days),
    machines: () => clusters.machines(),
    disks: async () => ({
      filesDisk: await diskOf(deps.uploadFolder),
      databaseDisk: deps.databaseFolder === undefined ? null : await diskOf(deps.databaseFolder),
    }),
    storageSizes,
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
      async () => fleetConditions(await clusters.machines(), deps.version),
      async () => licenceConditions(await licence.status()),
      () => certificateConditions(deps.certificateEnd(), clock()),
      async () => countCondition('accountsLocked', (await userRepository.counts(clock())).lockedUsers),
      async () => countCondition('operationsFailed', await repository.failedOperations(clock() - dayMs)),
    ],
    start: () => {
      const note = async () =>
        storageSizes.note({ at: clock(), bytes: (await repository.databaseSizes()).databaseBytes })
      sizing = repeatedly(note, sizeEveryMs, cause => deps.onFailure('the size of the database', cause))
    },
    close: async () => sizing?.close(),
  }
}
