/** Projects: their administration, members, roles, templates, and home page. */
import type { Database } from '../../adapters/database/database.ts'
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import type { OperationRecordRepository } from '../operation-record/operation-record.repository.ts'
import { createAccessRepository } from './access.repository.ts'
import { createAdminProjectApi } from './admin-project.api.ts'
import { createMemberApi } from './member.api.ts'
import { createMemberRepository } from './member.repository.ts'
import { createMemberService } from './member.service.ts'
import { createProjectApi } from './project.api.ts'
import { createProjectRepository } from './project.repository.ts'
import { createProjectService } from './project.service.ts'
import { createProjectHomeRepository } from './project-home.repository.ts'
import { createProjectHomeService } from './project-home.service.ts'
import { createProjectTemplateApi } from './project-template.api.ts'
import { createRoleApi } from './role.api.ts'
import { createRoleRepository } from './role.repository.ts'
import { createRoleService } from './role.service.ts'
import { createTemplateRepository } from './template.repository.ts'
import { createTemplateService } from './template.service.ts'

export const projectNouns: Nouns = {
  project: { zh: '项目', en: 'The project' },
  projectTemplate: { zh: '项目模板', en: 'The project template' },
  member: { zh: '项目成员', en: 'The project member' },
  role: { zh: '角色', en: 'The role' },
}

/** What a member may do in a project; the gate of http asks for it, so it is there before all other modules. */
export const projectAccess = (database: Database) => createAccessRepository(database).accessOf

export interface ProjectModuleDeps extends ModuleBase {
  readonly operationRecordRepository: Pick<OperationRecordRepository, 'latestOf'>
  /** Called before a project goes, so that what lies outside the database goes too. */
  readonly beforeDelete: (projectId: string) => Promise<void>
}

export function projectModule({
  database,
  clock,
  operationRecordRepository: operationRecords,
  beforeDelete,
}: ProjectModuleDeps) {
  const repository = createProjectRepository(database)
  const roles = createRoleRepository(database)
  const members = createMemberRepository(database)
  const templates = createTemplateRepository(database)
  const projects = createProjectService({ repository, members, roles, templates, clock, beforeDelete })
  const home = createProjectHomeService({
    repository: createProjectHomeRepository(database),
    operationRecords,
    clock,
  })
  return {
    handlers: {
      adminProject: createAdminProjectApi(projects),
      projectTemplate: createProjectTemplateApi(createTemplateService(templates, clock)),
      project: createProjectApi(projects, home),
      member: createMemberApi(createMemberService({ repository: members, roles, clock })),
      role: createRoleApi(createRoleService(roles)),
    },
    services: { projects, projectsByStatus: () => repository.countsByStatus() },
  }
}
