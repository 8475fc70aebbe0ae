/** Calls of parameter files. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ParameterFileService } from './parameter-file.service.ts'

export function parameterFileApi(service: ParameterFileService): Handlers<Calls['parameterFile']> {
  return {
    list: input => service.list(input.projectId),
    async upload(input, caller) {
      caller.audit.target(caller.upload.name)
      const file = await service.upload(input.projectId, caller.user.account, caller.upload)
      caller.audit.after(file)
      return file
    },
    preview: input => service.preview(input.projectId, input.id, input),
    async delete(input, caller) {
      const file = await service.delete(input.projectId, input.id)
      caller.audit.target(file.name)
      return {}
    },
  }
}
