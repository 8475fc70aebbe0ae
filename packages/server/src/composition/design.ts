/** Joins what testers design: the catalogues of components and scenarios, parameter files and attachments. */
import { randomUUID } from 'node:crypto'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { FileStore } from '../adapters/files/file-store.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import { attachmentApi } from '../modules/attachment/attachment.api.ts'
import { createAttachmentRepository } from '../modules/attachment/attachment.repository.ts'
import { createAttachmentService } from '../modules/attachment/attachment.service.ts'
import { createCatalogueRepository } from '../modules/catalogue/catalogue.repository.ts'
import { createComponentService } from '../modules/component/component.service.ts'
import { jmeterComponentApi } from '../modules/jmeter-component/jmeter-component.api.ts'
import { createJmeterComponentService } from '../modules/jmeter-component/jmeter-component.service.ts'
import { createJmeterFileRepository } from '../modules/jmeter-component/jmeter-file.repository.ts'
import { createJmeterFileService } from '../modules/jmeter-component/jmeter-file.service.ts'
import { parameterFileApi } from '../modules/parameter-file/parameter-file.api.ts'
import { createParameterFileRepository } from '../modules/parameter-file/parameter-file.repository.ts'
import { createParameterFileService } from '../modules/parameter-file/parameter-file.service.ts'
import { createScenarioService, scenariosUsing } from '../modules/scenario/scenario.service.ts'
import { taskSetsUsing } from '../modules/task/task.service.ts'

type PlanFile = RunPlan['files'][number]

export interface DesignOptions {
  readonly database: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly secrets: SecretBox
  readonly isAnyRunning: (projectId: string, scenarioIds: readonly string[]) => Promise<boolean>
}

export function composeDesign({ database, clock, files, secrets, isAnyRunning }: DesignOptions) {
  const repository = createCatalogueRepository(database)
  const newId = randomUUID
  const components = createComponentService({
    repository,
    scenariosUsing: scenariosUsing(repository),
    secrets,
    now: clock,
    newId,
  })
  const scenarios = createScenarioService({
    repository,
    isAnyRunning,
    taskSetsUsing: taskSetsUsing(repository),
    now: clock,
    newId,
  })
  const componentsUsing = (projectId: string, fileId: string) => components.componentsUsing(projectId, fileId)
  const attachments = createAttachmentService({
    repository: createAttachmentRepository(database),
    files,
    componentsUsing,
    now: clock,
    newId,
  })
  const parameterFileRepository = createParameterFileRepository(database)
  const parameterFiles = createParameterFileService({
    repository: parameterFileRepository,
    files,
    componentsReading: componentsUsing,
    now: clock,
    newId,
  })
  const jmeterFiles = createJmeterFileService({
    repository: createJmeterFileRepository(database),
    files,
    now: clock,
    newId,
  })
  const jmeterComponents = createJmeterComponentService({
    repository,
    files: jmeterFiles,
    scenariosUsing: scenariosUsing(repository),
    now: clock,
    newId,
  })
  return {
    handlers: {
      parameterFile: parameterFileApi(parameterFiles),
      attachment: attachmentApi(attachments),
      jmeterComponent: jmeterComponentApi({ service: jmeterComponents, files: jmeterFiles }),
    },
    components,
    jmeterComponents,
    scenarios,
    parameterFiles,
    parameterFileRepository,
    /** A file of either kind, as a plan names it. @throws AppError NotFound */
    async fileOf(projectId: string, id: string): Promise<PlanFile> {
      const parameterFile = await parameterFileRepository.find(projectId, id)
      return parameterFile ? parameterFiles.file(projectId, id) : attachments.file(projectId, id)
    },
    openForMachine: async (id: string) =>
      (await parameterFiles.openForMachine(id)) ??
      (await attachments.openForMachine(id)) ??
      (await jmeterFiles.openForMachine(id)),
    async deleteFilesOf(projectId: string): Promise<void> {
      await parameterFiles.deleteAll(projectId)
      await attachments.deleteAll(projectId)
      await jmeterFiles.deleteAll(projectId)
    },
  }
}
