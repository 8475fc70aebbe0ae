/** What callers see of a project. */
import type { Project, ProjectFields } from '@pone/contract/entities/project.ts'
import type { ProjectRow } from './project.repository.ts'

export const toProject = (row: ProjectRow): Project => ({
  ...fieldsOf(row),
  id: row.id,
  status: row.archived_at === null ? row.status : 'archived',
  manager: { id: row.manager_id, account: row.manager_account, realName: row.manager_name },
  memberCount: row.member_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  archivedAt: row.archived_at,
})

/** The form's part, also what the operation record keeps. */
export const fieldsOf = (row: ProjectRow): ProjectFields => ({
  name: row.name,
  code: row.code,
  description: row.description,
  type: row.type,
  isEnabled: row.is_enabled,
  size: row.size,
  system: row.system,
  managerPhone: row.manager_phone,
  testManager: row.test_manager,
  testManagerPhone: row.test_manager_phone,
  plannedStartAt: row.planned_start_at,
  plannedEndAt: row.planned_end_at,
  actualStartAt: row.actual_start_at,
  actualEndAt: row.actual_end_at,
  estimatedResources: row.estimated_resources,
  actualTesterCount: row.actual_tester_count,
  requirementCode: row.requirement_code,
  defectHandler: row.defect_handler,
  status: row.status,
  dynamicProperties: row.dynamic_properties,
})
