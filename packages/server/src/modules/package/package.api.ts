/** Calls of the download centre. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { PackageService } from './package.service.ts'

export function packageApi(service: PackageService): Handlers<Calls['package']> {
  return {
    list: input => service.list(input),
    targets: input => service.targets(input.type, input.version),
    async upload(input, { upload, audit, user }) {
      audit.target(input.name || upload.name)
      const created = await service.upload(user.account, input, upload)
      audit.target(created.name)
      audit.after(created)
      return created
    },
    async save({ id, ...settings }, { audit }) {
      const { before, after } = await service.save(id, settings)
      audit.target(before.name)
      audit.before(before)
      audit.after(after)
      return after
    },
    async delete(input, { audit }) {
      const gone = await service.delete(input.id)
      audit.target(gone.name)
      audit.before(gone)
      return {}
    },
    link: input => service.link(input.id),
  }
}

export function projectPackageApi(service: PackageService): Handlers<Calls['projectPackage']> {
  return {
    list: input => service.list(input),
    link: input => service.link(input.id),
  }
}
