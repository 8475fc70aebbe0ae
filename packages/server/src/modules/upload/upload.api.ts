/** Calls of uploads in pieces. */
import { allCalls, type Calls } from '@pone/contract/calls/registry.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Handlers, SignedInCaller } from '../../calls/handler.ts'
import type { UploadOwner, UploadService } from './upload.service.ts'

/** @throws AppError BadInput when there is no such call, or it takes no file */
function takingCall(key: string) {
  const call = allCalls.find(each => each.key === key)?.call
  if (call?.upload === undefined) throw new AppError('BadInput', { detail: 'uploadNotTaken', field: 'call' })
  return { call, rule: call.upload }
}

const ownerOf = ({ user, assertMay }: SignedInCaller): UploadOwner => ({
  userId: user.id,
  assertMay: (key, projectId) => assertMay(takingCall(key).call, projectId),
})

export function uploadApi(service: UploadService): Handlers<Calls['upload']> {
  return {
    begin({ call: key, projectId, ...file }, caller) {
      const { call, rule } = takingCall(key)
      const isOfProject = call.permission.kind === 'project'
      return service.begin(ownerOf(caller), {
        ...file,
        call: key,
        rule,
        projectId: isOfProject ? projectId : null,
      })
    },
    append: (input, caller) => service.append(ownerOf(caller), { ...input, bytes: caller.bytes }),
    status: (input, caller) => service.status(input.id, ownerOf(caller)),
    async abort(input, caller) {
      await service.abort(input.id, ownerOf(caller))
      return {}
    },
  }
}
