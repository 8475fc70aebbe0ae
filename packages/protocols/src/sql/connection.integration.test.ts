import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from '../http/test-certificate.ts'
import { SqlConnection } from './connection.ts'
import { startMariadb, startPostgres, type TestDatabase } from './test-databases.ts'
import { faultOf, openTo, optionsFor, runOn } from './test-harness.ts'

const dialects = {
  postgresql: {
    start: startPostgres,
    bind: (n: number) => `$${n}`,
    sleep: 'SELECT pg_sleep(200)',
    many: (rows: number) => `SELECT i, repeat('x', 1000) AS filler FROM generate_series(1, ${rows}) AS i`,
    wrongPassword: 'SQLSTATE 28P01',
    duplicate: 'SQLSTATE 23505',
    syntax: 'SQLSTATE 42601',
    who: 'SELECT pid FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()',
    killSelf: 'SELECT pg_terminate_backend(pg_backend_pid())',
    procedure: `CREATE PROCEDURE twice(IN a int, INOUT b int) LANGUAGE plpgsql AS $$ BEGIN b := a * 2; END $$`,
    call: { text: 'CALL twice($1, NULL)', values: ['21'] },
    busy: `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(200)%' AND state = 'active' AND pid <> pg_backend_pid()`,
  },
  mysql: {
    start: startMariadb,
    bind: () => '?',
    sleep: 'SELECT SLEEP(200) FROM DUAL',
    many: (rows: number) => `SELECT seq AS i, REPEAT('x', 1000) AS filler FROM seq_1_to_${rows}`,
    wrongPassword: 'MySQL 1045',
    duplicate: 'MySQL 1062',
    syntax: 'MySQL 1064',
    who: `SHOW STATUS WHERE Variable_name = 'Ssl_version' AND Value <> ''`,
    killSelf: 'KILL CONNECTION_ID()',
    procedure: 'CREATE PROCEDURE twice(IN a int) SELECT a * 2 AS b',
    call: { text: 'CALL twice(?)', values: ['21'] },
    busy: `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP(200)%' AND ID <> CONNECTION_ID()`,
  },
} as const

describe.each(['postgresql', 'mysql'] as const)('a connection to %s', name => {
  const dialect = dialects[name]
  let database: TestDatabase
  const open: SqlConnection[] = []
  const connected = async (isTls = false) => {
    const connection = await openTo(database, isTls)
    open.push(connection)
    return connection
  }

  beforeAll(async () => {
    database = await dialect.start()
    const connection = await openTo(database)
    await runOn(
      connection,
      'CREATE TABLE account (id int PRIMARY KEY, name varchar(50), amount decimal(10,2), note text)',
    )
    await runOn(connection, `INSERT INTO account VALUES (1, 'Ann', 10.50, NULL), (2, '李雷', 20, 'ünï')`)
    await runOn(connection, dialect.procedure)
    connection.close()
  })
  afterEach(() => {
    for (const connection of open.splice(0)) connection.destroy()
  })
  afterAll(() => database.close())

  it('gives a result as texts with its columns, NULL apart from an empty text', async () => {
    const table = await runOn(await connected(), 'SELECT id, name, amount, note FROM account ORDER BY id')
    expect(table.columns.map(column => [column.name, column.kind])).toEqual([
      ['id', 'number'],
      ['name', 'text'],
      ['amount', 'number'],
      ['note', 'text'],
    ])
    expect(table.rows).toEqual([
      ['1', 'Ann', '10.50', null],
      ['2', '李雷', '20.00', 'ünï'],
    ])
    expect(table.rowCount).toBe(2)
    expect(JSON.parse(table.toJson())).toEqual([
      { id: 1, name: 'Ann', amount: 10.5, note: null },
      { id: 2, name: '李雷', amount: 20, note: 'ünï' },
    ])
  })

  it('binds values, so that a quote in one is a quote and no SQL', async () => {
    const connection = await connected()
    const text = `SELECT id FROM account WHERE name = ${dialect.bind(1)} OR id = ${dialect.bind(2)}`
    expect((await runOn(connection, { text, values: [`x' OR '1'='1`, 2] })).rows).toEqual([['2']])
    expect((await runOn(connection, { text, values: ['Ann', null] })).rows).toEqual([['1']])
    const limited = { text: `SELECT id FROM account ORDER BY id LIMIT ${dialect.bind(1)}`, values: [1n] }
    expect((await runOn(connection, limited)).rows).toEqual([['1']])
  })

  it('prepares a statement once and executes it often', async () => {
    const connection = await connected()
    const statement = { text: `SELECT name FROM account WHERE id = ${dialect.bind(1)}`, isPrepared: true }
    for (const id of [1, 2, 1]) {
      const table = await runOn(connection, { ...statement, values: [id] })
      expect(table.rows).toEqual([[id === 1 ? 'Ann' : '李雷']])
    }
    const sentBefore = connection.sentBytes
    await runOn(connection, { ...statement, values: [2] })
    expect(connection.sentBytes - sentBefore, 'the text is not sent again').toBeLessThan(120)
  })

  it('counts the rows that a statement changes', async () => {
    const connection = await connected()
    const table = await runOn(connection, `UPDATE account SET note = 'seen' WHERE id < 3`)
    expect([table.affectedRows, table.rowCount, table.columns]).toEqual([2, 0, []])
  })

  it('calls a procedure', async () => {
    const table = await runOn(await connected(), dialect.call)
    expect(table.cell(1, 'b')).toBe('42')
  })

  it('undoes what a transaction did', async () => {
    const connection = await connected()
    for (const text of database.driver === 'mysql' ? ['START TRANSACTION'] : ['BEGIN'])
      await runOn(connection, text)
    await runOn(connection, `INSERT INTO account VALUES (3, 'Cy', 1, NULL)`)
    await runOn(connection, 'ROLLBACK')
    expect((await runOn(connection, 'SELECT id FROM account')).rowCount).toBe(2)
  })

  it('takes the server’s error as code and message, and goes on', async () => {
    const connection = await connected()
    const fault = await faultOf(runOn(connection, `INSERT INTO account VALUES (1, 'Ann', 1, NULL)`))
    expect(fault.code).toBe(dialect.duplicate)
    expect(fault.message).toMatch(/duplicate/i)
    expect((await faultOf(runOn(connection, 'SELEKT 1'))).code).toBe(dialect.syntax)
    expect((await faultOf(runOn(connection, { text: 'SELEKT 1', values: [] }))).code).toBe(dialect.syntax)
    expect((await runOn(connection, 'SELECT 1')).rows).toEqual([['1']])
  })

  it('keeps as many rows as it may and counts all', async () => {
    const table = await runOn(await connected(), dialect.many(5_000), { maxRows: 10 })
    expect([table.rows.length, table.rowCount, table.isCut]).toEqual([10, 5_000, true])
    const short = await runOn(await connected(), dialect.many(50), { maxLength: 5_100 })
    expect([short.rows.length, short.rowCount, short.isCut]).toEqual([5, 50, true])
  })

  it('has the server cancel a statement that takes too long, and goes on', async () => {
    const connection = await connected()
    const fault = await faultOf(runOn(connection, dialect.sleep, { timeoutMs: 100 }))
    expect(fault.code).toBe('timeout.statement')
    expect(connection.isOpen).toBe(true)
    expect((await runOn(connection, 'SELECT 1')).rows).toEqual([['1']])
    expect((await runOn(connection, dialect.busy)).rows).toEqual([['0']])
  })

  it('ends at once when the run is stopped, and the statement ends on the server too', async () => {
    const connection = await connected()
    const observer = await connected()
    const running = faultOf(runOn(connection, dialect.sleep))
    await expect.poll(async () => (await runOn(observer, dialect.busy)).rows).toEqual([['1']])
    connection.abort()
    expect((await running).code).toBe('aborted')
    expect(connection.isOpen).toBe(false)
    await expect.poll(async () => (await runOn(observer, dialect.busy)).rows).toEqual([['0']])
  })

  it('tells that the server ended the connection', async () => {
    const connection = await connected()
    const first = await faultOf(runOn(connection, dialect.killSelf))
    expect(first.code).toMatch(/^(connectionLost|SQLSTATE 57P01|MySQL 1927|MySQL 1317)$/)
    await expect.poll(() => connection.isOpen).toBe(false)
    expect((await faultOf(runOn(connection, 'SELECT 1'))).code).toBe('connectionLost')
  })

  it('speaks TLS when it is asked to, timed apart', async () => {
    const connection = await connected(true)
    expect((await runOn(connection, dialect.who)).rowCount).toBe(1)
    expect(connection.times.tlsUs).toBeGreaterThan(0)
    const fault = await faultOf(runOn(connection, dialect.sleep, { timeoutMs: 100 }))
    expect([fault.code, connection.isOpen]).toEqual(['timeout.statement', true])
  })

  it('refuses a certificate that nobody vouches for', async () => {
    const options = optionsFor({ ...database, authority: makeAuthority().cert }, true)
    expect((await faultOf(SqlConnection.open(options))).code).toMatch(/^tls\./)
  })

  it('tells a wrong password by the server’s code', async () => {
    const options = optionsFor({ ...database, password: 'wrong' })
    expect((await faultOf(SqlConnection.open(options))).code).toBe(dialect.wrongPassword)
  })
})
