/** Calls on the members of a project. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MemberService } from './member.service.ts'

export function createMemberApi(members: MemberService): Handlers<Calls['member']> {
  return {
    list: input => members.list(input),
    candidates: ({ search }, caller) => members.candidates(caller.project.id, search),
    add: async ({ userIds, roleId }, caller) => {
      const { accounts, role } = await members.add(caller.project, userIds, roleId)
      caller.audit.target(accounts)
      caller.audit.after({ role })
      return {}
    },
    setRole: async ({ userId, roleId }, caller) => {
      const { account, before, after } = await members.setRole(caller.project, userId, roleId)
      caller.audit.target(account)
      caller.audit.before({ role: before })
      caller.audit.after({ role: after })
      return {}
    },
    remove: async ({ userIds }, caller) => {
      const { accounts } = await members.remove(caller.project, userIds)
      caller.audit.target(accounts)
      return {}
    },
  }
}
