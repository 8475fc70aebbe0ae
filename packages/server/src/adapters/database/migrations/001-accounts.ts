/** Accounts, sessions, verification codes and settings. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('users')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('account', 'text', column => column.notNull())
    .addColumn('real_name', 'text', column => column.notNull())
    .addColumn('email', 'text', column => column.notNull())
    .addColumn('phone', 'text', column => column.notNull())
    .addColumn('organisation', 'text', column => column.notNull())
    .addColumn('is_administrator', 'boolean', column => column.notNull())
    .addColumn('password_hash', 'text', column => column.notNull())
    .addColumn('must_change_password', 'boolean', column => column.notNull())
    .addColumn('failed_logins', 'integer', column => column.notNull())
    .addColumn('locked_until', 'bigint')
    .addColumn('locked_by_administrator', 'boolean', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('last_login_at', 'bigint')
    .execute()
  await sql`CREATE UNIQUE INDEX users_account_key ON users (lower(account))`.execute(database)

  await database.schema
    .createTable('sessions')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('token_hash', 'text', column => column.notNull().unique())
    .addColumn('user_id', 'uuid', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('is_remembered', 'boolean', column => column.notNull())
    .addColumn('from_address', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('last_seen_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .execute()
  await database.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'ended_at']).execute()
  await database.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await database.schema
    .createTable('captchas')
    .addColumn('id', 'uuid', column => column.primaryKey())
    .addColumn('code', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()

  await database.schema
    .createTable('settings')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('value', 'text', column => column.notNull())
    .execute()
}
