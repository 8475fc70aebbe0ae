/** Calls of a user's own projects. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ProjectService } from './project.service.ts'
import type { ProjectHomeService } from './project-home.service.ts'

export function createProjectApi(
  projects: ProjectService,
  home: ProjectHomeService,
): Handlers<Calls['project']> {
  return {
    mine: (input, caller) => projects.mine(caller.user.id, { ...input, onlyId: caller.onlyProjectId }),
    create: async ({ templateId, templateProperties, ...fields }, caller) => {
      caller.audit.target(fields.name)
      const managerId = caller.user.id
      const id = await projects.create({ fields, managerId, templateId, templateProperties })
      caller.audit.after(await projects.fields(id))
      return projects.choice(id, managerId)
    },
    get: (_input, caller) => projects.choice(caller.project.id, caller.user.id),
    edit: async ({ projectId, ...given }, caller) => {
      const before = await projects.fields(projectId)
      caller.audit.target(caller.project.name)
      caller.audit.before(before)
      await projects.edit(projectId, changedBy(before, given))
      caller.audit.after(await projects.fields(projectId))
      return projects.choice(projectId, caller.user.id)
    },
    home: (_input, caller) => home.figures(caller.project.id),
  }
}
