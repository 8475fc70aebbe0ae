/** Facts about this installation, and the figures of the administrator's home page. */
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { SecuritySettings } from '@pone/contract/entities/security.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { SettingService } from '../setting/setting.service.ts'
import { countsOf, listedMachines } from './machine-overview.ts'
import type { OverviewRepository } from './overview.repository.ts'
import type { createStorageSizes } from './storage.ts'

export type SystemInfo = OutputOf<Calls['system']['info']>
export type Overview = OutputOf<Calls['system']['overview']>

export interface SystemService {
  info(): Promise<SystemInfo>
  overview(): Promise<Overview>
  security(): Promise<SecuritySettings>
  /** @throws AppError PasswordLengths */
  saveSecurity(changes: InputOf<Calls['system']['saveSecurity']>): Promise<SecuritySettings>
}

export interface SystemDependencies {
  readonly settings: SettingService
  readonly repository: OverviewRepository
  readonly countUsers: (now: number) => Promise<{ users: number; lockedUsers: number }>
  readonly countOnlineUsers: (since: number) => Promise<number>
  readonly countProjects: () => Promise<Overview['projects']>
  readonly runsPerDay: (now: number, days: number) => Promise<Overview['runsPerDay']>
  readonly machines: () => Promise<readonly LoadMachine[]>
  readonly disks: () => Promise<Pick<Overview['storage'], 'filesDisk' | 'databaseDisk'>>
  readonly storageSizes: Pick<ReturnType<typeof createStorageSizes>, 'growth'>
  readonly licenceRoom: () => Promise<Overview['licensedUsers']>
  readonly version: string
  readonly demoTargetUrl: string | null
  /** Of the certificate that is presented now. */
  readonly certificatePin: () => string | null
  readonly clock: Clock
}

/** An account counts as online when a browser of it called within this time; sessions note their use every minute. */
const onlineMs = 5 * 60_000
const daysShown = 14

export function createSystemService(dependencies: SystemDependencies): SystemService {
  const { settings, repository, clock } = dependencies
  return {
    info: async () => {
      const { registration, password: passwordRule } = await settings.security()
      return {
        productName: await settings.productName(),
        version: dependencies.version,
        cloudMode: false,
        registration,
        passwordRule,
        demoTargetUrl: dependencies.demoTargetUrl,
        certificatePin: dependencies.certificatePin(),
        now: clock(),
      }
    },
    security: () => settings.security(),
    saveSecurity: async changes => {
      const { minLength, maxLength } = changes.password ?? (await settings.security()).password
      if (maxLength < minLength) throw new AppError('PasswordLengths', { field: 'password.maxLength' })
      return settings.saveSecurity(changes)
    },
    overview: async () => {
      const now = clock()
      const [
        userCounts,
        onlineUsers,
        projects,
        activeRuns,
        runsPerDay,
        machines,
        licensedUsers,
        sizes,
        disks,
      ] = await Promise.all([
        dependencies.countUsers(now),
        dependencies.countOnlineUsers(now - onlineMs),
        dependencies.countProjects(),
        repository.activeRuns(50),
        dependencies.runsPerDay(now, daysShown),
        dependencies.machines(),
        dependencies.licenceRoom(),
        repository.databaseSizes(),
        dependencies.disks(),
      ])
      return {
        ...userCounts,
        onlineUsers,
        projects,
        activeRuns,
        runsPerDay,
        machines: listedMachines(machines, dependencies.version),
        machineCounts: countsOf(machines, dependencies.version),
        licensedUsers,
        databaseBytes: sizes.databaseBytes,
        storage: {
          ...sizes,
          ...disks,
          growth: await dependencies.storageSizes.growth({ at: now, bytes: sizes.databaseBytes }),
        },
      }
    },
  }
}
