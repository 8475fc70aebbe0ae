/** Joins what testers design: the catalogues of components and scenarios, and parameter files. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { FileStore } from '../adapters/files/file-store.ts'
import { createCatalogueRepository } from '../modules/catalogue/catalogue.repository.ts'
import { createComponentService } from '../modules/component/component.service.ts'
import { parameterFileApi } from '../modules/parameter-file/parameter-file.api.ts'
import { createParameterFileRepository } from '../modules/parameter-file/parameter-file.repository.ts'
import { createParameterFileService } from '../modules/parameter-file/parameter-file.service.ts'
import { createScenarioService, scenariosUsing } from '../modules/scenario/scenario.service.ts'

export interface DesignOptions {
  readonly database: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly isAnyRunning: (projectId: string, scenarioIds: readonly string[]) => Promise<boolean>
}

export function composeDesign({ database, clock, files, isAnyRunning }: DesignOptions) {
  const repository = createCatalogueRepository(database)
  const newId = randomUUID
  const components = createComponentService({
    repository,
    scenariosUsing: scenariosUsing(repository),
    now: clock,
    newId,
  })
  const scenarios = createScenarioService({ repository, isAnyRunning, now: clock, newId })
  const parameterFileRepository = createParameterFileRepository(database)
  const parameterFiles = createParameterFileService({
    repository: parameterFileRepository,
    files,
    componentsReading: (projectId, fileId) => components.componentsReading(projectId, fileId),
    now: clock,
    newId,
  })
  return {
    handlers: { parameterFile: parameterFileApi(parameterFiles) },
    components,
    scenarios,
    parameterFiles,
    parameterFileRepository,
  }
}
