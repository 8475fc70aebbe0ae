/** Joins what projects need: their administration, members, roles, templates, and home page. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { OperationRecordRepository } from '../modules/operation-record/operation-record.repository.ts'
import { createAccessRepository } from '../modules/project/access.repository.ts'
import { createAdminProjectApi } from '../modules/project/admin-project.api.ts'
import { createMemberApi } from '../modules/project/member.api.ts'
import { createMemberRepository } from '../modules/project/member.repository.ts'
import { createMemberService } from '../modules/project/member.service.ts'
import { createProjectApi } from '../modules/project/project.api.ts'
import { createProjectRepository } from '../modules/project/project.repository.ts'
import { createProjectService } from '../modules/project/project.service.ts'
import { createProjectHomeRepository } from '../modules/project/project-home.repository.ts'
import { createProjectHomeService } from '../modules/project/project-home.service.ts'
import { createProjectTemplateApi } from '../modules/project/project-template.api.ts'
import { createRoleApi } from '../modules/project/role.api.ts'
import { createRoleRepository } from '../modules/project/role.repository.ts'
import { createRoleService } from '../modules/project/role.service.ts'
import { createTemplateRepository } from '../modules/project/template.repository.ts'
import { createTemplateService } from '../modules/project/template.service.ts'

export interface ProjectsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly operationRecords: Pick<OperationRecordRepository, 'latestOf'>
  /** Told before a project goes, so that what lies outside the database goes too. */
  readonly beforeDelete: (projectId: string) => Promise<void>
}

export function composeProjects({ database, clock, operationRecords, beforeDelete }: ProjectsOptions) {
  const repository = createProjectRepository(database)
  const roles = createRoleRepository(database)
  const members = createMemberRepository(database)
  const templateRepository = createTemplateRepository(database)
  const projects = createProjectService({
    repository,
    members,
    roles,
    templates: templateRepository,
    clock,
    beforeDelete,
  })
  const home = createProjectHomeService({
    repository: createProjectHomeRepository(database),
    operationRecords,
    clock,
  })
  return {
    handlers: {
      adminProject: createAdminProjectApi(projects),
      projectTemplate: createProjectTemplateApi(createTemplateService(templateRepository, clock)),
      project: createProjectApi(projects, home),
      member: createMemberApi(createMemberService({ repository: members, roles, clock })),
      role: createRoleApi(createRoleService(roles)),
    },
    projects,
    countsByStatus: () => repository.countsByStatus(),
    accessOf: createAccessRepository(database).accessOf,
  }
}
