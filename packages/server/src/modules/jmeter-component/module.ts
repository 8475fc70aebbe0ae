/** Components that JMeter executes: its plans and their files. */
import { randomUUID } from 'node:crypto'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import type { ModuleBase } from '../module.ts'
import { scenariosUsing } from '../scenario/scenario.service.ts'
import { jmeterComponentApi } from './jmeter-component.api.ts'
import { createJmeterComponentService } from './jmeter-component.service.ts'
import { createJmeterFileRepository } from './jmeter-file.repository.ts'
import { createJmeterFileService } from './jmeter-file.service.ts'

export function jmeterComponentModule({ database, clock: now, files: store }: ModuleBase) {
  const repository = createCatalogueRepository(database)
  const newId = randomUUID
  const jmeterFiles = createJmeterFileService({
    repository: createJmeterFileRepository(database),
    files: store,
    now,
    newId,
  })
  const jmeterComponents = createJmeterComponentService({
    repository,
    files: jmeterFiles,
    scenariosUsing: scenariosUsing(repository),
    now,
    newId,
  })
  return {
    handlers: { jmeterComponent: jmeterComponentApi({ service: jmeterComponents, files: jmeterFiles }) },
    services: { jmeterComponents, jmeterFiles },
  }
}
