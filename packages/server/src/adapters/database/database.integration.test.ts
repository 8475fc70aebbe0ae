import { afterAll, expect, test } from 'vitest'
import { isUniqueViolation } from './database-error.ts'
import { migrate } from './migrations.ts'
import { createTestDatabase } from './test-database.ts'

const first = await createTestDatabase()
const second = await createTestDatabase()
afterAll(() => Promise.all([first.close(), second.close()]))

test('every test database is migrated and apart from the others', async () => {
  await first.database.insertInto('settings').values({ name: 'a', value: '1' }).execute()
  const rows = await second.database.selectFrom('settings').selectAll().execute()
  expect(rows).toEqual([])
})

test('migrating a database that is up to date changes nothing', async () => {
  await expect(migrate(first.database)).resolves.toBeUndefined()
})

test('counts and 64-bit integers arrive as numbers', async () => {
  await first.database
    .insertInto('captchas')
    .values({ id: crypto.randomUUID(), code: 'x', expires_at: 1_800_000_000_000 })
    .execute()
  const row = await first.database
    .selectFrom('captchas')
    .select(builder => ['expires_at', builder.fn.countAll<number>().over().as('count')])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ expires_at: 1_800_000_000_000, count: 1 })
})

test('a second row with the same unique value is told apart from other failures', async () => {
  const insert = () => first.database.insertInto('settings').values({ name: 'twice', value: '1' }).execute()
  await insert()
  const error: unknown = await insert().catch((cause: unknown) => cause)
  expect(isUniqueViolation(error, 'settings_pkey')).toBe(true)
  expect(isUniqueViolation(error, 'users_account_key')).toBe(false)
})
