/** Calls of attachments. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { AttachmentService } from './attachment.service.ts'

export function attachmentApi(service: AttachmentService): Handlers<Calls['attachment']> {
  return {
    list: input => service.list(input.projectId, input.kind),
    async upload({ projectId, kind }, caller) {
      const { upload, audit, user } = caller
      audit.target(upload.name)
      const file = await service.upload(projectId, user.account, { kind, upload })
      audit.after(file)
      return file
    },
    async delete(input, caller) {
      caller.audit.target((await service.delete(input.projectId, input.id)).name)
      return {}
    },
  }
}
