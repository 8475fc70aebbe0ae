import { startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { explainOperation } from '../../../collection/explain.ts'
import { samplesOf } from '../../../reading/samples.ts'
import { sqlRequestSchema } from '../../../requests.ts'
import { TargetFault } from '../../../target-fault.ts'
import type { ParamValues } from '../../../type.ts'
import { madeCertificate } from '../../reach/test-certificate.ts'
import { transports } from '../../registry.ts'
import { accepts, startForeign, startProgram } from '../../test-processes.ts'
import { freePort, knownType } from '../../test-servers.ts'
import { sqlServerTransport } from '../transport.ts'
import {
  columnsToken,
  doneToken,
  packets,
  rowToken,
  startTdsServer,
  type TdsReply,
  type TestColumn,
  type TestTdsOptions,
  type TestTdsServer,
} from './test-tds-server.ts'

const soon = () => AbortSignal.timeout(10_000)
const type = knownType('sqlserver')
const systemSection = type.sections.find(({ key }) => key === 'system')

/** A reply whose columns are told by the first row: whole numbers, decimals, else texts. */
function rowsOf(...rows: Readonly<Record<string, string | number | bigint | null>>[]): TdsReply {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name): TestColumn => {
    const value = rows[0]?.[name]
    if (typeof value === 'bigint') return { name, type: 'bigint' }
    return { name, type: typeof value === 'number' ? 'decimal' : 'text' }
  })
  const cells = rows.map(row =>
    names.map(name => (row[name] === null || row[name] === undefined ? null : String(row[name]))),
  )
  return { columns, rows: cells }
}

const plan = `<?xml version="1.0" encoding="utf-16"?><ShowPlanXML xmlns="http://schemas.microsoft.com/sqlserver/2004/07/showplan"><BatchSequence><Batch><Statements><StmtSimple StatementText="select secret-4711"><QueryPlan>
<RelOp NodeId="0" PhysicalOp="Nested Loops" LogicalOp="Inner Join" EstimateRows="12.5" EstimatedTotalSubtreeCost="0.0134" EstimateIO="0" EstimateCPU="0.001"><NestedLoops>
<RelOp NodeId="1" PhysicalOp="Clustered Index Seek" LogicalOp="Clustered Index Seek" EstimateRows="1" EstimatedTotalSubtreeCost="0.0032"><IndexScan><Object Database="[shop]" Schema="[dbo]" Table="[orders]" Index="[PK_orders]"/><SeekPredicates><SeekPredicateNew><SeekKeys><Prefix ScanType="EQ"><RangeExpressions><ScalarOperator ScalarString="(4711)"><Const ConstValue="(4711)"/></ScalarOperator></RangeExpressions></Prefix></SeekKeys></SeekPredicateNew></SeekPredicates></IndexScan></RelOp>
<RelOp NodeId="2" PhysicalOp="Table Scan" LogicalOp="Table Scan" EstimateRows="400" EstimatedTotalSubtreeCost="0.0091"><TableScan><Object Schema="[dbo]" Table="[customers]"/><Predicate><ScalarOperator ScalarString="[name]=N'Secret Person'"/></Predicate></TableScan></RelOp>
</NestedLoops></RelOp></QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>`

const handle = `0x06000100${'ab'.repeat(40)}`

/** Names, types and meanings of columns as Microsoft documents the views; values are made up. */
function documented(statement: string): TdsReply {
  if (statement.includes('dm_exec_text_query_plan')) return rowsOf({ text: plan })
  if (statement.includes('HAS_PERMS_BY_NAME')) return rowsOf({ hasState: 1n })
  if (statement.includes("SERVERPROPERTY('Edition')"))
    return rowsOf({
      version: '16.0.4125.3',
      edition: 'Developer Edition (64-bit)',
      name: 'db1',
      maxConnections: 32_767n,
    })
  if (statement.includes('ProductVersion')) return rowsOf({ version: '16.0.4125.3' })
  if (statement.includes('dm_os_sys_info'))
    return rowsOf({
      uptime: 86_400n,
      cpus: 4n,
      maxWorkers: 512n,
      cpuMs: 5_000_000n,
      machineMemory: 16_777_216n,
      workers: 64n,
      runnable: 2n,
      pendingIo: 1n,
    })
  if (statement.includes('(VALUES'))
    return rowsOf(
      ...[...statement.matchAll(/'(\w+)'\),?\n/g)].map(([, name = ''], at) => ({
        name,
        value: BigInt(at + 1) * 100n,
      })),
    )
  if (statement.includes('sys.databases'))
    return rowsOf(
      {
        db: 'shop',
        state: 0n,
        recoveryModel: 'FULL',
        logWaits: 'LOG_BACKUP',
        dataBytes: 102_400n,
        logBytes: 10_240n,
        logUsedBytes: 5_120n,
        databaseTransactions: 900n,
        databaseLogGrowths: 3n,
      },
      {
        db: 'old',
        state: 6n,
        recoveryModel: 'SIMPLE',
        logWaits: 'NOTHING',
        dataBytes: null,
        logBytes: null,
        logUsedBytes: null,
        databaseTransactions: null,
        databaseLogGrowths: null,
      },
    )
  if (statement.includes('dm_tran_active_transactions'))
    return rowsOf({
      sessions: 12n,
      running: 3n,
      sleeping: 9n,
      idleInTransaction: 1n,
      blocked: 1n,
      longestRequestSeconds: 4.25,
      longestTransactionSeconds: 61n,
    })
  if (statement.includes('dm_os_wait_stats'))
    return rowsOf(
      { class: 'Lock', waits: 10n, waitMs: 5_000n, signalMs: 20n },
      { class: 'Log I/O', waits: 500n, waitMs: 700n, signalMs: 30n },
    )
  if (statement.includes('dm_io_virtual_file_stats'))
    return rowsOf({
      db: 'shop',
      fileReads: 100n,
      readBytes: 819_200n,
      readMs: 400n,
      fileWrites: 50n,
      writtenBytes: 409_600n,
      writeMs: 100n,
      bytes: 115_343_360n,
    })
  if (statement.includes('dm_db_file_space_usage'))
    return rowsOf({
      tempBytes: 83_886_080n,
      freeBytes: 62_914_560n,
      versionBytes: 0n,
      userBytes: 1_048_576n,
      internalBytes: 65_536n,
    })
  if (statement.includes('dm_hadr_database_replica_states')) return replicaReply(statement)
  if (statement.includes('AS [plan]'))
    return rowsOf({
      statement: 'SELECT * FROM orders WHERE id = 4711',
      db: '',
      account: '',
      plan: `${handle} 0 -1`,
    })
  if (statement.includes('dm_exec_query_stats'))
    return rowsOf({
      queryId: '0x1A2B3C4D5E6F7081',
      db: 'shop',
      statement: "SELECT * FROM [orders] WHERE id = 4711 AND name = N'Secret Person' -- Secret",
      calls: 40n,
      totalMs: 1_234.5,
      maxMs: 99.75,
      cpuMs: 800.125,
      logicalReads: 4_000n,
      logicalWrites: 2n,
      rowsGiven: 40n,
      plans: 3n,
      countedSince: '2026-11-01T10:00:00.123',
      lastRun: '2026-11-02T10:00:00.123',
    })
  if (statement.includes('dm_exec_requests'))
    return rowsOf({
      session: 57n,
      db: 'shop',
      account: 'app',
      client: 'web1',
      program: 'shop',
      status: 'suspended',
      waits: 'LCK_M_X',
      blockedBy: 61n,
      seconds: 3.5,
      statement: 'UPDATE orders SET paid = 1 WHERE id = 4711',
    })
  return { error: 208, message: `Invalid object name in ${statement.slice(0, 60)}` }
}

/** A server of before 2016 does not know the lag. */
const replicaReply = (statement: string): TdsReply =>
  statement.includes('secondary_lag_seconds')
    ? { error: 207, message: "Invalid column name 'secondary_lag_seconds'." }
    : rowsOf({
        replica: 'db2',
        db: 'shop',
        syncState: 'SYNCHRONIZED',
        health: 2n,
        sendQueue: 4n,
        redoQueue: 8n,
        lagSeconds: null,
      })

const account = { user: 'pone', password: 'pä$s "1"' }
let server: TestTdsServer | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

async function start(options: Partial<TestTdsOptions> = {}): Promise<ParamValues> {
  server = await startTdsServer({ ...account, encryption: 2, answer: documented, ...options })
  return { host: '127.0.0.1', port: server.port, database: 'master', ...account }
}

/** What opening and one answer end with; null = well. */
async function faultOf(params: ParamValues, signal = soon()): Promise<unknown> {
  try {
    const connection = await sqlServerTransport.open(params, signal)
    try {
      await connection.ask(systemSection?.request, signal)
    } finally {
      connection.close()
    }
    return null
  } catch (error) {
    return error instanceof TargetFault ? error.code : error
  }
}

describe('documented answers of SQL Server, told by a server of the test that speaks TDS', () => {
  test('give a value for every counter but the lag of old versions', async () => {
    const connection = await sqlServerTransport.open(await start(), soon())
    const absent: string[] = []
    const values = new Map<string, number>()
    for (const section of type.sections) {
      const { records } = await connection.ask(section.request, soon())
      const { samples, texts } = samplesOf(section, records, new Set())
      const read = new Set([...samples, ...texts].map(({ counter }) => counter))
      absent.push(
        ...section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`),
      )
      for (const { counter, value, labels } of samples)
        values.set([section.key, counter, ...Object.values(labels)].join('.'), value)
    }
    connection.close()
    expect(absent).toEqual(['replicas.lagSeconds'])
    expect(values.get('system.machineMemory')).toBe(16 * 1024 ** 3)
    expect(values.get('databases.state.old')).toBe(6)
    expect(values.get('databases.logUsedBytes.shop')).toBe(5 * 1024 ** 2)
    expect(values.get('activity.longestRequestSeconds')).toBe(4.25)
    expect(values.get('waits.waitMs.Lock')).toBe(5_000)
  })

  test('all statements are single ones that read', async () => {
    await start()
    for (const { request } of type.sections)
      for (const statement of sqlRequestSchema.parse(request).statements)
        expect(statement).toMatch(/^(?:\/\* pone monitor \*\/ )?(?:SELECT|WITH)\b[^;]*$/)
  })

  test('name product, version and the missing right with its statement', async () => {
    const params = await start({
      answer: statement =>
        statement.includes('HAS_PERMS') ? rowsOf({ hasState: 0n }) : documented(statement),
    })
    const connection = await sqlServerTransport.open(params, soon())
    expect(await connection.probe(soon())).toEqual({
      product: 'SQL Server',
      version: '16.0.4125.3',
      missingRights: [{ right: 'VIEW SERVER STATE', grant: 'GRANT VIEW SERVER STATE TO [pone]' }],
    })
    connection.close()
  })

  test('a section without its right says how it is granted, and the others go on', async () => {
    const message = "VIEW SERVER STATE permission was denied on object 'server', database 'master'."
    const params = await start({
      answer: statement =>
        statement.includes('dm_os_sys_info') ? { error: 300, message } : documented(statement),
    })
    const connection = await sqlServerTransport.open(params, soon())
    const fault = await connection.ask(systemSection?.request, soon()).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'missingRight',
      params: { right: 'VIEW SERVER STATE', grant: 'GRANT VIEW SERVER STATE TO [pone]' },
    })
    expect((await connection.ask(type.sections[0]?.request, soon())).records).toHaveLength(1)
    connection.close()
  })

  test('a kept plan is read, without literals', async () => {
    const { nodes } = await explainOperation({
      type,
      params: await start(),
      section: 'statements',
      labels: { queryId: '0x1A2B3C4D5E6F7081', db: 'shop' },
      transports,
    })
    expect(nodes.map(({ depth, title, object, rows }) => [depth, title, object, rows])).toEqual([
      [0, 'Nested Loops (Inner Join)', '', 12.5],
      [1, 'Clustered Index Seek', 'dbo.orders (PK_orders)', 1],
      [1, 'Table Scan', 'dbo.customers', 400],
    ])
    expect(nodes[2]?.details).toContainEqual({ name: 'Predicate', value: '[name]=?' })
    expect(JSON.stringify(nodes)).not.toMatch(/4711|Secret/)
    expect(server?.asked.at(-1)).toContain(`dm_exec_text_query_plan(${handle}, 0, -1)`)
  })
})

describe('a sign-in by TDS with a server of the test', () => {
  let certificate: { key: string; cert: string }
  beforeAll(async () => {
    certificate = await madeCertificate(2)
  })

  test.each([
    { encryption: 0, tls: false, isEncrypted: true },
    { encryption: 2, tls: false, isEncrypted: false },
    { encryption: 3, tls: false, isEncrypted: true },
    { encryption: 1, tls: true, isEncrypted: true },
    { encryption: 3, tls: true, isEncrypted: true },
  ])(
    'encryption $encryption offered, TLS wanted $tls: the password is encrypted $isEncrypted',
    async ({ encryption, tls, isEncrypted }) => {
      const params = await start({ encryption, certificate })
      expect(await faultOf({ ...params, tls, verifyTls: false })).toBeNull()
      expect(server?.signIns).toEqual([{ isEncrypted, user: 'pone', program: 'pone monitor' }])
    },
  )

  test.each([0, 2])('TLS is wanted, and the server says %i: no password is sent', async encryption => {
    expect(await faultOf({ ...(await start({ encryption, certificate })), tls: true })).toBe('tlsMismatch')
    expect(server?.signIns).toEqual([])
  })

  test('a certificate of an authority that is not known: no password is sent', async () => {
    expect(await faultOf({ ...(await start({ encryption: 1, certificate })), tls: true })).toBe('tlsMismatch')
    expect(server?.signIns).toEqual([])
  })

  test('a server that sends its clients to another one says where', async () => {
    const error = await sqlServerTransport
      .open(await start({ routeTo: 'db2.example' }), soon())
      .catch((fault: unknown) => fault)
    expect(error).toMatchObject({ code: 'refused', details: expect.stringContaining('db2.example:1433') })
  })

  test('a wrong password', async () => {
    expect(await faultOf({ ...(await start()), password: 'no' })).toBe('wrongPassword')
  })
})

describe('what a monitor of SQL Server is told', () => {
  let postgres: TestDatabase
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const at = (port: number): ParamValues => ({ host: '127.0.0.1', port, database: '', ...account })

  test('a port that nobody has', async () => expect(await faultOf(at(await freePort()))).toBe('refused'))
  test('a real PostgreSQL behind the port', async () =>
    expect(await faultOf(at(postgres.port))).toBe('wrongProduct'))

  test('a real Redis behind the port', async () => {
    const port = await freePort()
    const redis = await startProgram(['redis-server', '--port', String(port), '--save', ''], () =>
      accepts(port),
    )
    // It takes what comes for the beginning of a command, and waits for its end.
    expect(await faultOf(at(port), AbortSignal.timeout(500))).toSatisfy(
      (fault: unknown) => fault === 'wrongProduct' || fault instanceof DOMException,
    )
    await redis.close()
  })

  test('a greeting of another protocol', async () => {
    const other = await startForeign(socket => {
      socket.write('SSH-2.0-OpenSSH_9.2\r\n')
    })
    expect(await faultOf(at(other.port))).toBe('wrongProduct')
    other.close()
  })

  test('a target that hangs: the time-out ends it', async () => {
    const other = await startForeign(() => undefined)
    expect(await faultOf(at(other.port), AbortSignal.timeout(300))).toBeInstanceOf(DOMException)
    other.close()
  })

  test('a statement that hangs is given up, and the server is told', async () => {
    const params = await start({ answer: () => null })
    expect(await faultOf(params, AbortSignal.timeout(300))).toBeInstanceOf(DOMException)
    await expect.poll(() => server?.asked.at(-1)).toBe('attention')
  })

  test('half an answer', async () => {
    const params = await start({ cutAfter: 60 })
    expect(await faultOf(params)).toBe('targetClosed')
  })

  test('an endless answer before the sign-in', async () => {
    const other = await startForeign(socket => {
      const packet = packets(0x04, Buffer.alloc(4_000)).fill(0, 1, 2)
      const more = () => {
        while (socket.writable && socket.write(packet));
      }
      socket.on('drain', more)
      more()
    })
    expect(await faultOf(at(other.port))).toBe('tooLarge')
    other.close()
  })

  test('an endless answer to a statement is cut, and the next one asks for a new connection', async () => {
    const columns: TestColumn[] = [{ name: 'text', type: 'text' }]
    const row = rowToken(columns, ['x'.repeat(1_000_000)])
    const tokens = Buffer.concat([
      columnsToken(columns),
      ...Array.from({ length: 12 }, () => row),
      doneToken(12),
    ])
    const connection = await sqlServerTransport.open(await start({ answer: () => ({ tokens }) }), soon())
    const { records, fault } = await connection.ask({ statements: ['SELECT text FROM t'] }, soon())
    expect(fault?.code).toBe('tooLarge')
    expect(records).toHaveLength(4)
    const next = connection.ask({ statements: ['SELECT text FROM t'] }, soon())
    await expect(next).rejects.toMatchObject({ code: 'targetClosed' })
    connection.close()
  })

  test.each([
    ['an unknown token', Buffer.from([0x42])],
    ['a type that is not known', Buffer.from([0x81, 1, 0, 0, 0, 0, 0, 0, 0, 0x98])],
    ['a length beyond the end', Buffer.from([0xaa, 0xff, 0xff, 1])],
  ])('%s is malformed', async (_, tokens) => {
    expect(await faultOf(await start({ answer: () => ({ tokens }) }))).toBe('malformed')
  })

  test('an error of the class that ends connections', async () => {
    const answer = () => ({ error: 9_001, message: 'The log is not available.', class: 21 })
    expect(await faultOf(await start({ answer }))).toBe('targetClosed')
  })

  test('a statement that would change something is not sent', async () => {
    const connection = await sqlServerTransport.open(await start(), soon())
    for (const statement of ['DELETE FROM t', 'SELECT 1; DROP TABLE t', 'SELECT * INTO u FROM t'])
      await expect(connection.ask({ statements: [statement] }, soon())).rejects.toMatchObject({
        code: 'malformed',
      })
    connection.close()
    expect(server?.asked.slice(1)).toEqual([])
  })
})
