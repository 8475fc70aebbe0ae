/** MongoDB by answers as its manual documents them, over its real protocol and sign-in; and targets that are none of it. */
import * as bson from 'bson'
import { afterEach, describe, expect, test } from 'vitest'
import { explainOperation } from '../../collection/explain.ts'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import { readMongoPlan } from '../../plans/mongodb-plan.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { ParamValues } from '../../type.ts'
import { startForeign, startProxy } from '../test-processes.ts'
import { freePort, knownType } from '../test-servers.ts'
import { failure, startMongo, type TestMongo, type TestMongoOptions } from './test-mongo.ts'
import { mongodbTransport } from './transport.ts'

const type = knownType('mongodb')
const soon = () => AbortSignal.timeout(20_000)
const transports = { mongodb: mongodbTransport }
const paramsOf = (port: number, more: ParamValues = {}): ParamValues => ({ host: '127.0.0.1', port, ...more })
const trial = (port: number, more: ParamValues = {}): Promise<TrialResult> =>
  tryTarget({ type, params: paramsOf(port, more), transports, signal: soon() })
const causesOf = ({ sections, cause }: TrialResult) => [
  ...new Set(cause ? [cause.code] : sections.flatMap(section => (section.cause ? [section.cause.code] : []))),
]

const long = (value: number) => bson.Long.fromNumber(value)
const at = new Date(Date.now() - 60_000)
/** Paths of the type's own section as a document, so that every counter has a number; the others as in the manual. */
const serverStatus = {
  host: 'db1:27017',
  version: '8.0.4',
  process: 'mongod',
  uptime: 4_711,
  asserts: { regular: 0, warning: 0, msg: 0, user: 12, rollovers: 0 },
  connections: { current: 25, available: 75, totalCreated: 300, rejected: 0, active: 4 },
  extra_info: { note: 'fields vary by platform', page_faults: 9 },
  globalLock: {
    currentQueue: { total: 3, readers: 2, writers: 1 },
    activeClients: { readers: 1, writers: 0 },
  },
  network: { bytesIn: long(2 ** 40), bytesOut: long(7), numRequests: long(8) },
  opcounters: { insert: 1, query: 2, update: 3, delete: 4, getmore: 5, command: 6 },
  opLatencies: {
    reads: { latency: long(8_000), ops: long(4) },
    writes: { latency: long(6_000), ops: long(2) },
    commands: { latency: long(1_000), ops: long(10) },
  },
  queues: {
    execution: {
      write: { out: 1, available: 9, totalTickets: 10 },
      read: { out: 2, available: 8, totalTickets: 10 },
    },
  },
  repl: { setName: 'rs0', isWritablePrimary: true, secondary: false },
  transactions: { currentOpen: long(1), totalCommitted: long(20), totalAborted: long(2) },
  wiredTiger: {
    cache: {
      'bytes currently in the cache': 800,
      'maximum bytes configured': 1_000,
      'tracked dirty bytes in the cache': 50,
      'pages read into cache': 5,
      'pages written from cache': 6,
      'pages evicted by application threads': 0,
    },
  },
  mem: { bits: 64, resident: 128, virtual: 1_024, supported: true },
  metrics: {
    cursor: { timedOut: long(1), open: { noTimeout: long(0), pinned: long(1), total: long(2) } },
    document: { deleted: long(1), inserted: long(2), returned: long(3), updated: long(4) },
    operation: { scanAndOrder: long(5), writeConflicts: long(6) },
    queryExecutor: { scanned: long(7), scannedObjects: long(8) },
    ttl: { deletedDocuments: long(9), passes: long(1) },
  },
}

const members = [
  {
    _id: 0,
    name: 'db1:27017',
    health: 1,
    stateStr: 'PRIMARY',
    uptime: 500,
    optimeDate: at,
    syncSourceHost: '',
  },
  {
    _id: 1,
    name: 'db2:27017',
    health: 1,
    stateStr: 'SECONDARY',
    uptime: 400,
    optimeDate: new Date(at.getTime() - 3_000),
    pingMs: long(2),
    syncSourceHost: 'db1:27017',
    lastHeartbeatMessage: 'could not find member to sync from',
  },
  { _id: 2, name: 'db3:27017', health: 0, stateStr: '(not reachable/healthy)', uptime: 0 },
]

const statement = {
  find: 'orders',
  filter: { customer: 'Ada Lovelace', total: { $gt: 100 }, tags: { $in: ['a', 'b', 'c'] } },
  sort: { total: -1 },
}
const profiled = {
  op: 'query',
  ns: 'shop.orders',
  command: { ...statement, lsid: { id: new bson.UUID() }, $db: 'shop' },
  keysExamined: 0,
  docsExamined: 5_000,
  nreturned: 3,
  responseLength: 400,
  millis: 240,
  planSummary: 'COLLSCAN',
  execStats: { stage: 'COLLSCAN' },
  ts: at,
  client: '10.0.0.7',
  appName: 'shop',
  user: 'app@admin',
}
const removal = {
  ...profiled,
  op: 'remove',
  command: { q: { customer: 'Ada Lovelace' }, limit: 0 },
  millis: 120,
  ts: new Date(at.getTime() - 1_000),
}
const running = {
  opid: 42,
  op: 'command',
  ns: 'shop.orders',
  active: true,
  secs_running: long(7),
  command: { aggregate: 'orders', pipeline: [{ $match: { email: 'ada@example.org' } }], $db: 'shop' },
  planSummary: 'COLLSCAN',
  waitingForLock: false,
  client: '10.0.0.7:5000',
  appName: 'report',
  effectiveUsers: [{ user: 'app', db: 'admin' }],
}
const counts = { time: long(5_000), count: long(4) }
const cursor = (...firstBatch: bson.Document[]) => ({ cursor: { firstBatch, id: long(0), ns: '' } })

const winningPlan = {
  isCached: false,
  stage: 'SORT',
  sortPattern: { total: -1 },
  memLimit: 104_857_600,
  inputStage: { stage: 'COLLSCAN', filter: { customer: { $eq: 'Ada Lovelace' } }, direction: 'forward' },
}

const answers: TestMongoOptions['answers'] = {
  hello: () => ({ isWritablePrimary: true, maxWireVersion: 25, minWireVersion: 0 }),
  buildInfo: () => ({ version: '8.0.4' }),
  serverStatus: () => serverStatus,
  listDatabases: () => ({
    databases: ['admin', 'shop'].map(name => ({ name, sizeOnDisk: long(name.length), empty: false })),
  }),
  dbStats: (_, db) => ({
    db,
    collections: long(2),
    objects: long(50),
    dataSize: 1_000,
    storageSize: 800,
    indexes: long(3),
    indexSize: 90,
    fsUsedSize: 10_000,
    fsTotalSize: 90_000,
  }),
  profile: (_, db) => ({ was: db === 'shop' ? 1 : 0, slowms: 100, sampleRate: 1 }),
  replSetGetStatus: () => ({ set: 'rs0', myState: 1, members }),
  top: () => ({
    totals: {
      note: 'all times in microseconds',
      'shop.orders': Object.fromEntries(
        ['total', 'readLock', 'writeLock', 'queries', 'getmore', 'insert', 'update', 'remove'].map(name => [
          name,
          counts,
        ]),
      ),
    },
  }),
  aggregate: ({ pipeline }) =>
    JSON.stringify(pipeline).includes('$group')
      ? cursor({ _id: null, count: 1, longest: long(7) })
      : cursor(running),
  find: ({ filter }) => (filter['ns'] === undefined ? cursor(profiled) : cursor(profiled, removal)),
  explain: () => ({ queryPlanner: { namespace: 'shop.orders', winningPlan }, command: statement }),
}

let server: TestMongo
afterEach(() => server.close())

async function askAll(port: number) {
  const connection = await mongodbTransport.open(paramsOf(port), soon())
  try {
    const all: [string, Awaited<ReturnType<typeof connection.ask>>][] = []
    for (const { key, request } of type.sections) all.push([key, await connection.ask(request, soon())])
    return new Map(all)
  } finally {
    connection.close()
  }
}

describe('mongodb, documented answers', () => {
  test('give every counter a value, and none stands for another', async () => {
    server = await startMongo({ answers })
    const asked = await askAll(server.port)
    const absent = type.sections.flatMap(section => {
      const { records = [] } = asked.get(section.key) ?? {}
      const { samples, texts } = samplesOf(section, records, new Set())
      const read = new Set(
        [...samples.filter(each => !Number.isNaN(each.value)), ...texts].map(each => each.counter),
      )
      return section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`)
    })
    expect(absent).toEqual([])
    expect(asked.get('server')?.records[0]).toMatchObject({
      bytesIn: String(2 ** 40),
      cacheBytes: '800',
      readTicketsFree: '8',
      replicaSet: 'rs0',
      isWritable: 'true',
    })
    expect(asked.get('members')?.records).toEqual([
      expect.objectContaining({ member: 'db1:27017', state: 'PRIMARY', lag: '0' }),
      expect.objectContaining({ member: 'db2:27017', state: 'SECONDARY', lag: '3', ping: '2' }),
      { member: 'db3:27017', state: '(not reachable/healthy)', health: '0', uptime: '0' },
    ])
    expect(asked.get('running')?.records).toEqual([{ count: '1', longest: '7' }])
    expect(asked.get('collections')?.records).toHaveLength(1)
  })

  test('are asked by commands that only read', async () => {
    server = await startMongo({ answers })
    await trial(server.port)
    await askAll(server.port)
    expect([...server.commands.keys()].toSorted()).toEqual([
      'aggregate',
      'buildInfo',
      'dbStats',
      'find',
      'hello',
      'listDatabases',
      'profile',
      'replSetGetStatus',
      'serverStatus',
      'top',
    ])
    expect(server.commands.get('profile')).toMatchObject({ profile: -1 })
    expect(JSON.stringify(server.commands.get('aggregate')?.['pipeline'])).toMatch(/^\[\{"\$currentOp"/)
  })

  test('show slow and running operations without their values', async () => {
    server = await startMongo({ answers })
    const asked = await askAll(server.port)
    const slow = asked.get('slow')?.records ?? []
    expect(slow).toMatchObject([
      {
        at: at.toISOString(),
        durationMs: '240',
        db: 'shop',
        statement:
          '{find: orders, filter: {customer: ?, total: {$gt: ?}, tags: {$in: [?]}}, sort: {total: ?}}',
        plan: 'COLLSCAN',
        examinedDocuments: '5000',
        account: 'app@admin',
      },
      { op: 'remove', statement: '{q: {customer: ?}, limit: ?}' },
    ])
    expect(asked.get('operations')?.records).toMatchObject([
      {
        id: '42',
        seconds: '7',
        statement: '{aggregate: orders, pipeline: [{$match: {email: ?}}]}',
        account: 'app',
      },
    ])
    expect(JSON.stringify([...asked])).not.toMatch(/Lovelace|example\.org/)
  })

  test('explain a slow read by its planner alone, and no write', async () => {
    server = await startMongo({ answers })
    const slow = (await askAll(server.port)).get('slow')?.records ?? []
    const explained = (index: number) =>
      explainOperation({
        type,
        params: paramsOf(server.port),
        section: 'slow',
        labels: { entry: slow[index]?.['entry'] ?? '' },
        transports,
      })
    const { nodes } = await explained(0)
    expect(nodes.map(({ depth, title, object }) => [depth, title, object])).toEqual([
      [0, 'SORT', ''],
      [1, 'COLLSCAN', 'shop.orders'],
    ])
    expect(server.commands.get('explain')).toMatchObject({ explain: statement, verbosity: 'queryPlanner' })
    expect(JSON.stringify(nodes)).not.toContain('Lovelace')
    server.close()
    server = await startMongo({ answers: { ...answers, find: () => cursor(removal) } })
    await expect(explained(1)).rejects.toMatchObject({ fault: 'notReadOnly' })
    expect(server.commands.has('explain')).toBe(false)
  })

  test('of pipelines, shards and the newer engine are read as plans too', () => {
    const plan = { queryPlan: { stage: 'GROUP', inputStage: { stage: 'IXSCAN', indexName: 'by_total' } } }
    const titles = (answer: unknown) => readMongoPlan(answer).nodes.map(({ depth, title }) => [depth, title])
    const staged = {
      stages: [{ $cursor: { queryPlanner: { winningPlan: plan } } }, { $lookup: { from: 'x' } }],
    }
    expect(titles(staged)).toEqual([
      [0, '$cursor'],
      [1, 'GROUP'],
      [2, 'IXSCAN'],
      [0, '$lookup'],
    ])
    expect(titles({ shards: { s1: { queryPlanner: { winningPlan: { stage: 'EOF' } } } } })).toEqual([
      [0, 'SHARD'],
      [1, 'EOF'],
    ])
    expect(() => readMongoPlan({ ok: 1 })).toThrow('malformed')
  })

  test('of a router or a single server lack members and collections, without a fault', async () => {
    const notHere = () => failure(115, 'CommandNotSupported', 'not supported through mongos')
    const single = () => failure(76, 'NoReplicationEnabled', 'not running with --replSet')
    server = await startMongo({ answers: { ...answers, top: notHere, replSetGetStatus: single } })
    const result = await trial(server.port)
    expect([result.isReached, causesOf(result)]).toEqual([true, []])
    expect(result.sections.find(({ section }) => section === 'members')?.rowCount).toBe(0)
  })

  test('that lack a value of a member leave its lag unknown', async () => {
    const headless = members.filter(({ stateStr }) => stateStr !== 'PRIMARY')
    server = await startMongo({ answers: { ...answers, replSetGetStatus: () => ({ members: headless }) } })
    const { records = [] } = (await askAll(server.port)).get('members') ?? {}
    expect(records.map(({ lag }) => lag)).toEqual([undefined, undefined])
  })
})

describe('mongodb, sign-in', () => {
  const accounts = { monitor: 'secret' }
  test.each(['SCRAM-SHA-1', 'SCRAM-SHA-256'] as const)(
    'by %s, and a wrong password is named',
    async mechanism => {
      server = await startMongo({ answers, accounts, mechanism })
      const signed = { user: 'monitor', password: 'secret' }
      const good = await trial(server.port, signed)
      expect(good).toMatchObject({ isReached: true, product: 'MongoDB', version: '8.0.4', missingRights: [] })
      expect(causesOf(good)).toEqual([])
      expect(causesOf(await trial(server.port, { ...signed, password: 'x' }))).toEqual(['wrongPassword'])
      expect(causesOf(await trial(server.port, { ...signed, user: 'nobody' }))).toEqual(['wrongPassword'])
    },
  )

  test('without a user or without rights tells the statement that helps', async () => {
    server = await startMongo({ answers, accounts })
    const stranger = await trial(server.port)
    expect(stranger.missingRights.map(({ grant }) => grant)[0]).toMatch(
      /^db\.getSiblingDB\("admin"\)\.createUser\(\{ user: "pone", .*role: "clusterMonitor"/,
    )
    server.close()
    const denied = () => failure(13, 'Unauthorized', 'not authorized on admin to execute command')
    server = await startMongo({ answers: { ...answers, serverStatus: denied, aggregate: denied }, accounts })
    const guest = await trial(server.port, { user: 'monitor', password: 'secret', authSource: 'ops' })
    const grant =
      'db.getSiblingDB("ops").grantRolesToUser("monitor", [{ role: "clusterMonitor", db: "admin" }])'
    expect(guest.missingRights).toEqual([
      { right: 'serverStatus', grant },
      { right: '$currentOp', grant },
    ])
  })

  test('over TLS, whose certificate is verified', async () => {
    server = await startMongo({ answers, isTls: true })
    expect(causesOf(await trial(server.port, { tls: true, verifyTls: false }))).toEqual([])
    expect(causesOf(await trial(server.port, { tls: true }))).toEqual(['tlsMismatch'])
    server.close()
    server = await startMongo({ answers })
    expect(causesOf(await trial(server.port, { tls: true }))).toEqual(['tlsMismatch'])
  })
})

describe('a target that is no MongoDB', () => {
  test.each([
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n', 'wrongProduct'],
    ['greets as SSH', 'SSH-2.0-Op', 'wrongProduct'],
    ['announces 2 GB of something', '\u007f\u007f\u007f\u007f'.repeat(4), 'wrongProduct'],
    ['announces a message of 100 MB', '\0\0\u0040\u0006\u0001\0\0\0\u0001\0\0\0\u00dd\u0007\0\0', 'tooLarge'],
    [
      'answers a request that nobody sent',
      '\u001a\0\0\0\u0001\0\0\0\u0063\0\0\0\u00dd\u0007\0\0\0\0\0\0\0\u0005\0\0\0\0',
      'wrongProduct',
    ],
    ['tells that TLS failed', '\u0015\u0003\u0001\0\u0002\u0002\u0016', 'tlsMismatch'],
  ])('one that %s is named', async (_, answer, code) => {
    const foreign = await startForeign(
      socket => void socket.once('data', () => socket.write(answer, 'latin1')),
    )
    expect(causesOf(await trial(foreign.port))).toEqual([code])
    foreign.close()
  })

  test('one that hangs ends the test after 5 s', async () => {
    const foreign = await startForeign(() => undefined)
    const result = await trial(foreign.port)
    foreign.close()
    expect(causesOf(result)).toEqual(['timedOut'])
    expect(result.cause?.params).toEqual({ timeoutMs: expect.stringMatching(/^(5000|4\d{3})(\.\d+)?$/) })
  })

  test('half an answer is no answer, and a closed port is named', async () => {
    server = await startMongo({ answers })
    const proxy = await startProxy(server.port, (bytes, client) => void client.end(bytes.subarray(0, 20)))
    expect(causesOf(await trial(proxy.port))).toEqual(['targetClosed'])
    proxy.close()
    expect(causesOf(await trial(await freePort()))).toEqual(['refused'])
  })

  test('a document nested without end is no answer', async () => {
    const levels = 200_000
    let nested = Buffer.from([5, 0, 0, 0, 0])
    const parts: Buffer[] = []
    for (let level = 0; level < levels; level++) {
      const head = Buffer.from([0, 0, 0, 0, 3, 97, 0])
      head.writeInt32LE((levels - level) * 8 + 5, 0)
      parts.push(head)
    }
    nested = Buffer.concat([...parts, nested, Buffer.alloc(levels)])
    const foreign = await startForeign(
      socket =>
        void socket.on('data', (asked: Buffer) => {
          const head = Buffer.alloc(21)
          head.writeInt32LE(head.length + nested.length, 0)
          head.writeInt32LE(asked.readInt32LE(4), 8)
          head.writeInt32LE(2013, 12)
          socket.write(Buffer.concat([head, nested]))
        }),
    )
    expect(causesOf(await trial(foreign.port))).toEqual(['wrongProduct'])
    foreign.close()
  })
})
