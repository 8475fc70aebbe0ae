/** Calls of the licence. */
import { readFile } from 'node:fs/promises'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { JudgedLicence } from '@pone/contract/entities/licence.ts'
import type { Handlers, UploadedFile } from '../../calls/handler.ts'
import type { LicenceService } from './licence.service.ts'

export function licenceApi(service: LicenceService): Handlers<Calls['licence']> {
  return {
    get: () => service.status(),
    preview: async (_input, { upload }) => service.preview(await textOf(upload)),
    async install(_input, { upload, audit, user }) {
      audit.target(upload.name)
      const { before, after } = await service.install(await textOf(upload), user.account)
      audit.target(after.grant?.holder ?? upload.name)
      audit.before(noteOf(before))
      audit.after(noteOf(after))
      return after
    },
    async remove(_input, { audit, user }) {
      const { before, after } = await service.remove(user.account)
      audit.target(before.grant?.holder ?? '')
      audit.before(noteOf(before))
      audit.after(noteOf(after))
      return after
    },
    history: ({ page, pageSize }) => service.history(page, pageSize),
  }
}

const textOf = (upload: UploadedFile): Promise<string> => readFile(upload.path, 'utf8')

const noteOf = ({ state, grant, expiresAt }: JudgedLicence) => ({ state, ...grant, expiresAt })
