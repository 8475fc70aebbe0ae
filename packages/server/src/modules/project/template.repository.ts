/** Queries on project templates. */
import type { ProjectTemplate } from '@pone/contract/entities/project.ts'
import type { Database } from '../../adapters/database/database.ts'

export interface TemplateRepository {
  list(): Promise<ProjectTemplate[]>
  find(id: string): Promise<ProjectTemplate | undefined>
  /** Fails with a unique violation when the name is taken. */
  insert(template: ProjectTemplate): Promise<void>
  update(template: ProjectTemplate): Promise<void>
  delete(id: string): Promise<void>
}

export function createTemplateRepository(database: Database): TemplateRepository {
  const templates = () =>
    database.selectFrom('project_templates').select(['id', 'name', 'properties', 'updated_at as updatedAt'])
  return {
    list: () => templates().orderBy('name').execute(),
    find: id => templates().where('id', '=', id).executeTakeFirst(),
    insert: async ({ id, name, properties, updatedAt }) => {
      await database
        .insertInto('project_templates')
        .values({ id, name, properties: JSON.stringify(properties), updated_at: updatedAt })
        .execute()
    },
    update: async ({ id, name, properties, updatedAt }) => {
      await database
        .updateTable('project_templates')
        .set({ name, properties: JSON.stringify(properties), updated_at: updatedAt })
        .where('id', '=', id)
        .execute()
    },
    delete: async id => {
      await database.deleteFrom('project_templates').where('id', '=', id).execute()
    },
  }
}
