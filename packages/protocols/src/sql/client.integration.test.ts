import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCell } from './cell.ts'
import { sqlClient } from './client.ts'
import { phaseIndex } from './outcome.ts'
import { startMariadb, startPostgres, type TestDatabase } from './test-databases.ts'
import { openTo, runOn } from './test-harness.ts'
import { TestComponent } from './test-user.ts'

const starts = { postgresql: startPostgres, mysql: startMariadb }
const sleeps = { postgresql: 'SELECT pg_sleep(200)', mysql: 'SELECT SLEEP(200)' }

describe.each(['postgresql', 'mysql'] as const)('SQL on %s', driver => {
  let server: TestDatabase
  let component: TestComponent
  let connect: { kind: 'connect' } & Record<string, unknown>

  beforeAll(async () => {
    server = await starts[driver]()
    const connection = await openTo(server)
    await runOn(connection, 'CREATE TABLE item (id int PRIMARY KEY, name varchar(20))')
    connection.close()
    const { host, port, database, user, password } = server
    connect = { kind: 'connect', driver, host, port, database, user, password: '${secret}' }
    expect(password).not.toBe('')
  })
  beforeEach(() => {
    component = new TestComponent()
  })
  afterEach(() => component.close())
  afterAll(() => server.close())
  const newUser = () => component.user({ secret: server.password, id: '7' })

  it('runs statements on the connection that was opened before, each counted once before it is sent', async () => {
    const { run } = newUser()
    const opened = await run(connect)
    expect([opened.errorCode, opened.errorMessage]).toEqual([null, ''])
    expect(opened.phasesUs[phaseIndex.login]).toBeGreaterThan(0)
    expect(opened.url).toBe(`${driver}://127.0.0.1:${server.port}/${server.database}`)
    const placeholder = driver === 'postgresql' ? '$1' : '?'
    const insert = `INSERT INTO item VALUES (${'${id}'}, ${placeholder})`
    const inserted = await run({ kind: 'execute', text: insert, parameters: [{ value: "it's" }] })
    expect([inserted.errorCode, inserted.table?.affectedRows]).toEqual([null, 1])
    const found = await run({ kind: 'query', text: 'SELECT id, name FROM item' })
    expect(new TextDecoder().decode(found.body)).toBe(`[{"id":7,"name":"it's"}]`)
    expect([found.count, found.metrics]).toEqual([1, [[0, 1]]])
    expect(found.phasesUs[phaseIndex.execute]).not.toBeNull()
    expect(found.phasesUs[phaseIndex.fetch]).not.toBeNull()
    expect(found.receivedBytes).toBeGreaterThan(10)
    const undone = await run({ kind: 'execute', text: 'DELETE FROM item' })
    expect(undone.table?.affectedRows).toBe(1)
    const closed = await run({ kind: 'close' })
    const outcomes = [opened, inserted, found, undone, closed]
    expect(outcomes.map(({ wireRequests }) => wireRequests)).toEqual([1, 1, 1, 1, 1])
    expect(component.journalled).toEqual([1, 2, 3, 4, 5])
    const after = await run({ kind: 'query', text: 'SELECT 1' })
    expect([after.errorCode, after.wireRequests, component.wire.sent]).toEqual(['notConnected', 0, 5])
    await expect.poll(() => component.wire.connections).toBe(0)
  })

  it('keeps connections of different names apart', async () => {
    const { run } = newUser()
    await run(connect)
    await run({ ...connect, connection: 'second' })
    const own = driver === 'postgresql' ? 'SELECT pg_backend_pid() AS id' : 'SELECT CONNECTION_ID() AS id'
    const first = await run({ kind: 'query', text: own })
    const second = await run({ kind: 'query', connection: 'second', text: own })
    expect(first.table?.cell(1, 'id')).not.toBe(second.table?.cell(1, 'id'))
  })

  it('commits and rolls back', async () => {
    const { run } = newUser()
    await run(connect)
    for (const [end, rows] of [
      ['rollback', 0],
      ['commit', 1],
    ] as const) {
      const begun = await run({ kind: 'begin', isolation: 'serializable' })
      expect(begun.errorCode).toBeNull()
      await run({ kind: 'execute', text: `INSERT INTO item VALUES (1, 'x')` })
      await run({ kind: end })
      expect((await run({ kind: 'query', text: 'SELECT * FROM item' })).count).toBe(rows)
    }
    await run({ kind: 'execute', text: 'DELETE FROM item' })
  })

  it('closes at the end of the iteration what is kept for the iteration only', async () => {
    const { run, session } = newUser()
    await run({ ...connect, keep: 'iteration' })
    await run({ ...connect, connection: 'kept' })
    session.beginIteration(false)
    expect((await run({ kind: 'query', text: 'SELECT 1' })).errorCode).toBe('notConnected')
    expect((await run({ kind: 'query', connection: 'kept', text: 'SELECT 1' })).errorCode).toBeNull()
    session.beginIteration(true)
    expect((await run({ kind: 'query', connection: 'kept', text: 'SELECT 1' })).errorCode).toBe(
      'notConnected',
    )
  })

  it('shares the connections of a pool, the wait for one told apart, and gives a transaction its own', async () => {
    const pool = { ...connect, scope: 'pool', poolSize: 2 }
    const users = Array.from({ length: 6 }, newUser)
    const opened = await Promise.all(users.map(({ run }) => run(pool)))
    expect(opened.map(({ errorCode }) => errorCode)).toEqual(users.map(() => null))
    expect(component.wire.connections).toBeLessThanOrEqual(2)
    const slow = driver === 'postgresql' ? 'SELECT pg_sleep(0.05)' : 'SELECT SLEEP(0.05)'
    const outcomes = await Promise.all(users.map(({ run }) => run({ kind: 'query', text: slow })))
    expect(outcomes.map(({ errorCode }) => errorCode)).toEqual(users.map(() => null))
    const waits = outcomes.map(({ phasesUs }) => phasesUs[phaseIndex.poolWait] ?? 0)
    expect(Math.max(...waits)).toBeGreaterThan(40_000)
    const [first, second] = users
    await first?.run({ kind: 'begin' })
    await first?.run({ kind: 'execute', text: `INSERT INTO item VALUES (2, 'y')` })
    expect((await second?.run({ kind: 'query', text: 'SELECT * FROM item' }))?.count).toBe(0)
    await first?.run({ kind: 'rollback' })
    for (const { session } of users) session.close()
    await expect.poll(() => component.wire.connections).toBe(0)
  })

  it('opens a lost connection again only where that is wanted', async () => {
    const { run } = newUser()
    await run(connect)
    await run({ ...connect, connection: 'again', reconnect: true })
    const end =
      driver === 'postgresql' ? 'SELECT pg_terminate_backend(pg_backend_pid())' : 'KILL CONNECTION_ID()'
    for (const connection of ['default', 'again']) {
      expect((await run({ kind: 'query', connection, text: end })).errorCode).not.toBeNull()
    }
    await expect.poll(() => component.wire.connections).toBe(0)
    expect((await run({ kind: 'query', text: 'SELECT 1' })).errorCode).toBe('connectionLost')
    expect((await run({ kind: 'query', connection: 'again', text: 'SELECT 1' })).errorCode).toBeNull()
  })

  it('ends all users at once when the run is stopped by force', async () => {
    const users = Array.from({ length: 3 }, newUser)
    await Promise.all(users.map(({ run }) => run(connect)))
    const running = Promise.all(users.map(({ run }) => run({ kind: 'query', text: sleeps[driver] })))
    await expect.poll(() => component.wire.sent).toBe(6)
    component.stop.abort()
    expect((await running).map(({ errorCode }) => errorCode)).toEqual(['aborted', 'aborted', 'aborted'])
    await expect.poll(() => component.wire.connections).toBe(0)
  })

  it('shows statement, parameters and result, and never the password', async () => {
    const { run, show } = newUser()
    await run(connect)
    expect(show()?.sections.map(({ key }) => key)).toEqual(['connection'])
    expect(JSON.stringify(show())).not.toContain(server.password)
    const place = driver === 'postgresql' ? '$1::int' : '?'
    const text = `SELECT ${place} AS one, NULL AS nothing`
    await run({ kind: 'query', text, parameters: [{ value: '1', type: 'number' }] })
    const keys = sqlClient.definition.sections.map(({ key }) => key)
    for (const { key } of show()?.sections ?? []) expect(keys).toContain(key)
    expect(show()?.sections).toEqual([
      { kind: 'text', key: 'statement', text, format: 'sql', sizeBytes: text.length },
      { kind: 'pairs', key: 'parameters', pairs: [['1', '1']] },
      { kind: 'pairs', key: 'figures', pairs: [['rows', '1']] },
      { kind: 'table', key: 'result', columns: ['one', 'nothing'], rows: [['1', null]], rowCount: null },
    ])
  })

  it('reads what parameters of a procedure give back, beside the result that it selects', async () => {
    const { run, show } = newUser()
    await run(connect)
    const name = `spread_${driver}`
    const create =
      driver === 'postgresql'
        ? `CREATE PROCEDURE ${name}(IN a int, INOUT b int, OUT c text) LANGUAGE plpgsql AS $$ BEGIN b := a + b; c := 'é'; END $$`
        : `CREATE PROCEDURE ${name}(IN a int, INOUT b int, OUT c varchar(10)) BEGIN SET b = a + b; SET c = 'é'; END`
    expect((await run({ kind: 'execute', text: create })).errorMessage).toBe('')
    const parameters = [
      { value: '${id}', type: 'number' },
      { value: '5', type: 'number', direction: 'inOut' },
      { value: 'not sent', direction: 'out' },
    ]
    const called = await run({ kind: 'call', procedure: name, parameters })
    expect([called.errorMessage, called.wireRequests, called.count]).toEqual(['', 1, 1])
    expect(['@2', '@3', '@1'].map(cell => readCell(called.table, 'cell', cell))).toEqual([['12'], ['é'], []])
    expect(show()?.sections.find(({ key }) => key === 'back')).toEqual({
      kind: 'pairs',
      key: 'back',
      pairs: [
        ['@2', '12'],
        ['@3', 'é'],
      ],
    })
  })
})

describe('SQL on mysql', () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server.close())

  it('keeps the rows that a procedure selects apart from what its parameters give back', async () => {
    const component = new TestComponent()
    const { host, port, database, user, password } = server
    const { run } = component.user()
    await run({ kind: 'connect', driver: 'mysql', host, port, database, user, password })
    const text =
      'CREATE PROCEDURE both_ways(OUT n int) BEGIN SELECT 1 AS one UNION SELECT 2; SET n = NULL; END'
    await run({ kind: 'execute', text })
    const call = { kind: 'call', procedure: 'both_ways', parameters: [{ direction: 'out' }] } as const
    const called = await run(call)
    expect([called.errorMessage, called.count]).toEqual(['', 2])
    expect(new TextDecoder().decode(called.body)).toBe('[{"one":1},\n{"one":2}]')
    expect(readCell(called.table, 'cell', '@1')).toEqual([])
    expect(called.table?.back).toEqual(new Map([['@1', null]]))
    const refused = await run({ ...call, procedure: 'missing' })
    expect(refused.errorCode).toBe('MySQL 1305')
    component.close()
  })
})
