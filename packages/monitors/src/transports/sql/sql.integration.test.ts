import { chmod, mkdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startMariadb, startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { explainOperation } from '../../collection/explain.ts'
import { sqlFault } from '../../own/sql-rules.ts'
import type { TargetRecord } from '../../reading/records.ts'
import { samplesOf } from '../../reading/samples.ts'
import { monitorTypeOf } from '../../registry.ts'
import { TargetFault } from '../../target-fault.ts'
import type { MonitorType, ParamValues } from '../../type.ts'
import { transports } from '../registry.ts'
import { slowLogTransport } from '../slow-log/transport.ts'
import { compare, startExporter, uncompared } from '../test-exporter.ts'
import { startForeign, startProxy } from '../test-processes.ts'
import { freePort, temporaryFolder } from '../test-servers.ts'
import type { TargetConnection, Transport } from '../transport.ts'
import { mysqlKind } from './mysql.ts'
import { postgresqlKind } from './postgresql.ts'
import { mysqlTransport, postgresqlTransport as postgresqlTransportFor } from './transport.ts'
import { WireSession } from './wire-session.ts'

const postgresqlTransport = postgresqlTransportFor([])

const soon = () => AbortSignal.timeout(15_000)

const paramsFor = (database: TestDatabase, more: ParamValues = {}): ParamValues => ({
  host: database.host,
  port: database.port,
  user: database.user,
  password: database.password,
  database: database.driver === 'postgresql' ? 'postgres' : '',
  ...more,
})

function typeOf(name: string): MonitorType {
  const type = monitorTypeOf(name)
  if (type === undefined) throw new Error('there is no such type')
  return type
}

/** Answers of a section, by its key. */
async function ask(connection: TargetConnection, type: MonitorType, key: string) {
  const section = type.sections.find(one => one.key === key)
  if (section === undefined) throw new Error(`there is no section ${key}`)
  return { section, ...(await connection.ask(section.request, soon())) }
}

/** Runs statements as the administrator. */
async function administer(database: TestDatabase, ...statements: string[]): Promise<void> {
  const session = await WireSession.open(
    database.driver === 'mysql' ? mysqlKind : postgresqlKind,
    { ...database, isTls: false, verifiesTls: true },
    soon(),
  )
  try {
    for (const statement of statements) await session.query(statement, soon())
  } finally {
    session.close()
  }
}

/** Counters without a value in the first answer, and values that are no numbers. */
async function absentIn(transport: Transport, type: MonitorType, params: ParamValues): Promise<string[]> {
  const connection = await transport.open(params, soon())
  const absent: string[] = []
  try {
    // Files of the agent's machine are not asked by SQL.
    const own = type.sections.filter(section => section.transport === undefined)
    for (const { key } of own) {
      const { section, records } = await ask(connection, type, key)
      const { samples, texts } = samplesOf(section, records, new Set())
      const read = new Set([...samples, ...texts].map(({ counter }) => counter))
      for (const { value, counter } of samples) if (Number.isNaN(value)) absent.push(`NaN ${key}.${counter}`)
      absent.push(...section.counters.filter(one => !read.has(one.key)).map(one => `${key}.${one.key}`))
    }
  } finally {
    connection.close()
  }
  return absent
}

async function faultOf(transport: Transport, params: ParamValues, type: MonitorType, signal = soon()) {
  try {
    const connection = await transport.open(params, signal)
    try {
      await connection.ask(type.sections[0]?.request, signal)
    } finally {
      connection.close()
    }
    return null
  } catch (error) {
    return error instanceof TargetFault ? error.code : error
  }
}

/** The fault of one section. */
async function sectionFault(transport: Transport, params: ParamValues, type: MonitorType, key: string) {
  const connection = await transport.open(params, soon())
  try {
    return await ask(connection, type, key).then(
      () => null,
      (error: unknown) => error,
    )
  } finally {
    connection.close()
  }
}

/**
 * Sends statements of a type of one's own as an agent does, those that the check refuses not; returns what was sent.
 * Each is sent by a session of its own.
 */
async function attack(
  dialect: 'mysql' | 'postgresql',
  database: TestDatabase,
  statements: readonly string[],
): Promise<string[]> {
  const transport = dialect === 'mysql' ? mysqlTransport : postgresqlTransport
  const sent: string[] = []
  for (const statement of statements) {
    if (sqlFault(statement, dialect) !== null) continue
    sent.push(statement)
    const connection = await transport.open(paramsFor(database), soon())
    await connection.ask({ statements: [statement] }, soon()).catch(() => undefined)
    connection.close()
  }
  return sent
}

/**
 * Sends statements as those of types of one's own are sent, without the check before, all by one session, so that one could
 * open the way for the next.
 */
async function attackUnchecked(
  dialect: 'mysql' | 'postgresql',
  database: TestDatabase,
  statements: readonly string[],
): Promise<string[]> {
  const transport = dialect === 'mysql' ? mysqlTransport : postgresqlTransport
  const connection = await transport.open(paramsFor(database), soon())
  const answered: string[] = []
  for (const statement of statements) {
    const isAnswered = await connection.ask({ statements: [statement], isIsolated: true }, soon()).then(
      () => true,
      () => false,
    )
    if (isAnswered) answered.push(statement)
  }
  connection.close()
  return answered
}

/** Variables begin with a small letter, figures of the status with a capital one. */
function mysqlSeries(name: string): string {
  const lower = name.toLowerCase()
  if (name !== lower) {
    const [, family, rest] = /^(com|handler)_(.+)$/.exec(lower) ?? []
    if (family === 'com') return `mysql_global_status_commands_total{command="${rest}"}`
    if (family === 'handler') return `mysql_global_status_handlers_total{handler="${rest}"}`
    return `mysql_global_status_${lower}`
  }
  return `mysql_global_variables_${lower}`
}

describe('the type mysql', () => {
  const type = typeOf('mysql')
  let database: TestDatabase
  beforeAll(async () => {
    database = await startMariadb(
      '--performance-schema=ON',
      '--slow-query-log=ON',
      '--log-output=TABLE',
      '--log-queries-not-using-indexes=ON',
      '--log-bin=changes',
      '--server-id=1',
      '--log-bin-trust-function-creators=ON',
    )
    await administer(
      database,
      'CREATE TABLE test.items (id int PRIMARY KEY, name varchar(50))',
      "INSERT INTO test.items SELECT seq, CONCAT('item ', seq) FROM seq_1_to_500",
      "SELECT COUNT(*) FROM test.items WHERE name LIKE '%7%'",
      "SELECT COUNT(*) FROM test.items WHERE name LIKE '%8%'",
    )
  })
  afterAll(() => database.close())

  test('reads a value for every counter, but for replicas and sessions that are not there', async () => {
    const absent = await absentIn(mysqlTransport, type, paramsFor(database))
    expect(absent.filter(name => !/^(replica|processes)\./.test(name))).toEqual([])
  })

  test('agrees with prometheus-mysqld-exporter', async () => {
    await administer(
      database,
      "CREATE USER exporter@'%' IDENTIFIED BY 'secret'",
      "GRANT PROCESS, REPLICATION CLIENT, SELECT ON *.* TO exporter@'%'",
    )
    const address = `exporter:secret@tcp(${database.host}:${database.port})/`
    const exporter = await startExporter(['prometheus-mysqld-exporter', '--web.listen-address={address}'], {
      DATA_SOURCE_NAME: address,
    })
    const connection = await mysqlTransport.open(paramsFor(database), soon())
    try {
      const read = async () => (await ask(connection, type, 'status')).records[0] ?? {}
      const before = await read()
      const exported = await exporter.read()
      const after = await read()
      const status = (type.sections.find(({ key }) => key === 'status')?.counters ?? []).filter(
        ({ kind }) => kind === 'gauge' || kind === 'counter',
      )
      const rows = status.map(({ key, from }) => ({ counter: from ?? key, series: mysqlSeries(from ?? key) }))
      // A state is a text in the answer; the others are those of replicas.
      const absent = ['status.read_only', 'replica.lagSeconds', 'replica.isReading', 'replica.isApplying']
      const names = status.map(({ key }) => `status.${key}`)
      expect(uncompared(type, names, absent)).toEqual([])
      // Bytes of data and temporary tables differ by what reading itself makes.
      expect(compare(rows, { before, after, exported }, { tolerance: 0.01, slack: 10 })).toEqual([])
    } finally {
      connection.close()
      await exporter.close()
    }
  })

  test('explains a statement of the slow log in its schema; what changes data is refused', async () => {
    const connection = await mysqlTransport.open(paramsFor(database), soon())
    await administer(database, "DELETE FROM test.items WHERE name LIKE '%none%'")
    const { records } = await ask(connection, type, 'slowLog')
    connection.close()
    const planOf = (pattern: RegExp) =>
      explainOperation({
        type,
        params: paramsFor(database),
        section: 'slowLog',
        labels: { entry: records.find(({ statement }) => pattern.test(statement ?? ''))?.['entry'] ?? '' },
        transports,
      })
    const { nodes } = await planOf(/^SELECT COUNT.*items/)
    const table = nodes.find(({ title }) => title === 'table')
    expect(table).toMatchObject({ object: 'items' })
    expect(table?.rows).toBeGreaterThan(100)
    expect(JSON.stringify(nodes)).not.toContain('%7%')
    await expect(planOf(/^DELETE/)).rejects.toMatchObject({ fault: 'notReadOnly' })
    await expect(planOf(/nothing/)).rejects.toMatchObject({ fault: 'noSample' })
  })

  test('lists statements by digest and slow ones, none of them its own', async () => {
    const connection = await mysqlTransport.open(paramsFor(database), soon())
    for (const key of ['statements', 'slowLog', 'processes']) await ask(connection, type, key)
    const texts = async (key: string) =>
      (await ask(connection, type, key)).records.map(record => record['statement'] ?? '')
    const digests = await texts('statements')
    expect(digests.join('\n')).toMatch(/SELECT COUNT.*`items`|SELECT COUNT.*items/)
    const slow = await texts('slowLog')
    expect(slow.filter(statement => statement.includes('items')).length).toBeGreaterThanOrEqual(2)
    expect([...digests, ...slow].filter(statement => statement.includes('pone_monitor'))).toEqual([])
    connection.close()
  })

  test('tells how far a replica is behind, and why it stopped', async () => {
    const second = await startMariadb('--server-id=2', '--relay-log=relay')
    const connection = await mysqlTransport.open(paramsFor(second), soon())
    const replica = async () => (await ask(connection, type, 'replica')).records[0]
    const primary = await mysqlTransport.open(paramsFor(database), soon())
    try {
      expect([await replica(), (await ask(primary, type, 'replica')).records]).toEqual([undefined, []])
      const [at] = (await primary.ask({ statements: ['SHOW MASTER STATUS'] }, soon())).records
      await administer(
        second,
        `CHANGE MASTER TO MASTER_HOST = '${database.host}', MASTER_PORT = ${database.port}, MASTER_USER = '${database.user}',
MASTER_PASSWORD = '${database.password}', MASTER_LOG_FILE = '${at?.['File']}', MASTER_LOG_POS = ${at?.['Position']}, MASTER_DELAY = 2`,
        'START SLAVE',
      )
      await administer(
        database,
        'CREATE DATABASE copied',
        'CREATE TABLE copied.rows (id int PRIMARY KEY)',
        'INSERT INTO copied.rows VALUES (1)',
      )
      const lags: number[] = []
      const patient = { timeout: 15_000, interval: 200 }
      await vi.waitFor(async () => {
        const lag = (await replica())?.['lagSeconds']
        if (lag !== undefined) lags.push(Number(lag))
        expect([Math.max(...lags) >= 1, lag]).toEqual([true, '0'])
      }, patient)
      expect(await replica()).toMatchObject({ source: database.host, isReading: 'Yes', isApplying: 'Yes' })
      const copied = await connection.ask({ statements: ['SELECT id FROM copied.rows'] }, soon())
      expect(copied.records).toEqual([{ id: '1' }])

      await administer(second, 'INSERT INTO copied.rows VALUES (2)')
      await administer(database, 'INSERT INTO copied.rows VALUES (2)')
      const stopped = await vi.waitFor(async () => {
        const found = await replica()
        expect(found).toMatchObject({ isReading: 'Yes', isApplying: 'No' })
        return found
      }, patient)
      expect(stopped?.['lastError']).toMatch(/Duplicate entry '2'/)
      expect(stopped?.['lagSeconds']).toBeUndefined()
    } finally {
      connection.close()
      primary.close()
      await second.close()
    }
  }, 120_000)

  test('closing is no error for the server', async () => {
    const read = async () => {
      const connection = await mysqlTransport.open(paramsFor(database), soon())
      const aborted = Number((await ask(connection, type, 'status')).records[0]?.['Aborted_clients'])
      connection.close()
      return aborted
    }
    const before = await read()
    for (let times = 0; times < 5; times++) await read()
    expect(await read()).toBe(before)
  })

  test('names the statement that grants a missing right, and it helps', async () => {
    await administer(database, "CREATE USER poor@'%' IDENTIFIED BY 'secret'")
    const params = paramsFor(database, { user: 'poor', password: 'secret' })
    const probe = async () => {
      const connection = await mysqlTransport.open(params, soon())
      const result = await connection.probe(soon())
      connection.close()
      return result
    }
    const before = await probe()
    expect(before).toMatchObject({ product: 'MariaDB', version: expect.stringMatching(/^1\d\.\d+/) })
    expect(before.missingRights.map(({ right }) => right)).toEqual([
      'PROCESS',
      'REPLICATION CLIENT',
      'SELECT performance_schema',
    ])
    const fault = await sectionFault(mysqlTransport, params, type, 'statements')
    expect(fault).toMatchObject({
      code: 'missingRight',
      params: { grant: "GRANT SELECT ON performance_schema.* TO 'poor'@'%'" },
    })
    await administer(database, ...before.missingRights.map(({ grant }) => grant))
    expect((await probe()).missingRights).toEqual([])
    expect(await sectionFault(mysqlTransport, params, type, 'statements')).toBeNull()
  })

  test('a statement of an own type changes nothing, also with all rights', async () => {
    await administer(
      database,
      'CREATE TABLE test.safe (n int)',
      'CREATE SEQUENCE test.numbers',
      'CREATE FUNCTION test.fill() RETURNS int BEGIN INSERT INTO test.safe VALUES (1); RETURN 1; END',
    )
    const change = 'INSERT INTO test.safe VALUES (2)'
    const sent = await attack('mysql', database, [
      'SELECT test.fill()',
      'SELECT @@tx_read_only',
      change,
      `SELECT 1; SET SESSION TRANSACTION READ WRITE; ${change}`,
      `SELECT 1 -- a\r; SET SESSION TRANSACTION READ WRITE; ${change}`,
      `SELECT 1 -- '\n; ${change}; -- '`,
      `SELECT 1 /*! ; ${change} */`,
      `SELECT 1 # '\n; ${change} # '`,
      'SELECT NEXT VALUE FOR test.numbers',
      "SELECT 1 INTO OUTFILE 'pone-attack'",
      "SELECT LOAD_FILE('/etc/hostname')",
      "SELECT GET_LOCK('pone', 9)",
      'SELECT SLEEP(9)',
      'SELECT BENCHMARK(1e9, MD5(1))',
    ])
    expect(sent).toEqual(['SELECT test.fill()', 'SELECT @@tx_read_only'])
    const connection = await mysqlTransport.open(paramsFor(database), soon())
    const { records } = await connection.ask({ statements: ['SELECT COUNT(*) AS n FROM test.safe'] }, soon())
    connection.close()
    expect(records).toEqual([{ n: '0' }])
  })

  test('and no row where the check would miss it, since the server prepares it and only reads; tables can still be dropped', async () => {
    await administer(database, 'CREATE TABLE test.kept (n int)')
    const change = 'INSERT INTO test.kept VALUES (2)'
    const answered = await attackUnchecked('mysql', database, [
      'SELECT n FROM test.kept',
      change,
      `SELECT 1; SET SESSION TRANSACTION READ WRITE; ${change}`,
      'SET SESSION TRANSACTION READ WRITE',
      change,
      'COMMIT',
      change,
      'DELETE FROM test.kept',
    ])
    expect(answered).not.toContain(change)
    const connection = await mysqlTransport.open(paramsFor(database), soon())
    const { records } = await connection.ask({ statements: ['SELECT COUNT(*) AS n FROM test.kept'] }, soon())
    connection.close()
    expect(records).toEqual([{ n: '0' }])
    expect(answered).toContain('SELECT n FROM test.kept')
  })

  test('says how to switch on what is off', async () => {
    await administer(database, 'SET GLOBAL slow_query_log = OFF')
    const fault = await sectionFault(mysqlTransport, paramsFor(database), type, 'slowLog')
    expect(fault).toMatchObject({
      code: 'notSetUp',
      params: { grant: expect.stringContaining('slow_query_log = ON') },
    })
    await administer(database, 'SET GLOBAL slow_query_log = ON')
  })
})

/** Volatile functions of PostgreSQL that were looked at: they read, make random values, or cannot be called by a statement. */
const reading =
  /^(pg_(stat_get|get|current|last|is|control|available|wal_summary|xact|database|collation|safe_snapshot|prepared)_\w+|pg_\w*size|pg_\w*blocking_pids|pg_partition_\w+|pg_lock_status|pg_jit_available|pg_notification_queue_usage|pg_sequence_last_value|pg_show_\w+|pg_stat_(clear_snapshot|have_stats)|pg_isolation_test_session_is_blocked|amvalidate|array_(sample|shuffle)|clock_timestamp|timeofday|current_query|currtid2|currval|lastval|gen_random_uuid|uuidv\d|random|random_normal|setseed|txid_status|lo_(close|get|lseek|lseek64|tell|tell64)|loread|plpgsql_(call_handler|validator))$/

/** Counter, metric of the exporter, and what its labels contain; without it those of the database. */
const postgresFigures: readonly (readonly [counter: string, metric: string, label?: string])[] = [
  ['databases.backends', 'pg_stat_database_numbackends'],
  ['databases.activeMs', 'pg_stat_database_active_time'],
  ['databases.commits', 'pg_stat_database_xact_commit'],
  ['databases.rollbacks', 'pg_stat_database_xact_rollback'],
  ['databases.blocksRead', 'pg_stat_database_blks_read'],
  ['databases.blocksHit', 'pg_stat_database_blks_hit'],
  ['databases.rowsReturned', 'pg_stat_database_tup_returned'],
  ['databases.rowsFetched', 'pg_stat_database_tup_fetched'],
  ['databases.rowsInserted', 'pg_stat_database_tup_inserted'],
  ['databases.rowsUpdated', 'pg_stat_database_tup_updated'],
  ['databases.rowsDeleted', 'pg_stat_database_tup_deleted'],
  ['databases.deadlocks', 'pg_stat_database_deadlocks'],
  ['databases.temporaryFiles', 'pg_stat_database_temp_files'],
  ['databases.temporaryBytes', 'pg_stat_database_temp_bytes'],
  ['databases.conflicts', 'pg_stat_database_conflicts'],
  ['sizes.bytes', 'pg_database_size_bytes'],
  ['activity.sessions', 'pg_stat_activity_count', ''],
  ['activity.active', 'pg_stat_activity_count', 'state="active"'],
  ['activity.idle', 'pg_stat_activity_count', 'state="idle"'],
  ['activity.idleInTransaction', 'pg_stat_activity_count', 'state="idle in transaction"'],
  ['activity.idleAborted', 'pg_stat_activity_count', 'state="idle in transaction (aborted)"'],
  ['activity.maxConnections', 'pg_settings_max_connections', ''],
]
const postgresAbsent: readonly string[] = [
  // The exporter has no such metric.
  ...['uptime', 'isReplica', 'waitingForLock', 'waitingForLightLock', 'waitingForIo'].map(
    key => `activity.${key}`,
  ),
  'sizes.transactionAge',
  // It counts its own session and locks; we leave ours out.
  'activity.longestTransactionSeconds',
  'activity.longestStatementSeconds',
  'locks.held',
  'locks.waiting',
  // It reads them where they were before PostgreSQL 17, and fails; of WAL it reads nothing.
  ...[
    'timedCheckpoints',
    'requestedCheckpoints',
    'checkpointWriteMs',
    'checkpointSyncMs',
    'checkpointBuffers',
    'cleanedBuffers',
    'cleaningStops',
    'allocatedBuffers',
    'walRecords',
    'walBytes',
    'walBuffersFull',
  ].map(key => `writer.${key}`),
  // Only with replicas.
  'activity.replaySeconds',
  'replicas.lagBytes',
  'replicas.lagSeconds',
]

describe('the type postgresql', () => {
  const type = typeOf('postgresql')
  let database: TestDatabase
  let folder = ''
  beforeAll(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder, 'own'))
    // The server runs as another account.
    for (const path of [folder, join(folder, 'own')]) await chmod(path, 0o777)
    database = await startPostgres({
      unix_socket_directories: join(folder, 'own'),
      shared_preload_libraries: 'pg_stat_statements',
      log_min_duration_statement: '0',
      logging_collector: 'on',
      log_destination: 'stderr,jsonlog',
      log_directory: join(folder, 'own'),
      log_filename: 'server.log',
      log_file_mode: '0644',
      log_line_prefix: '%m [%p] %u@%d ',
      log_timezone: 'Asia/Shanghai',
    })
    await vi.waitFor(() => administer(database, 'CREATE EXTENSION pg_stat_statements'), { timeout: 20_000 })
    await administer(
      database,
      'CREATE TABLE items (id int PRIMARY KEY, name text)',
      "INSERT INTO items SELECT i, 'item ' || i FROM generate_series(1, 500) AS i",
      "SELECT count(*) FROM items WHERE name LIKE '%7%'",
    )
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  test.each(['server.log', 'server.json'])('lists slow statements of its log %s, with a plan', async name => {
    const begun = Date.now()
    const path = join(folder, 'own', name)
    const follower = await slowLogTransport([folder]).open({ slowLogAddress: path }, soon())
    await administer(database, `SELECT count(*) AS "${name}"\n  FROM items WHERE name LIKE '%9%'`)
    const entry = await vi.waitFor(async () => {
      const { records } = await follower.ask({ format: 'postgresql' }, soon())
      const found = records.find(({ statement = '' }) => statement.includes(`"${name}"`))
      expect(found).toBeDefined()
      return found
    }, 10_000)
    follower.close()
    expect(entry).toMatchObject({ db: 'postgres', account: database.user })
    expect(entry?.['statement']).toMatch(
      /^SELECT count\(\*\) AS "server\.\w+"\n {2}FROM items WHERE name LIKE '%9%'$/,
    )
    const loggedAt = Date.parse(entry?.['at'] ?? '')
    expect(loggedAt).toBeGreaterThanOrEqual(begun)
    expect(loggedAt).toBeLessThanOrEqual(Date.now())
    const { nodes } = await explainOperation({
      type,
      params: { ...paramsFor(database), slowLogAddress: path },
      section: 'slowLogFile',
      labels: { entry: entry?.['entry'] ?? '' },
      transports: { ...transports, 'slow-log': slowLogTransport([folder]) },
    })
    expect(nodes.map(({ object }) => object)).toContain('items')
  })

  test('uses the socket of a folder that the owner of the machine lists, and no other', async () => {
    const at = (name: string) => join(folder, name)
    const listed = ['own', 'linked-file', 'absent'].map(at)
    const transport = postgresqlTransportFor(listed)
    const through = (socket: string, more: ParamValues = {}) =>
      faultOf(
        transport,
        paramsFor(database, { access: 'socket', socket, host: '', tls: true, ...more }),
        type,
      )
    const name = `.s.PGSQL.${database.port}`
    await mkdir(at('linked-file'))
    await symlink(join(at('own'), name), join(at('linked-file'), name))
    await symlink(at('own'), at('linked'))
    // Another service's, whose connections are counted, under a name that a port gives.
    let connections = 0
    const service = createServer(socket => {
      connections++
      socket.destroy()
    })
    await mkdir(at('other'))
    await new Promise<void>(resolve => service.listen(join(at('other'), '.s.PGSQL.1'), resolve))
    await symlink(join(at('other'), '.s.PGSQL.1'), join(at('own'), '.s.PGSQL.1'))

    expect(await through(at('own'))).toBeNull()
    expect(await through(`${at('own')}/`)).toBeNull()
    expect(await through(at('own'), { password: 'wrong' })).toBe('wrongPassword')
    const attacks = [
      [at('other'), 1],
      [at('own'), 1],
      [at('linked'), database.port],
      [`${at('other')}/../own`, database.port],
      [`${at('own')}/../other`, 1],
      [`${at('own')}/.`, database.port],
      [folder, database.port],
      ['', database.port],
      ['/', database.port],
      ['own', database.port],
      [`${at('own')}\0`, database.port],
    ] as const
    for (const [socket, port] of attacks)
      expect([socket, port, await through(socket, { port })]).toEqual([socket, port, 'notAllowed'])
    expect(await through(at('own'), { port: 1.5 })).toBe('malformed')
    expect(await through(at('own'), { port: 2 })).toBe('refused')
    expect(await through(at('absent'))).toBe('refused')
    expect(connections).toBe(0)
    // A listed folder with a link to the socket of another listed one.
    expect(await through(at('linked-file'))).toBeNull()
    await rm(join(at('own'), '.s.PGSQL.1'))
    await new Promise(resolve => service.close(resolve))
    const fault = await transport
      .open(paramsFor(database, { access: 'socket', socket: '/run/other' }), soon())
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({ params: { setting: 'PONE_AGENT_DATABASE_SOCKETS=/run/other' } })
  })

  test('reads a value for every counter, but for replicas, sessions and locks that are not there', async () => {
    const absent = await absentIn(postgresqlTransport, type, paramsFor(database))
    expect(absent.filter(name => !/^(replicas|sessions|locks)\./.test(name))).toEqual([])
  })

  test('agrees with prometheus-postgres-exporter', async () => {
    await administer(database, "CREATE USER exporter PASSWORD 'secret'", 'GRANT pg_monitor TO exporter')
    const exporter = await startExporter(['prometheus-postgres-exporter', '--web.listen-address={address}'], {
      DATA_SOURCE_NAME: `postgresql://exporter:secret@${database.host}:${database.port}/postgres?sslmode=disable`,
    })
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    try {
      const read = async (): Promise<TargetRecord> => {
        const answers = await Promise.all(
          ['databases', 'sizes', 'activity'].map(key => ask(connection, type, key)),
        )
        return Object.assign(
          {},
          ...answers.map(({ section, records }) =>
            section.rows ? records.find(({ db }) => db === 'postgres') : records[0],
          ),
        )
      }
      const before = await read()
      const exported = new Map(await exporter.read())
      const after = await read()
      /** Adds the sum of a metric's series whose labels have this text, and returns its name. */
      const sum = (metric: string, label: string): string => {
        const found = [...exported].filter(([name]) => name.startsWith(`${metric}{`) && name.includes(label))
        const name = `${metric} ${label}`
        if (found.length > 0)
          exported.set(
            name,
            found.reduce((total, [, value]) => total + value, 0),
          )
        return name
      }
      const rows = postgresFigures.map(([name, metric, label = '"postgres"']) => ({
        counter: name.slice(name.indexOf('.') + 1),
        series: sum(metric, label),
      }))
      const names = postgresFigures.map(([name]) => name)
      expect(uncompared(type, names, postgresAbsent)).toEqual([])
      // The server writes these figures once per transaction or second.
      expect(compare(rows, { before, after, exported }, { tolerance: 0.05, slack: 10 })).toEqual([])
    } finally {
      connection.close()
      await exporter.close()
    }
  })

  test('a statement of an own type changes nothing, also with all rights', async () => {
    await administer(
      database,
      'CREATE TABLE safe (n int)',
      `CREATE FUNCTION fill() RETURNS int LANGUAGE plpgsql AS
        $$ BEGIN SET TRANSACTION READ WRITE; INSERT INTO safe VALUES (1); RETURN 1; END $$`,
    )
    const off = "set_config('default_transaction_read_only', 'off', false)"
    const change = 'INSERT INTO safe VALUES (2)'
    const writable = `SET default_transaction_read_only = off; ${change}`
    const sent = await attack('postgresql', database, [
      'SELECT fill()',
      'SHOW default_transaction_read_only',
      change,
      `COMMIT; BEGIN READ WRITE; ${change}; COMMIT`,
      `SELECT 1; ${writable}`,
      `SELECT ${off}`,
      String.raw`SELECT U&"\0073et_config"('default_transaction_read_only', 'off', false)`,
      `SELECT * FROM ts_stat('SELECT ${off.replaceAll("'", "''")}::tsvector')`,
      `SELECT 1 -- a\r; ${writable}`,
      `SELECT $a$ $A$ ' $a$; ${writable}; SELECT $$'$$`,
      `SELECT 1 AS €$x$; ${writable}; SELECT 1 AS €$x$`,
      `SELECT $é$ ' $é$; ${writable}; SELECT $é$ ' $é$`,
      `WITH gone AS (${change} RETURNING n) SELECT n FROM gone`,
      "SELECT lo_import('/etc/hostname')",
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity',
      "COPY (SELECT 1) TO PROGRAM 'true'",
      'SELECT pg_sleep(9)',
    ])
    expect(sent).toEqual(['SELECT fill()', 'SHOW default_transaction_read_only'])
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const { records } = await connection.ask({ statements: ['SELECT count(*) AS n FROM safe'] }, soon())
    expect(records).toEqual([{ n: '0' }])
    const { records: functions } = await connection.ask(
      {
        statements: [
          `SELECT DISTINCT proname AS name FROM pg_proc
            WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace
              AND NOT 'internal'::regtype = ANY (proargtypes)
              AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype) ORDER BY 1`,
        ],
      },
      soon(),
    )
    connection.close()
    const allowed = functions.flatMap(({ name = '' }) =>
      sqlFault(`SELECT ${name}()`, 'postgresql') === null && !reading.test(name) ? [name] : [],
    )
    expect(allowed).toEqual([])
  })

  test('and neither where the check would miss it, since the server prepares it and only reads', async () => {
    await administer(
      database,
      'CREATE TABLE kept (n int)',
      `CREATE FUNCTION filled() RETURNS int LANGUAGE plpgsql AS
        $$ BEGIN SET TRANSACTION READ WRITE; INSERT INTO kept VALUES (1); RETURN 1; END $$`,
    )
    const off = "set_config('default_transaction_read_only', 'off', false)"
    const change = 'INSERT INTO kept VALUES (2)'
    const answered = await attackUnchecked('postgresql', database, [
      'SELECT n FROM kept',
      change,
      'SELECT filled()',
      `SELECT 1; SET default_transaction_read_only = off; ${change}`,
      `SELECT ${off}`,
      change,
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
      change,
      'SET TRANSACTION READ WRITE',
      change,
      "SELECT set_config('transaction_read_only', 'off', true)",
      change,
      'COMMIT',
      change,
      `WITH gone AS (${change} RETURNING n) SELECT n FROM gone`,
      'CREATE TABLE made (n int)',
      'DROP TABLE kept',
      "SELECT lo_import('/etc/hostname')",
    ])
    expect(answered).not.toContain(change)
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const { records } = await connection.ask(
      {
        statements: [
          "SELECT count(*) AS n, to_regclass('made') AS made, (SELECT count(*) FROM pg_largeobject_metadata) AS objects FROM kept",
        ],
      },
      soon(),
    )
    connection.close()
    expect(records).toEqual([{ n: '0', objects: '0' }])
    expect(answered).toContain('SELECT n FROM kept')
  })

  test('lists statements, none of them its own', async () => {
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    for (const key of ['statements', 'activity', 'statements']) await ask(connection, type, key)
    const { records } = await ask(connection, type, 'statements')
    const statements = records.map(record => record['statement'] ?? '')
    expect(statements.join('\n')).toContain('count(*) FROM items')
    expect(statements.filter(statement => /pone monitor|longestTransactionSeconds/.test(statement))).toEqual(
      [],
    )
    connection.close()
  })

  const planOf = async (pattern: RegExp, params = paramsFor(database)) => {
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const { records } = await ask(connection, type, 'statements')
    connection.close()
    const found = records.find(({ statement }) => pattern.test(statement ?? ''))
    const { queryId = '', db = '', account = '' } = found ?? {}
    const labels = { queryId, db, account }
    return explainOperation({ type, params, section: 'statements', labels, transports })
  }

  test('explains a statement with parameters in its database and its schema, without executing it', async () => {
    await administer(
      database,
      'CREATE SCHEMA hidden',
      'CREATE TABLE hidden.orders AS SELECT n AS id, n % 7 AS state FROM generate_series(1, 1000) n',
      `ALTER ROLE "${database.user}" SET search_path = hidden, public`,
      'ANALYZE hidden.orders',
    )
    await administer(
      database,
      "SELECT state FROM orders WHERE id = 4711 AND state::text <> 'secret'",
      'UPDATE orders SET state = 99',
    )
    const read = await planOf(/SELECT state FROM orders/)
    expect(read.isGeneric).toBe(true)
    expect(read.nodes[0]).toMatchObject({ depth: 0, title: 'Seq Scan', object: 'orders' })
    expect(read.nodes[0]?.cost).toBeGreaterThan(1)
    expect(JSON.stringify(read)).not.toMatch(/4711|secret/)
    const changing = await planOf(/UPDATE orders/)
    expect(changing.nodes.map(({ title, depth }) => `${depth} ${title}`)).toEqual([
      '0 ModifyTable',
      '1 Seq Scan',
    ])
    const sum = await planOf(/^CREATE TABLE hidden/).catch((error: unknown) => error)
    expect(sum).toMatchObject({ fault: 'notReadOnly' })
    await administer(database, `ALTER ROLE "${database.user}" RESET search_path`)
  })

  test('says which right a plan needs', async () => {
    await administer(database, "CREATE ROLE planless LOGIN PASSWORD 'p'", 'GRANT pg_monitor TO planless')
    const poor = paramsFor(database, { user: 'planless', password: 'p' })
    const fault = await planOf(/FROM items/, poor).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'missingRight',
      params: { grant: 'GRANT pg_read_all_data TO "planless"' },
    })
    await administer(database, 'GRANT pg_read_all_data TO planless')
    expect((await planOf(/FROM items/, poor)).nodes.length).toBeGreaterThan(0)
  })

  test('prepares one statement only', async () => {
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const text = 'SELECT 1; CREATE TABLE intruder (n int)'
    const attack = connection.explain?.({ text, database: 'postgres', account: '' }, soon())
    await expect(attack).rejects.toThrow(/multiple commands/)
    connection.close()
  })

  test('shows who waits for whose lock', async () => {
    const open = () =>
      WireSession.open(postgresqlKind, { ...database, isTls: false, verifiesTls: true }, soon())
    const [holder, waiter] = [await open(), await open()]
    await holder.query('BEGIN', soon())
    await holder.query('LOCK TABLE items', soon())
    const waiting = waiter.query('SELECT 1 FROM items', AbortSignal.timeout(60_000)).catch(() => undefined)
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    await expect
      .poll(async () =>
        (await ask(connection, type, 'sessions')).records.find(record => record['blockedBy'] !== ''),
      )
      .toMatchObject({ waits: 'Lock: relation', statement: 'SELECT 1 FROM items' })
    expect((await ask(connection, type, 'activity')).records[0]).toMatchObject({
      waitingForLock: '1',
      idleInTransaction: '1',
    })
    holder.close()
    await waiting
    waiter.close()
    connection.close()
  })

  test('names the statement that grants a missing right, and it helps', async () => {
    await administer(database, "CREATE USER poor PASSWORD 'secret'")
    const params = paramsFor(database, { user: 'poor', password: 'secret' })
    const probe = async () => {
      const connection = await postgresqlTransport.open(params, soon())
      const result = await connection.probe(soon())
      connection.close()
      return result
    }
    const before = await probe()
    expect(before).toMatchObject({ product: 'PostgreSQL', version: expect.stringMatching(/^\d+\.\d+/) })
    expect(before.missingRights).toEqual([{ right: 'pg_monitor', grant: 'GRANT pg_monitor TO "poor"' }])
    await administer(database, before.missingRights[0]?.grant ?? '')
    expect((await probe()).missingRights).toEqual([])
  })

  test('says how to set up the statements where they are missing', async () => {
    await administer(database, 'DROP EXTENSION pg_stat_statements')
    const fault = await sectionFault(postgresqlTransport, paramsFor(database), type, 'statements')
    expect(fault).toMatchObject({
      code: 'notSetUp',
      params: { grant: expect.stringContaining('CREATE EXTENSION pg_stat_statements') },
    })
    await administer(database, 'CREATE EXTENSION pg_stat_statements')
  })

  test('counters that restart are told as they are, smaller than before', async () => {
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const read = async () => {
      const { records } = await ask(connection, type, 'databases')
      return Number(records.find(({ db }) => db === 'postgres')?.['rowsInserted'])
    }
    const before = await read()
    expect(before).toBeGreaterThan(500)
    await administer(database, 'SELECT pg_stat_reset()')
    expect(await read()).toBeLessThan(before)
    connection.close()
  })

  test('a statement that takes too long is ended by the server too', async () => {
    const connection = await postgresqlTransport.open(paramsFor(database), soon())
    const request = { statements: ['SELECT pg_sleep(300) AS pone_sleep'] }
    await expect(connection.ask(request, AbortSignal.timeout(300))).rejects.toThrow()
    connection.close()
    const other = await postgresqlTransport.open(paramsFor(database), soon())
    const left = {
      statements: [
        "SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE '%pone_sleep' AND state = 'active' AND pid <> pg_backend_pid()",
      ],
    }
    await expect.poll(async () => (await other.ask(left, soon())).records[0]?.['n']).toBe('0')
    other.close()
  })
})

describe.each([
  ['mysql', mysqlTransport, startMariadb],
  ['postgresql', postgresqlTransport, startPostgres],
] as const)('what a monitor of %s is told', (name, transport, start) => {
  const type = typeOf(name)
  let database: TestDatabase
  beforeAll(async () => {
    database = await start()
  })
  afterAll(() => database.close())
  const fault = (more: ParamValues, signal?: AbortSignal) =>
    faultOf(transport, paramsFor(database, more), type, signal)

  test('a wrong password', async () => expect(await fault({ password: 'no' })).toBe('wrongPassword'))
  test('a port that nobody has', async () => expect(await fault({ port: await freePort() })).toBe('refused'))
  test('a name that does not exist', async () =>
    expect(await fault({ host: 'no-such.invalid' })).toBe('unreachable'))
  test('a certificate of an authority that is not known', async () =>
    expect(await fault({ tls: true })).toBe('tlsMismatch'))
  test('TLS without verification', async () =>
    expect(await fault({ tls: true, verifyTls: false })).toBeNull())

  test('another product behind the port', async () => {
    const other = await startForeign(socket => {
      socket.write('SSH-2.0-OpenSSH_9.2\r\n')
    })
    expect(await fault({ port: other.port })).toBe('wrongProduct')
    other.close()
  })
  test('a target that hangs: the time-out ends it', async () => {
    const other = await startForeign(() => undefined)
    expect(await fault({ port: other.port }, AbortSignal.timeout(300))).toBeInstanceOf(DOMException)
    other.close()
  })
  test('half an answer', async () => {
    let hasAnswered = false
    const proxy = await startProxy(database.port, (bytes, client) => {
      if (!hasAnswered && bytes.length > 2_000) client.end(bytes.subarray(0, 1_000))
      else client.write(bytes)
      hasAnswered ||= bytes.length > 2_000
    })
    const connection = await transport.open(paramsFor(database, { port: proxy.port }), soon())
    const statement =
      name === 'mysql' ? "SELECT REPEAT('x', 50000) AS long_text" : "SELECT repeat('x', 50000) AS long_text"
    await expect(connection.ask({ statements: [statement] }, soon())).rejects.toMatchObject({
      code: 'targetClosed',
    })
    connection.close()
    proxy.close()
  })
})
