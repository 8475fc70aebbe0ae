/** Rows of projects, their members and roles, and of project templates. */
import type { DynamicProperty, ProjectTemplate } from '@pone/contract/entities/project.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import type { JSONColumnType } from 'kysely'

export interface ProjectTable {
  id: string
  name: string
  code: string
  description: string
  type: 'test' | 'large' | 'small'
  is_enabled: boolean
  size: string
  system: string
  manager_id: string
  manager_phone: string
  test_manager: string
  test_manager_phone: string
  planned_start_at: number | null
  planned_end_at: number | null
  actual_start_at: number | null
  actual_end_at: number | null
  estimated_resources: string
  actual_tester_count: number | null
  requirement_code: string
  defect_handler: string
  status: 'notImplemented' | 'inProgress'
  dynamic_properties: JSONColumnType<DynamicProperty[]>
  created_at: number
  updated_at: number
  /** Set while the project is archived; its status is kept for the day it is brought back. */
  archived_at: number | null
}

export interface ProjectRoleTable {
  id: string
  project_id: string
  /** Key of a built-in role, null for a custom one. */
  built_in: string | null
  name: string
  functions: JSONColumnType<ProjectFunction[]>
  position: number
}

export interface ProjectMemberTable {
  project_id: string
  user_id: string
  role_id: string
  joined_at: number
}

export interface ProjectTemplateTable {
  id: string
  name: string
  properties: JSONColumnType<ProjectTemplate['properties']>
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    projects: ProjectTable
    project_roles: ProjectRoleTable
    project_members: ProjectMemberTable
    project_templates: ProjectTemplateTable
  }
}
