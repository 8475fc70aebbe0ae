import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplesOf } from '../../reading/samples.ts'
import { monitorTypeOf } from '../../registry.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { compare, startExporter, uncompared } from '../test-exporter.ts'
import { accepts, startForeign, startProgram, startProxy, type TestProgram } from '../test-processes.ts'
import { freePort } from '../test-servers.ts'
import type { TargetConnection } from '../transport.ts'
import { RedisClient } from './client.ts'
import { redisTransport } from './transport.ts'

const password = 'pass word ü'
const soon = () => AbortSignal.timeout(10_000)
/** Before any server of this file runs. */
const begunAt = Date.now()
let server: TestProgram
let port: number

async function startRedis(...settings: string[]): Promise<{ server: TestProgram; port: number }> {
  const own = await freePort()
  const base = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--dir', '{folder}']
  return { server: await startProgram(['redis-server', ...base, ...settings], () => accepts(own)), port: own }
}

const paramsFor = (own: number, more: ParamValues = {}): ParamValues => ({
  host: '127.0.0.1',
  port: own,
  user: '',
  password,
  ...more,
})

const addressOf = (own: number) => ({
  host: '127.0.0.1',
  port: own,
  user: '',
  password,
  isTls: false,
  verifiesTls: true,
})

async function connected<Result>(
  params: ParamValues,
  use: (connection: TargetConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await redisTransport.open(params, soon())
  try {
    return await use(connection)
  } finally {
    connection.close()
  }
}

/** The fault that a collection ends with. */
async function faultOf(params: ParamValues, signal = soon()): Promise<unknown> {
  try {
    const connection = await redisTransport.open(params, signal)
    try {
      await connection.ask({ command: 'INFO' }, signal)
    } finally {
      connection.close()
    }
    return null
  } catch (error) {
    return error instanceof TargetFault ? error.code : error
  }
}

beforeAll(async () => {
  const started = await startRedis(
    '--requirepass',
    password,
    '--slowlog-log-slower-than',
    '0',
    '--repl-diskless-sync-delay',
    '0',
  )
  ;({ server, port } = started)
  const client = await RedisClient.open(addressOf(port), soon())
  for (let index = 0; index < 20; index++)
    await client.send(['SET', `key ${index}`, 'ü'.repeat(index)], soon())
  for (let index = 10; index < 30; index++) await client.send(['GET', `key ${index}`], soon())
  await client.send(['EXPIRE', 'key 1', '1000'], soon())
  await client.send(['CONFIG', 'SET', 'latency-monitor-threshold', '1'], soon())
  await client.send(['DEBUG', 'SLEEP', '0.02'], soon()).catch(() => undefined)
  client.close()
})
afterAll(() => server.close())

describe('the type redis', () => {
  const type = monitorTypeOf('redis')

  test('reads a value for every counter of a master', async () => {
    if (type === undefined) throw new Error('there is no such type')
    const absent: string[] = []
    await connected(paramsFor(port), async connection => {
      for (const section of type.sections) {
        const { records } = await connection.ask(section.request, soon())
        const { samples, texts } = samplesOf(section, records, new Set())
        const read = new Set([...samples, ...texts].map(({ counter }) => counter))
        for (const { value, counter } of samples) if (Number.isNaN(value)) absent.push(`NaN ${counter}`)
        absent.push(
          ...section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`),
        )
      }
    })
    // Only replicas have the first two, only servers with replicas the others.
    expect(absent.filter(name => !name.startsWith('latency'))).toEqual([
      'server.master_link_status',
      'server.master_last_io_seconds_ago',
      'replicas.state',
      'replicas.lag',
    ])
  })

  test('agrees with prometheus-redis-exporter', async () => {
    const exporter = await startExporter(
      [
        'prometheus-redis-exporter',
        '-web.listen-address',
        '{address}',
        '-redis.addr',
        `redis://127.0.0.1:${port}`,
      ],
      { REDIS_PASSWORD: password },
    )
    try {
      if (type === undefined) throw new Error('there is no such type')
      const read = () =>
        connected(paramsFor(port), async connection => {
          const [info] = (await connection.ask({ command: 'INFO' }, soon())).records
          const rowsOf = async (key: string) => {
            const request = type.sections.find(section => section.key === key)?.request
            return (await connection.ask(request, soon())).records
          }
          const [db] = await rowsOf('keyspace')
          const get = (await rowsOf('commands')).find(({ command }) => command === 'get')
          return { ...info, ...db, ...get }
        })
      const rows: readonly (readonly [counter: string, series: string, scale?: number])[] = [
        ['server.uptime_in_seconds', 'redis_uptime_in_seconds'],
        ['server.connected_clients', 'redis_connected_clients'],
        ['server.blocked_clients', 'redis_blocked_clients'],
        ['server.maxclients', 'redis_config_maxclients'],
        ['server.used_memory', 'redis_memory_used_bytes'],
        ['server.used_memory_rss', 'redis_memory_used_rss_bytes'],
        ['server.used_memory_peak', 'redis_memory_used_peak_bytes'],
        ['server.used_memory_dataset', 'redis_memory_used_dataset_bytes'],
        ['server.maxmemory', 'redis_memory_max_bytes'],
        ['server.mem_fragmentation_ratio', 'redis_mem_fragmentation_ratio'],
        ['server.total_commands_processed', 'redis_commands_processed_total'],
        ['server.total_connections_received', 'redis_connections_received_total'],
        ['server.rejected_connections', 'redis_rejected_connections_total'],
        ['server.total_error_replies', 'redis_total_error_replies'],
        ['server.keyspace_hits', 'redis_keyspace_hits_total'],
        ['server.keyspace_misses', 'redis_keyspace_misses_total'],
        ['server.expired_keys', 'redis_expired_keys_total'],
        ['server.evicted_keys', 'redis_evicted_keys_total'],
        ['server.total_net_input_bytes', 'redis_net_input_bytes_total'],
        ['server.total_net_output_bytes', 'redis_net_output_bytes_total'],
        ['server.used_cpu_sys', 'redis_cpu_sys_seconds_total'],
        ['server.used_cpu_user', 'redis_cpu_user_seconds_total'],
        ['server.connected_slaves', 'redis_connected_slaves'],
        ['server.master_repl_offset', 'redis_master_repl_offset'],
        ['server.sync_full', 'redis_replica_resyncs_full'],
        ['server.rdb_changes_since_last_save', 'redis_rdb_changes_since_last_save'],
        ['server.latest_fork_usec', 'redis_latest_fork_seconds', 1_000_000],
        ['server.pubsub_channels', 'redis_pubsub_channels'],
        ['keyspace.keys', 'redis_db_keys{db="db0"}'],
        ['keyspace.expires', 'redis_db_keys_expiring{db="db0"}'],
        ['keyspace.avg_ttl', 'redis_db_avg_ttl_seconds{db="db0"}', 1_000],
        ['commands.calls', 'redis_commands_total{cmd="get"}'],
        ['commands.usec', 'redis_commands_duration_seconds_total{cmd="get"}', 1_000_000],
        ['commands.failed_calls', 'redis_commands_failed_calls_total{cmd="get"}'],
        ['commands.rejected_calls', 'redis_commands_rejected_calls_total{cmd="get"}'],
      ]
      // A rate of Redis itself over its last second, which reading changes; states, which are no numbers in INFO; what only replicas have; latencies, of which there may be none.
      const absent = [
        'server.instantaneous_ops_per_sec',
        'server.master_link_status',
        'server.master_last_io_seconds_ago',
        'server.rdb_last_bgsave_status',
        'server.aof_last_write_status',
        'replicas.state',
        'replicas.lag',
        'latency.latestMs',
        'latency.maxMs',
      ]
      expect(
        uncompared(
          type,
          rows.map(([name]) => name),
          absent,
        ),
      ).toEqual([])
      const compared = rows.map(([name, series, scale = 1]) => ({
        counter: name.slice(name.indexOf('.') + 1),
        series,
        scale,
      }))
      // A gauge may leave its values before and after in between, such as memory for a client that connects.
      let differing: string[] = []
      for (let round = 0; round < 3; round++) {
        const before = await read()
        const exported = await exporter.read()
        differing = compare(compared, { before, after: await read(), exported }, { tolerance: 0.05 })
        if (differing.length === 0) break
      }
      expect(differing).toEqual([])
    } finally {
      await exporter.close()
    }
  })

  test('shows the link of a replica, and the replica at its master', async () => {
    const replica = await startRedis('--replicaof', '127.0.0.1', String(port), '--masterauth', password)
    try {
      const request = { command: 'INFO', part: 'replication', rows: { prefix: 'slave', label: 'replica' } }
      await expect
        .poll(() => connected(paramsFor(port), async it => (await it.ask(request, soon())).records), {
          timeout: 20_000,
        })
        .toEqual([expect.objectContaining({ ip: '127.0.0.1', port: String(replica.port), state: 'online' })])
      const [info] = await connected(
        paramsFor(replica.port, { password: '' }),
        async it => (await it.ask({ command: 'INFO' }, soon())).records,
      )
      expect(info).toMatchObject({ role: 'slave', master_link_status: 'up' })
    } finally {
      await replica.server.close()
    }
  })

  test('lists slow commands, told apart by number and time', async () => {
    const { records } = await connected(paramsFor(port), it =>
      it.ask({ command: 'SLOWLOG GET', limit: 128 }, soon()),
    )
    expect(new Set(records.map(({ entry }) => entry)).size).toBe(records.length)
    expect(records.map(({ command }) => command)).toContain('CONFIG SET latency-monitor-threshold 1')
    expect(Number(records[0]?.['durationMs'])).toBeGreaterThanOrEqual(0)
    // Redis tells whole seconds.
    const newestAt = Date.parse(records[0]?.['at'] ?? '')
    expect(newestAt).toBeGreaterThan(begunAt - 1_000)
    expect(newestAt).toBeLessThanOrEqual(Date.now())
  })

  test('lists each time of a latency event, which is the newest of LATENCY LATEST too', async () => {
    const admin = await RedisClient.open(addressOf(port), soon())
    await admin.send(['EVAL', 'local n = 0 for i = 1, 3000000 do n = n + i end return n', '0'], soon())
    // On a busy machine any command may take a millisecond, and would be the newest.
    await admin.send(['CONFIG', 'SET', 'latency-monitor-threshold', '0'], soon())
    admin.close()
    const [latest, history] = await connected(paramsFor(port), async it => [
      (await it.ask({ command: 'LATENCY LATEST' }, soon())).records,
      (await it.ask({ command: 'LATENCY HISTORY', limit: 200 }, soon())).records,
    ])
    const command = latest.find(({ event }) => event === 'command')
    const times = history.filter(({ event }) => event === 'command')
    expect(times[0]).toMatchObject({ at: command?.['at'], durationMs: command?.['latestMs'] })
    expect(new Set(history.map(({ entry }) => entry)).size).toBe(history.length)
    expect(Number(times[0]?.['durationMs'])).toBeGreaterThanOrEqual(1)
  })

  test('a connection test names product, version, and the statement for rights that are missing', async () => {
    const admin = await RedisClient.open(addressOf(port), soon())
    await admin.send(['ACL', 'SETUSER', 'watcher', 'on', '>secret', '+ping', '+info'], soon())
    const params = paramsFor(port, { user: 'watcher', password: 'secret' })
    const before = await connected(params, it => it.probe(soon()))
    expect(before).toMatchObject({ product: 'redis', version: expect.stringMatching(/^\d+\.\d+/) })
    expect(before.missingRights.map(({ right }) => right)).toEqual([
      'SLOWLOG GET 1',
      'LATENCY LATEST',
      'LATENCY HISTORY command',
    ])
    // The statement that is proposed is enough.
    await admin.send((before.missingRights[0]?.grant ?? '').split(' '), soon())
    admin.close()
    expect((await connected(params, it => it.probe(soon()))).missingRights).toEqual([])
  })

  test('a counter that restarts is told as it is, smaller than before', async () => {
    const admin = await RedisClient.open(addressOf(port), soon())
    const read = async () =>
      Number(
        (await connected(paramsFor(port), it => it.ask({ command: 'INFO' }, soon()))).records[0]?.[
          'total_commands_processed'
        ],
      )
    const before = await read()
    await admin.send(['CONFIG', 'RESETSTAT'], soon())
    admin.close()
    expect(await read()).toBeLessThan(before)
  })
})

describe('what is told of', () => {
  test('a wrong password', async () =>
    expect(await faultOf(paramsFor(port, { password: 'no' }))).toBe('wrongPassword'))
  test('no password', async () =>
    expect(await faultOf(paramsFor(port, { password: '' }))).toBe('wrongPassword'))
  test('a user without rights', async () => {
    const admin = await RedisClient.open(addressOf(port), soon())
    await admin.send(['ACL', 'SETUSER', 'nobody', 'on', '>secret', '+ping'], soon())
    admin.close()
    expect(await faultOf(paramsFor(port, { user: 'nobody', password: 'secret' }))).toBe('missingRight')
  })
  test('a port that nobody has', async () =>
    expect(await faultOf(paramsFor(await freePort()))).toBe('refused'))
  test('a name that does not exist', async () =>
    expect(await faultOf(paramsFor(port, { host: 'no-such-host.invalid' }))).toBe('unreachable'))
  test('TLS where there is none', async () =>
    expect(await faultOf(paramsFor(port, { tls: true }))).toBe('tlsMismatch'))

  test.each([
    ['an SSH server', (): string => 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a web server', (): string => 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['a MySQL server', (): string => 'J\0\0\0\n5.5.5-10.11.19-MariaDB\0'],
  ])('%s behind the port', async (_, greeting) => {
    const other = await startForeign(socket => socket.once('data', () => socket.write(greeting())))
    expect(await faultOf(paramsFor(other.port))).toBe('wrongProduct')
    other.close()
  })

  test('a server that hangs: the time-out ends it, not the server', async () => {
    const other = await startForeign(() => undefined)
    expect(await faultOf(paramsFor(other.port), AbortSignal.timeout(300))).toBeInstanceOf(DOMException)
    other.close()
  })

  test('commands of one instant leave in one packet, each with its own answer', async () => {
    const packets: number[] = []
    const proxy = await startProxy(
      port,
      (bytes, client) => client.write(bytes),
      bytes => packets.push(bytes.toString().split('INFO').length - 1),
    )
    const { signal } = new AbortController()
    const connection = await redisTransport.open(paramsFor(proxy.port), signal)
    const ask = (part: string) => connection.ask({ command: 'INFO', part }, signal)
    const [server, memory] = await Promise.all([ask('server'), ask('memory')])
    expect(server.records[0]).toHaveProperty('redis_version')
    expect(memory.records[0]).toHaveProperty('used_memory')
    expect(packets.filter(count => count > 0)).toEqual([2])
    connection.close()
    proxy.close()
  })

  test('half an answer', async () => {
    const proxy = await startProxy(port, (bytes, client) =>
      bytes.length > 100 ? client.end(bytes.subarray(0, 100)) : client.write(bytes),
    )
    expect(await faultOf(paramsFor(proxy.port))).toBe('targetClosed')
    proxy.close()
  })

  test('an answer without end', async () => {
    const other = await startForeign(socket =>
      socket.once('data', () => {
        socket.write('$999999999\r\n')
        const fill = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(1 << 20)));
        }
        socket.on('drain', fill)
        fill()
      }),
    )
    expect(await faultOf(paramsFor(other.port))).toBe('tooLarge')
    other.close()
  })
})
