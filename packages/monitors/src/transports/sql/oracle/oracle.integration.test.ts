import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainOperation } from '../../../collection/explain.ts'
import type { TargetRecord } from '../../../reading/records.ts'
import { samplesOf } from '../../../reading/samples.ts'
import { sqlRequestSchema } from '../../../requests.ts'
import { TargetFault } from '../../../target-fault.ts'
import type { ParamValues } from '../../../type.ts'
import { madeCertificate } from '../../reach/test-certificate.ts'
import { accepts, startForeign, startProgram } from '../../test-processes.ts'
import { freePort, knownType } from '../../test-servers.ts'
import { assertReading, neverIsolated, type SqlSession } from '../session.ts'
import { oracleTransport, sqlTransport } from '../transport.ts'
import { oracleBy } from './dialect.ts'
import { oracleFault } from './faults.ts'

const soon = () => AbortSignal.timeout(10_000)
const type = knownType('oracle')

const params: ParamValues = {
  host: '127.0.0.1',
  port: 1_521,
  user: 'pone',
  password: 'secret',
  target: 'service',
  service: 'ORCLPDB1',
}

/** Names of metrics, types and units as Oracle documents the views; values are made up. */
function documented(statement: string): readonly TargetRecord[] {
  if (statement.includes('v$sql_plan')) return planRows
  if (statement.includes('"databaseRole"'))
    return [
      {
        version: '19.0.0.0.0',
        databaseName: 'orcl',
        instanceName: 'orcl1',
        container: 'ORCLPDB1',
        databaseRole: 'PRIMARY',
      },
    ]
  if (statement.includes('product_component_version')) return [{ version: '19.0.0.0.0' }]
  if (statement.includes('v$sysmetric'))
    return [...statement.matchAll(/'([^']+)'/g)].map(([, name = ''], at) => ({
      name,
      value: String(at + 0.5),
    }))
  if (statement.includes('v$sqlstats') && statement.includes('"plan"'))
    return [{ statement: 'SELECT * FROM orders WHERE id = 4711', plan: '7h35uxf5uhmm1' }]
  if (statement.includes('"account"'))
    return [
      {
        sid: '57',
        account: 'APP',
        client: 'web1',
        program: 'shop',
        waits: 'enq: TX - row lock contention',
        blockedBy: '61',
        seconds: '12',
        statement: 'UPDATE orders SET paid = 1 WHERE id = 4711',
      },
    ]
  if (statement.includes('v$sqlstats'))
    return [
      {
        sqlId: '7h35uxf5uhmm1',
        statement: "SELECT * FROM orders WHERE name = q'[Secret Person]' AND id = 4711",
        calls: '40',
        totalMs: '1234.5',
        cpuMs: '800.1',
        ioMs: '200',
        lockMs: '3',
        bufferGets: '4000',
        diskReads: '20',
        rows: '40',
        lastRun: '2026-11-02T10:00:00',
      },
    ]
  if (statement.includes('v$session'))
    return [
      {
        sessions: '12',
        active: '3',
        inactive: '9',
        blocked: '1',
        idleInTransaction: '1',
        longestCallSeconds: '4',
        longestBlockSeconds: '2.5',
      },
    ]
  if (statement.includes('v$resource_limit'))
    return [
      { resource: 'processes', inUse: '80', mostInUse: '120', allowed: '300' },
      // Without a limit, the column is NULL.
      { resource: 'transactions', inUse: '2', mostInUse: '9' },
    ]
  if (statement.includes('v$system_wait_class')) return [{ class: 'User I/O', waits: '1000', waitMs: '250' }]
  if (statement.includes('v$pgastat'))
    return (type.sections.find(({ key }) => key === 'memory')?.counters ?? []).map(({ from = '' }, at) => ({
      name: from,
      value: String((at + 1) * 1_000),
    }))
  if (statement.includes('dba_tablespace_usage_metrics'))
    return [
      {
        tablespace: 'USERS',
        usedBytes: '5242880',
        largestBytes: '34359721984',
        fullPercent: '0.0152590219',
        status: 'ONLINE',
        contents: 'PERMANENT',
      },
    ]
  throw oracleFault(
    Object.assign(new Error('ORA-00942: table or view does not exist'), { code: 'ORA-00942' }),
  )
}

const planRows = [
  { depth: '0', operation: 'SELECT STATEMENT', cost: '3' },
  {
    depth: '1',
    operation: 'TABLE ACCESS',
    options: 'FULL',
    owner: 'SHOP',
    object: 'ORDERS',
    cost: '3',
    cardinality: '400',
    filterPredicates: `("ID"=4711 AND "NAME"='Secret Person')`,
  },
]

/** Opens sessions that answer so; the vendor's client has no part in it. */
const dialectWith = (answer: (statement: string) => readonly TargetRecord[]) =>
  oracleBy(
    async (): Promise<SqlSession> => ({
      async query(statement) {
        assertReading(statement)
        return { records: answer(statement), isCut: false }
      },
      queryIsolated: neverIsolated,
      close: () => undefined,
    }),
  )

describe('documented answers of Oracle Database, without a wire', () => {
  test('give a value for every counter', async () => {
    const connection = await sqlTransport(dialectWith(documented)).open(params, soon())
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
    expect(absent).toEqual([])
    // Hundredths of a second.
    expect(values.get('waits.waitMs.User I/O')).toBe(2_500)
    expect(values.get('limits.allowed.processes')).toBe(300)
    expect(values.has('limits.allowed.transactions')).toBe(false)
    expect(values.get('metrics.transactions')).toBe(0.5)
    expect(values.get('memory.inUse')).toBe(2_000)
  })

  test('no statement reads what is licensed apart, and all read only', () => {
    for (const { request } of type.sections)
      for (const statement of sqlRequestSchema.parse(request).statements) {
        expect(() => assertReading(statement)).not.toThrow()
        expect(statement).not.toMatch(/active_session_history|dba_hist|dbms_workload|v\$sql_monitor/i)
      }
  })

  test('name product, version and each missing right with its statement', async () => {
    const dialect = dialectWith(statement => {
      if (statement.includes('product_component')) return documented(statement)
      if (statement.includes('v$sqlstats') || statement.includes('dba_tablespaces'))
        return documented('nothing')
      return []
    })
    const connection = await sqlTransport(dialect).open(params, soon())
    expect(await connection.probe(soon())).toEqual({
      product: 'Oracle Database',
      version: '19.0.0.0.0',
      missingRights: [
        { right: 'v$sqlstats', grant: 'GRANT SELECT ON SYS.V_$SQLSTATS TO PONE' },
        { right: 'dba_tablespaces', grant: 'GRANT SELECT ON SYS.DBA_TABLESPACES TO PONE' },
      ],
    })
    const tablespaces = type.sections.find(({ key }) => key === 'tablespaces')
    const fault = await sqlTransport(dialectWith(() => documented('nothing')))
      .open(params, soon())
      .then(poor => poor.ask(tablespaces?.request, soon()))
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'missingRight',
      params: {
        grant:
          'GRANT SELECT ON SYS.DBA_TABLESPACE_USAGE_METRICS TO PONE;\nGRANT SELECT ON SYS.DBA_TABLESPACES TO PONE',
      },
    })
  })

  test('a kept plan is read, without literals', async () => {
    const { nodes } = await explainOperation({
      type,
      params,
      section: 'statements',
      labels: { sqlId: '7h35uxf5uhmm1' },
      transports: { oracle: sqlTransport(dialectWith(documented)) },
    })
    expect(nodes.map(({ depth, title, object, rows }) => [depth, title, object, rows])).toEqual([
      [0, 'SELECT STATEMENT', '', null],
      [1, 'TABLE ACCESS FULL', 'SHOP.ORDERS', 400],
    ])
    expect(nodes[1]?.details).toEqual([{ name: 'filter', value: '("ID"=? AND "NAME"=?)' }])
  })
})

/** What the vendor's client ends with, as a cause; null = well. */
async function faultOf(more: ParamValues, signal = soon()): Promise<unknown> {
  try {
    const connection = await oracleTransport.open({ ...params, ...more }, signal)
    connection.close()
    return null
  } catch (error) {
    return error instanceof TargetFault ? error.code : error
  }
}

describe('what a monitor of Oracle Database is told by the real client', () => {
  let postgres: TestDatabase
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  test('a port that nobody has', async () =>
    expect(await faultOf({ port: await freePort() })).toBe('refused'))
  test('a name that does not exist', async () =>
    expect(await faultOf({ host: 'no-such.invalid' })).toBe('unreachable'))
  test('a name that is more than a name', async () =>
    expect(await faultOf({ service: 'x))(ADDRESS=(HOST=other' })).toBe('refused'))
  test('a real PostgreSQL behind the port', async () =>
    expect(await faultOf({ port: postgres.port })).toBe('wrongProduct'))
  test('TLS with a server that has none', async () =>
    expect(await faultOf({ port: postgres.port, tls: true })).toBe('tlsMismatch'))

  test('a real Redis behind the port', async () => {
    const port = await freePort()
    const redis = await startProgram(['redis-server', '--port', String(port), '--save', ''], () =>
      accepts(port),
    )
    expect(await faultOf({ port }, AbortSignal.timeout(1_000))).toSatisfy(
      (fault: unknown) => fault === 'wrongProduct' || fault instanceof DOMException,
    )
    await redis.close()
  })

  test('a certificate of an authority that is not known, and of one that is named', async () => {
    const certificate = await madeCertificate(2)
    const server = createTlsServer(certificate, socket => {
      socket.on('error', () => undefined)
      socket.end()
    })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await faultOf({ port, tls: true })).toBe('tlsMismatch')
    // The handshake succeeds; what closes then is no Oracle.
    const wallet = `${certificate.key}${certificate.cert}`
    expect(await faultOf({ port, tls: true, wallet })).toBe('wrongProduct')
    expect(await faultOf({ port, tls: false })).toBe('wrongProduct')
    server.close()
  })

  test('a listener that does not know the service', async () => {
    // A refusal of TNS: head of 8 bytes, two reasons, length of the data.
    const data = Buffer.from(
      '(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))',
    )
    const packet = Buffer.alloc(12 + data.length)
    packet.writeUInt16BE(packet.length, 0)
    packet.set([4, 0, 0, 0, 34, 0], 4)
    packet.writeUInt16BE(data.length, 10)
    data.copy(packet, 12)
    const listener = await startForeign(socket => socket.once('data', () => socket.write(packet)))
    expect(await faultOf({ port: listener.port })).toBe('refused')
    listener.close()
  })

  test('half an answer', async () => {
    const listener = await startForeign(socket =>
      socket.once('data', () => socket.end(Buffer.from([0, 90, 0, 0, 4, 0]))),
    )
    expect(await faultOf({ port: listener.port })).toBe('wrongProduct')
    listener.close()
  })

  test('a target that hangs: the time-out ends it, and its connection', async () => {
    let isClosed = false
    const other = await startForeign(socket => {
      socket.resume()
      socket.once('close', () => {
        isClosed = true
      })
    })
    expect(await faultOf({ port: other.port }, AbortSignal.timeout(300))).toBeInstanceOf(DOMException)
    await expect.poll(() => isClosed).toBe(true)
    other.close()
  })

  test('an endless answer', async () => {
    // Each asks for the beginning again.
    const packet = Buffer.alloc(1_024)
    packet.writeUInt16BE(packet.length, 0)
    packet[4] = 11
    const other = await startForeign(socket => {
      const more = () => {
        while (socket.writable && socket.write(packet));
      }
      socket.on('drain', more)
      socket.once('data', more)
    })
    expect(await faultOf({ port: other.port })).toBe('tooLarge')
    other.close()
  })
})

test('the client of Oracle is loaded only when a session opens', async () => {
  const registry = new URL('../../registry.ts', import.meta.url).href
  const script = `
    const { createRequire } = await import('node:module')
    const { transports } = await import('${registry}')
    const { cache } = createRequire('${registry}')
    const loaded = () => Object.keys(cache).some(path => path.includes('/oracledb/'))
    const before = loaded()
    await transports.oracle.open({ host: '127.0.0.1', port: 1, service: 'a' }, AbortSignal.timeout(9000)).catch(() => undefined)
    console.log(before, loaded())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout.trim()).toBe('false true')
})
