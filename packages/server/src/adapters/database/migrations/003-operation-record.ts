/** Operation records; without foreign keys, because they outlive what they tell of. */
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('operation_records')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('account', 'text', column => column.notNull())
    .addColumn('as_administrator', 'boolean', column => column.notNull())
    .addColumn('from_address', 'text', column => column.notNull())
    .addColumn('project_id', 'uuid')
    .addColumn('project_name', 'text')
    .addColumn('target', 'text', column => column.notNull())
    .addColumn('before', 'jsonb')
    .addColumn('after', 'jsonb')
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('error_code', 'text')
    .execute()
  await database.schema.createIndex('operation_records_at').on('operation_records').column('at').execute()
  await database.schema
    .createIndex('operation_records_project')
    .on('operation_records')
    .columns(['project_id', 'at'])
    .execute()
}
