/** Calls on the roles of a project. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { RoleService } from './role.service.ts'

export function createRoleApi(roles: RoleService): Handlers<Calls['role']> {
  return {
    list: (_input, caller) => roles.list(caller.project.id),
    create: async ({ name, functions }, caller) => {
      caller.audit.target(name)
      caller.audit.after({ functions })
      return roles.create(caller.project, { name, functions })
    },
    edit: async ({ id, name, functions }, caller) => {
      const before = await roles.get(caller.project.id, id)
      caller.audit.target(before.name)
      caller.audit.before({ name: before.name, functions: before.functions })
      caller.audit.after({ name, functions })
      return roles.edit(caller.project, id, { name, functions })
    },
    delete: async ({ id }, caller) => {
      const before = await roles.get(caller.project.id, id)
      caller.audit.target(before.name)
      caller.audit.before({ functions: before.functions })
      await roles.delete(caller.project.id, id)
      return {}
    },
  }
}
