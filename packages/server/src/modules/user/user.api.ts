/** Calls of the administration of accounts. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { User } from '@pone/contract/entities/user.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ImportService } from './import.service.ts'
import { writeImportTemplate } from './import-template.ts'
import type { UserService } from './user.service.ts'

const accounts = (users: readonly User[]): string => users.map(user => user.account).join(', ')

export function createUserApi(users: UserService, importer: ImportService): Handlers<Calls['user']> {
  return {
    list: input => users.list(input),
    create: async (input, caller) => {
      const { password: _, ...shown } = input
      caller.audit.target(input.account)
      caller.audit.after(shown)
      return users.create(input)
    },
    edit: async ({ id, ...given }, caller) => {
      const before = await users.get(id)
      const profile = changedBy(profileOf(before), given)
      caller.audit.target(before.account)
      caller.audit.before(profileOf(before))
      caller.audit.after(profile)
      return users.edit(id, profile)
    },
    lock: async ({ ids }, caller) => {
      caller.audit.target(accounts(await users.getAll(ids)))
      await users.lock(ids, caller.user.id)
      return {}
    },
    unlock: async ({ ids }, caller) => {
      caller.audit.target(accounts(await users.getAll(ids)))
      await users.unlock(ids)
      return {}
    },
    approve: async ({ ids }, caller) => {
      caller.audit.target(accounts(await users.getAll(ids)))
      await users.approve(ids)
      return {}
    },
    refuse: async ({ ids }, caller) => {
      const before = await users.getAll(ids)
      caller.audit.target(accounts(before))
      caller.audit.before(before)
      await users.refuse(ids)
      return {}
    },
    delete: async ({ ids }, caller) => {
      const before = await users.getAll(ids)
      caller.audit.target(accounts(before))
      caller.audit.before(before)
      await users.delete(ids, caller.user.id)
      return {}
    },
    resetPassword: async ({ id }, caller) => {
      caller.audit.target((await users.get(id)).account)
      return { defaultPassword: await users.resetPassword(id) }
    },
    importTemplate: async (_input, { language }) => ({
      name: language === 'zh' ? '用户导入模板.xlsx' : 'account-import-template.xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: await writeImportTemplate(),
    }),
    import: async (_input, caller) => {
      caller.audit.target(caller.upload.name)
      const result = await importer.import(caller.upload.path, caller.language)
      const created = result.rows.filter(row => row.created).map(row => row.account)
      caller.audit.after({ created, refused: result.refused })
      return result
    },
  }
}

const profileOf = ({ realName, email, phone, organisation }: User) => ({
  realName,
  email,
  phone,
  organisation,
})
