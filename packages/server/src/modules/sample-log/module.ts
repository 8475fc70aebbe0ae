/** Sample logs of runs, uploaded by load machines. */
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ModuleBase } from '../module.ts'
import { createSampleLogRepository } from './sample-log.repository.ts'
import { createSampleLogService } from './sample-log.service.ts'

export interface SampleLogModuleDeps extends ModuleBase {
  /** @throws AppError NotFound */
  readonly runRecord: (projectId: string, id: string) => Promise<RunRecord>
}

export function sampleLogModule({ database, clock, files, uploadFolder, runRecord }: SampleLogModuleDeps) {
  const sampleLogs = createSampleLogService({
    repository: createSampleLogRepository(database),
    files,
    folder: uploadFolder,
    run: runRecord,
    now: clock,
  })
  return { handlers: {}, services: { sampleLogs } }
}
