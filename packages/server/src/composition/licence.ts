/** Joins what the licence needs: what is installed, and the keys that may sign. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { licenceApi } from '../modules/licence/licence.api.ts'
import { createLicenceRepository } from '../modules/licence/licence.repository.ts'
import { createLicenceService } from '../modules/licence/licence.service.ts'
import { readLicenceKeys } from '../modules/licence/licence-keys.ts'

/** `keysPath` names a PEM file of public keys, which need not exist. */
export function composeLicence(options: { database: Database; clock: Clock; keysPath: string }) {
  const licence = createLicenceService({
    repository: createLicenceRepository(options.database),
    keys: () => readLicenceKeys(options.keysPath),
    now: options.clock,
  })
  return { licence, handlers: { licence: licenceApi(licence) } }
}
