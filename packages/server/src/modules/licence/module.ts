/** The licence: the installed file, the trusted keys, and the users that active runs hold. */
import type { ModuleBase } from '../module.ts'
import { licenceApi } from './licence.api.ts'
import { createLicenceRepository } from './licence.repository.ts'
import { createLicenceService } from './licence.service.ts'
import { readLicenceKeys } from './licence-keys.ts'

/** `licenceKeysPath` is a PEM file of public keys, which may be missing. */
export function licenceModule({
  database,
  clock,
  licenceKeysPath,
}: Pick<ModuleBase, 'database' | 'clock'> & { readonly licenceKeysPath: string }) {
  const licence = createLicenceService({
    repository: createLicenceRepository(database),
    keys: () => readLicenceKeys(licenceKeysPath),
    now: clock,
  })
  return { handlers: { licence: licenceApi(licence) }, services: { licence } }
}
