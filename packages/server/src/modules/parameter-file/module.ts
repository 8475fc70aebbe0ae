/** Files of rows that components read parameters from. */
import { randomUUID } from 'node:crypto'
import type { Nouns } from '../../calls/nouns.ts'
import type { ComponentService } from '../component/component.service.ts'
import type { ModuleBase } from '../module.ts'
import { parameterFileApi } from './parameter-file.api.ts'
import { createParameterFileRepository } from './parameter-file.repository.ts'
import { createParameterFileService } from './parameter-file.service.ts'

export const parameterFileNouns: Nouns = {
  parameterFile: { zh: '参数文件', en: 'The parameter file' },
}

export interface ParameterFileModuleDeps extends ModuleBase {
  readonly components: Pick<ComponentService, 'componentsUsing'>
}

export function parameterFileModule({ database, clock, files, components }: ParameterFileModuleDeps) {
  const parameterFileRepository = createParameterFileRepository(database)
  const parameterFiles = createParameterFileService({
    repository: parameterFileRepository,
    files,
    componentsReading: (projectId, fileId) => components.componentsUsing(projectId, fileId),
    now: clock,
    newId: randomUUID,
  })
  return {
    handlers: { parameterFile: parameterFileApi(parameterFiles) },
    services: { parameterFiles, parameterFileRepository },
  }
}
