/** Projects, their roles and members, and project templates. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('projects')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('code', 'text', column => column.notNull())
    .addColumn('description', 'text', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('is_enabled', 'boolean', column => column.notNull())
    .addColumn('size', 'text', column => column.notNull())
    .addColumn('system', 'text', column => column.notNull())
    .addColumn('manager_id', 'uuid', column => column.notNull().references('users.id'))
    .addColumn('manager_phone', 'text', column => column.notNull())
    .addColumn('test_manager', 'text', column => column.notNull())
    .addColumn('test_manager_phone', 'text', column => column.notNull())
    .addColumn('planned_start_at', 'bigint')
    .addColumn('planned_end_at', 'bigint')
    .addColumn('actual_start_at', 'bigint')
    .addColumn('actual_end_at', 'bigint')
    .addColumn('estimated_resources', 'text', column => column.notNull())
    .addColumn('actual_tester_count', 'integer')
    .addColumn('requirement_code', 'text', column => column.notNull())
    .addColumn('defect_handler', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('dynamic_properties', 'jsonb', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .execute()
  await sql`CREATE UNIQUE INDEX projects_code_key ON projects (lower(code))`.execute(database)
  await database.schema.createIndex('projects_manager').on('projects').column('manager_id').execute()

  await database.schema
    .createTable('project_roles')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('project_id', 'uuid', column => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('built_in', 'text')
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('functions', 'jsonb', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .execute()
  await sql`CREATE UNIQUE INDEX project_roles_name_key ON project_roles (project_id, lower(name))`.execute(
    database,
  )

  await database.schema
    .createTable('project_members')
    .addColumn('project_id', 'uuid', column => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role_id', 'uuid', column => column.notNull().references('project_roles.id'))
    .addColumn('joined_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('project_members_pkey', ['project_id', 'user_id'])
    .execute()
  await database.schema.createIndex('project_members_user').on('project_members').column('user_id').execute()

  await database.schema
    .createTable('project_templates')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('properties', 'jsonb', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await sql`CREATE UNIQUE INDEX project_templates_name_key ON project_templates (lower(name))`.execute(
    database,
  )
}
