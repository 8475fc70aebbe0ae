/** Files that run plans refer to, whichever module stores them. */
import type { Readable } from 'node:stream'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { AttachmentService } from './attachment/attachment.service.ts'
import type { JmeterFileService } from './jmeter-component/jmeter-file.service.ts'
import type { ParameterFileService } from './parameter-file/parameter-file.service.ts'

type PlanFile = RunPlan['files'][number]

export interface PlanFiles {
  /** A parameter file or an attachment, by the reference in a plan. @throws AppError NotFound */
  readonly fileOf: (projectId: string, id: string) => Promise<PlanFile>
  /** null when there is no such file. */
  openForMachine(id: string): Promise<{ readonly sizeBytes: number; readonly body: Readable } | null>
  deleteFilesOf(projectId: string): Promise<void>
}

export function createPlanFiles({
  attachments,
  parameterFiles,
  parameterFileRepository,
  jmeterFiles,
}: {
  readonly attachments: AttachmentService
  readonly parameterFiles: ParameterFileService
  readonly parameterFileRepository: { find(projectId: string, id: string): Promise<object | undefined> }
  readonly jmeterFiles: JmeterFileService
}): PlanFiles {
  return {
    fileOf: async (projectId, id) =>
      (await parameterFileRepository.find(projectId, id)) === undefined
        ? attachments.file(projectId, id)
        : parameterFiles.file(projectId, id),
    openForMachine: async id =>
      (await parameterFiles.openForMachine(id)) ??
      (await attachments.openForMachine(id)) ??
      (await jmeterFiles.openForMachine(id)),
    deleteFilesOf: async projectId => {
      await parameterFiles.deleteAll(projectId)
      await attachments.deleteAll(projectId)
      await jmeterFiles.deleteAll(projectId)
    },
  }
}
