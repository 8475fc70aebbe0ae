/** Calls of the administrator's project page. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ProjectService } from './project.service.ts'

export function createAdminProjectApi(projects: ProjectService): Handlers<Calls['adminProject']> {
  return {
    list: input => projects.list(input),
    create: async ({ managerId, templateId, templateProperties, ...fields }, caller) => {
      caller.audit.target(fields.name)
      const id = await projects.create({ fields, managerId, templateId, templateProperties })
      caller.audit.after(await projects.fields(id))
      return projects.get(id)
    },
    edit: async ({ id, managerId, ...given }, caller) => {
      const before = await projects.get(id)
      caller.audit.target(before.name)
      const fields = await projects.fields(id)
      caller.audit.before({ ...fields, manager: before.manager.account })
      await projects.edit(id, changedBy(fields, given), managerId)
      const after = await projects.get(id)
      caller.audit.after({ ...(await projects.fields(id)), manager: after.manager.account })
      return after
    },
    archive: async ({ id }, caller) => {
      caller.audit.target((await projects.get(id)).name)
      await projects.archive(id)
      return projects.get(id)
    },
    restore: async ({ id }, caller) => {
      caller.audit.target((await projects.get(id)).name)
      await projects.restore(id)
      return projects.get(id)
    },
    delete: async ({ id, confirmation }, caller) => {
      caller.audit.target((await projects.get(id)).name)
      caller.audit.before(await projects.fields(id))
      await projects.delete(id, confirmation)
      return {}
    },
    managers: ({ search }) => projects.managers(search),
  }
}
