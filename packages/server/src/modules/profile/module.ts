/** Flame diagrams: profiles that were taken of a system, by agents or other tools; stored, listed and given to the pages that draw them. */
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import { agentsOf } from '../monitor/monitor-agents.repository.ts'
import { profileApi } from './profile.api.ts'
import { createProfileRepository } from './profile.repository.ts'
import { createProfileService } from './profile.service.ts'
import { createProfileReading } from './profile-reading.ts'
import { createProfileRetentionRepository } from './profile-retention.repository.ts'
import { type ProfileRetentionDeps, ProfileRetentions } from './profile-retention.ts'
import { ProfileTaking } from './profile-taking.ts'
import { createProfileTriggerRepository } from './profile-trigger.repository.ts'
import { profilingApi } from './profiling.api.ts'
import { createProfilingRepository } from './profiling.repository.ts'
import { createProfilingService } from './profiling.service.ts'
import { createProfilingScopeRepository } from './profiling-scope.repository.ts'

export const profileNouns: Nouns = {
  profile: { zh: '火焰图', en: 'The flame diagram' },
  profiling: { zh: '火焰图采集', en: 'The order for flame diagrams' },
  slaRule: { zh: 'SLA 规则', en: 'The SLA rule' },
}

export interface ProfileModuleDeps
  extends Pick<ModuleBase, 'database' | 'clock' | 'files' | 'uploadFolder' | 'warn'> {
  readonly link: AgentLink
  readonly countThreadDumps: (projectId: string, beforeMs: number) => Promise<number>
  readonly operationRecords: ProfileRetentionDeps['operationRecords']
}

export function profileModule(deps: ProfileModuleDeps) {
  const { database, clock: now, files, uploadFolder, warn, link, countThreadDumps, operationRecords } = deps
  const stored = createProfileRepository(database)
  const profiles = createProfileService({
    profiles: stored,
    files,
    reading: createProfileReading(),
    uploadFolder,
    now,
  })
  const retention = new ProfileRetentions({
    retention: createProfileRetentionRepository(database),
    removeFiles: profiles.removeFiles,
    countThreadDumps,
    operationRecords,
    now,
    warn,
  })
  const monitors = createMonitorRepository(database)
  const profilings = createProfilingRepository(database)
  const agentNames = async (projectId: string) =>
    new Map((await agentsOf(database, projectId)).map(agent => [agent.id, agent.name]))
  const taking = new ProfileTaking({
    monitors,
    profilings,
    triggers: createProfileTriggerRepository(database),
    profiles,
    agentNames,
    link,
    now,
    warn,
  })
  const orders = createProfilingService({
    monitors,
    profilings,
    scopes: createProfilingScopeRepository(database),
    profiles: stored,
    link,
    poke: () => taking.poke(),
    now,
  })
  return {
    handlers: { profile: profileApi(profiles, retention), profiling: profilingApi(orders) },
    services: {
      deleteProfilesOf: profiles.deleteAll,
      deleteExpiredProfiles: () => retention.deleteExpired(),
      flameDiagramsOf: profiles.ofRun,
    },
    start: () => {
      taking.start()
      retention.start()
    },
    close: async () => {
      await retention.close()
      await taking.close()
    },
  }
}
