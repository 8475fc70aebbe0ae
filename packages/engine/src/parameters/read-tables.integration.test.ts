/** Parameters whose rows come from a real database. */
import { causeText } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileComponent } from '../compile-component.ts'
import { readTables } from './read-tables.ts'
import { tableKey } from './table.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.close())

const componentWith = (parameter: object = {}) => {
  const { driver, host, port, user } = database
  const document = componentDocumentSchema.parse({
    settings: { verifyTls: false },
    variables: [
      { name: 'dbPassword', value: database.password, secret: true },
      { name: 'limit', value: '3' },
    ],
    parameters: [
      {
        kind: 'table',
        id: 'p',
        database: {
          driver,
          host,
          port,
          user,
          database: database.database,
          password: `\${dbPassword}`,
          tls: true,
        },
        query: `SELECT i, CASE WHEN i = 2 THEN NULL ELSE 'name ' || i END FROM generate_series(1, \${limit}) i ORDER BY i`,
        columns: ['id', 'name'],
        ...parameter,
      },
    ],
  })
  return { name: 'shop', document }
}

test('the rows of a query are the rows of a parameter, NULL as an empty text', async () => {
  const component = componentWith()
  const tables = await readTables(
    [{ ...component, name: 'other', document: { ...component.document, parameters: [] } }, component],
    {},
  )
  expect(tables).toEqual({
    [tableKey(1, { id: 'p' })]: [
      ['1', 'name 1'],
      ['2', ''],
      ['3', 'name 3'],
    ],
  })
  const { pools } = compileComponent({
    ...component,
    share: { from01: 0, to01: 1 },
    labelOf: () => undefined,
    filePaths: {},
    tables,
    position: 1,
    extraHeaders: [],
    log: () => undefined,
  })
  expect(pools.map(({ source }) => [source.columns, source.rowCount])).toEqual([[['id', 'name'], 3]])
})

const reasonOf = async (parameter: object) => {
  const error: unknown = await readTables([componentWith(parameter)], {}).catch((reason: unknown) => reason)
  return error instanceof Error ? causeText(error.message, 'en') : 'no error'
}

test.each([
  [{ maxRows: 2 }, /shop.*id, name.*exceeds 2 rows/],
  [{ query: 'SELECT pg_sleep(20)', timeoutSeconds: 1 }, /within 1000 ms/],
  [{ query: 'SELEKT 1' }, /syntax error/],
])('a run does not start with %o', async (parameter, reason) => {
  expect(await reasonOf(parameter)).toMatch(reason)
})

test('nor without a database', async () => {
  expect(await reasonOf({ database: { host: '127.0.0.1', port: 1, user: 'u' } })).toMatch(/refused/)
})
