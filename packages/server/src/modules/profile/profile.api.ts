/** Calls of flame diagrams. */
import type { profileCalls } from '@pone/contract/calls/profile.ts'
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { ProfileService, ProfileViewer } from './profile.service.ts'
import type { ProfileRetentions } from './profile-retention.ts'

const viewerOf = ({ user, project, gone }: ProjectCaller): ProfileViewer => ({
  account: user.account,
  seesRuns: project.functions.has('run.view'),
  gone,
})

export function profileApi(
  service: ProfileService,
  retention: ProfileRetentions,
): Handlers<typeof profileCalls> {
  return {
    list: (input, caller) => service.list(input, viewerOf(caller)),
    get: ({ projectId, id }, caller) => service.get(projectId, id, viewerOf(caller)),
    served: ({ projectId, id }, caller) => service.served(projectId, id, viewerOf(caller)),
    upload: async (input, caller) => {
      caller.audit.target(input.name || caller.upload.name)
      const profile = await service.upload(input, caller.upload, viewerOf(caller))
      caller.audit.after(recorded(profile))
      return profile
    },
    edit: async (input, caller) => {
      caller.audit.target(input.name)
      const { before, after } = await service.edit(input, viewerOf(caller))
      caller.audit.before(recorded(before))
      caller.audit.after(recorded(after))
      return after
    },
    data: async ({ projectId, id, part }) => {
      const { name, body } = await service.open(projectId, id, part)
      return { name: `${name}-${part}.profile.gz`, contentType: 'application/gzip', body }
    },
    delete: async ({ projectId, ids }, { audit }) => {
      audit.target((await service.delete(projectId, ids)).join(', '))
      return {}
    },
    retention: ({ projectId, days }) => retention.read(projectId, days),
    saveRetention: async ({ projectId, days }, { audit }) => {
      const before = await retention.read(projectId, null)
      audit.before({ days: before.days })
      audit.after({ days })
      return retention.save(projectId, days)
    },
  }
}

/** What an operation record shows of a flame diagram. */
const recorded = ({ name, fileName, fileBytes, format, requests, run, isKept }: ProfileRecord) => ({
  name,
  fileName,
  fileBytes,
  format,
  requests,
  run: run === null ? null : `${run.name} #${run.number}`,
  isKept,
})
