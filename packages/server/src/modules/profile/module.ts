/** Flame diagrams: profiles that were taken of a system, stored, listed and given to the pages that draw them. */
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { profileApi } from './profile.api.ts'
import { createProfileRepository } from './profile.repository.ts'
import { createProfileService } from './profile.service.ts'
import { createProfileReading } from './profile-reading.ts'

export const profileNouns: Nouns = {
  profile: { zh: '火焰图', en: 'The flame diagram' },
}

export function profileModule({
  database,
  clock: now,
  files,
}: Pick<ModuleBase, 'database' | 'clock' | 'files'>) {
  const profiles = createProfileService({
    profiles: createProfileRepository(database),
    files,
    reading: createProfileReading(),
    now,
  })
  return {
    handlers: { profile: profileApi(profiles) },
    services: { deleteProfilesOf: profiles.deleteAll },
  }
}
