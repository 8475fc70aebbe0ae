/** Calls of monitors as files. */
import type { monitorFileCalls } from '@pone/contract/calls/monitor-files.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { createMonitorFiles } from './monitor-file.service.ts'

export const monitorFileApi = (
  files: ReturnType<typeof createMonitorFiles>,
): Handlers<typeof monitorFileCalls> => ({
  export: ({ ids, format }, { project }) => files.export(project, ids, format),
  import: async ({ projectId, isTrial }, { audit, user, upload, language, textOf }) => {
    audit.target(upload.name)
    const result = await files.import({ projectId, by: user.account, upload, isTrial, language, textOf })
    audit.after({ isTrial, created: result.created, refused: result.refused })
    return result
  },
})
