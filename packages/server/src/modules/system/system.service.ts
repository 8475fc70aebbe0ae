/** Facts about this installation, and the figures of the administrator's home page. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { OverviewRepository } from './overview.repository.ts'
import type { SettingService } from './setting.service.ts'

export type SystemInfo = OutputOf<Calls['system']['info']>
export type Overview = OutputOf<Calls['system']['overview']>

export interface SystemService {
  info(): Promise<SystemInfo>
  overview(): Promise<Overview>
}

export interface SystemDependencies {
  readonly settings: SettingService
  readonly repository: OverviewRepository
  readonly countUsers: (now: number) => Promise<{ users: number; lockedUsers: number }>
  readonly countOnlineUsers: (since: number) => Promise<number>
  readonly countProjects: () => Promise<Overview['projects']>
  readonly runsPerDay: (now: number, days: number) => Promise<Overview['runsPerDay']>
  readonly machines: () => Promise<Overview['machines']>
  readonly licenceRoom: () => Promise<Overview['licensedUsers']>
  readonly version: string
  readonly demoTargetUrl: string | null
  readonly clock: Clock
}

/** An account counts as online when a browser of it called within this time; sessions note their use every minute. */
const onlineMs = 5 * 60_000
const daysShown = 14

export function createSystemService(dependencies: SystemDependencies): SystemService {
  const { settings, repository, clock } = dependencies
  return {
    info: async () => ({
      productName: await settings.productName(),
      version: dependencies.version,
      cloudMode: false,
      canRegister: await settings.canRegister(),
      demoTargetUrl: dependencies.demoTargetUrl,
      now: clock(),
    }),
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
        databaseBytes,
      ] = await Promise.all([
        dependencies.countUsers(now),
        dependencies.countOnlineUsers(now - onlineMs),
        dependencies.countProjects(),
        repository.activeRuns(50),
        dependencies.runsPerDay(now, daysShown),
        dependencies.machines(),
        dependencies.licenceRoom(),
        repository.databaseBytes(),
      ])
      return {
        ...userCounts,
        onlineUsers,
        projects,
        activeRuns,
        runsPerDay,
        machines,
        licensedUsers,
        databaseBytes,
      }
    },
  }
}
