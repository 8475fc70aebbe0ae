/** Inserts a user and a project of this user directly into a test database, for tests that only need their rows. */
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** Returns the new project's id. */
export async function insertTestProject(database: Database): Promise<string> {
  const userId = randomUUID()
  const projectId = randomUUID()
  await database
    .insertInto('users')
    .values({
      id: userId,
      account: `user-${userId.slice(0, 8)}`,
      password_hash: '',
      real_name: 'Test user',
      email: '',
      phone: '',
      organisation: '',
      is_administrator: false,
      must_change_password: false,
      is_waiting: false,
      locked_until: null,
      locked_by_administrator: false,
      created_at: 1,
      last_login_at: null,
    })
    .execute()
  await database
    .insertInto('projects')
    .values({
      id: projectId,
      name: 'Test project',
      code: `P-${projectId.slice(0, 8)}`,
      description: '',
      type: 'test',
      is_enabled: true,
      size: '',
      system: '',
      manager_id: userId,
      manager_phone: '',
      test_manager: '',
      test_manager_phone: '',
      planned_start_at: null,
      planned_end_at: null,
      actual_start_at: null,
      actual_end_at: null,
      estimated_resources: '',
      actual_tester_count: null,
      requirement_code: '',
      defect_handler: '',
      status: 'notImplemented',
      dynamic_properties: '[]',
      created_at: 1,
      updated_at: 1,
      archived_at: null,
    })
    .execute()
  return projectId
}
