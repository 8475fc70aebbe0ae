/** Nginx, RabbitMQ and Tomcat as they are, beside what others say of them; and targets that answer what they should not. */

import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CollectedRow, Layout, SectionState } from '../../collection/batch.ts'
import { type CollectionPlan, Collector } from '../../collection/collector.ts'
import type { TrialResult } from '../../collection/trial.ts'
import { tryTarget } from '../../collection/trial.ts'
import type { ParamValues } from '../../type.ts'
import { uncompared } from '../test-exporter.ts'
import {
  exportedSum,
  figuresOf,
  freePort,
  knownType,
  startServer,
  type TestServer,
  temporaryFolder,
  untilAnswers,
} from '../test-servers.ts'
import { http } from './http.ts'
import { type Rabbitmq, startNginx, startRabbitmq } from './test-web-servers.ts'

const never = new AbortController().signal
const host = '127.0.0.1'
const trial = (name: string, params: ParamValues): Promise<TrialResult> =>
  tryTarget({ type: knownType(name), params: { host, ...params }, transports: { http }, signal: never })
const missingOf = ({ sections }: TrialResult) => sections.flatMap(({ missing }) => missing)
const causesOf = ({ sections, cause }: TrialResult) =>
  cause ? [cause.code] : sections.flatMap(section => (section.cause ? [section.cause.code] : []))

const webXml = `<web-app><servlet><servlet-name>default</servlet-name>
<servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class></servlet>
<servlet-mapping><servlet-name>default</servlet-name><url-pattern>/</url-pattern></servlet-mapping></web-app>`

interface Collected {
  readonly rows: CollectedRow[]
  readonly states: SectionState[]
  /** Sums over labels of the newest values by `monitor section.counter`, and the numbers of label sets of queues by `monitor labelSets`. */
  readonly totals: Map<string, number>
}

/** What a collector hands on of all plans together. @throws Error when what is waited for does not come within a minute */
function collectedUntil(
  plans: readonly CollectionPlan[],
  isDone: (collected: Collected) => boolean,
): Promise<Collected> {
  const collected: Collected = { rows: [], states: [], totals: new Map() }
  const layouts = new Map<number, Layout>()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      setImmediate(() => collector.close())
    }
    const timer = setTimeout(
      () => end(() => reject(new Error(JSON.stringify([...collected.totals])))),
      60_000,
    )
    const collector = new Collector({
      transports: { http },
      onBatch(batch) {
        for (const layout of batch.layouts) layouts.set(layout.key, layout)
        collected.rows.push(...batch.rows)
        collected.states.push(...batch.states)
        addUp(batch.rows, layouts, collected.totals)
        if (isDone(collected)) end(() => resolve(collected))
      },
    })
    for (const plan of plans) collector.put(plan)
  })
}

function addUp(
  rows: readonly CollectedRow[],
  layouts: ReadonlyMap<number, Layout>,
  totals: Map<string, number>,
): void {
  const names = new Map<string, Set<string>>()
  for (const { monitorId, section, layout, values, part } of rows) {
    const place = `${monitorId} ${section}.`
    if (part === 0) for (const key of totals.keys()) if (key.startsWith(place)) totals.delete(key)
    for (const [index, { counter, labels }] of (layouts.get(layout)?.columns ?? []).entries()) {
      const key = `${place}${counter}`
      const value = values[index] ?? Number.NaN
      if (!Number.isNaN(value)) totals.set(key, (totals.get(key) ?? 0) + value)
      if (section !== 'queues') continue
      const known = names.get(monitorId) ?? new Set()
      names.set(monitorId, known.add(labels['name'] ?? ''))
    }
  }
  for (const [monitorId, { size }] of names) totals.set(`${monitorId} labelSets`, size)
}

describe('nginx', () => {
  const servers: TestServer[] = []
  let port = 0
  let exporterPort = 0
  beforeAll(async () => {
    const nginx = await startNginx()
    servers.push(nginx)
    port = nginx.port
    exporterPort = await freePort()
    const args = [
      `-nginx.scrape-uri=http://${host}:${port}/nginx_status`,
      `-web.listen-address=${host}:${exporterPort}`,
    ]
    servers.push(startServer('/usr/bin/prometheus-nginx-exporter', args, {}))
    await untilAnswers(`http://${host}:${exporterPort}/`)
  })
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.stop()
  })

  test('has the counters of its exporter', async () => {
    for (let index = 0; index < 20; index++) await (await fetch(`http://${host}:${port}/`)).text()
    const connection = await http.open({ host, port, path: '/nginx_status' }, never)
    const before = await figuresOf(knownType('nginx'), connection)
    const theirs = await (await fetch(`http://${host}:${exporterPort}/metrics`)).text()
    const after = await figuresOf(knownType('nginx'), connection)
    connection.close()
    const figures = [
      ['status.active', /^nginx_connections_active /],
      ['status.accepts', /^nginx_connections_accepted /],
      ['status.handled', /^nginx_connections_handled /],
      ['status.requests', /^nginx_http_requests_total /],
      ['status.reading', /^nginx_connections_reading /],
      ['status.writing', /^nginx_connections_writing /],
      ['status.waiting', /^nginx_connections_waiting /],
    ] as const
    const names = figures.map(([name]) => name)
    expect(uncompared(knownType('nginx'), names, [])).toEqual([])
    const rows = figures.map(([counter, pattern]) => ({
      counter,
      low: before.get(counter) ?? Number.NaN,
      exporter: exportedSum(theirs, pattern) ?? Number.NaN,
      high: after.get(counter) ?? Number.NaN,
    }))
    console.table(rows)
    expect(before.get('status.requests')).toBeGreaterThanOrEqual(20)
    for (const { counter, low, exporter, high } of rows) {
      // The connection of the exporter itself comes and goes.
      const room = /active|reading|writing|waiting/.test(counter) ? 2 : 0
      expect(exporter, counter).toBeGreaterThanOrEqual(low - room)
      expect(exporter, counter).toBeLessThanOrEqual(high + room)
    }
  })

  test('is tested with its version, and another page or port is named', async () => {
    const good = await trial('nginx', { port })
    expect(good).toMatchObject({ isReached: true, product: 'nginx', cause: undefined })
    expect(good.version).toMatch(/^\d+\.\d+/)
    expect(missingOf(good)).toEqual([])
    expect(causesOf(await trial('nginx', { port, path: '/' }))).toEqual(['wrongProduct'])
    expect(causesOf(await trial('nginx', { port, tls: true }))).toEqual(['tlsMismatch'])
    expect(causesOf(await trial('nginx', { port: await freePort() }))).toEqual(['refused'])
    expect(causesOf(await trial('nginx', { host: 'no-such-host.invalid', port }))).toEqual(['unreachable'])
  })

  test('an exporter is read as any other, its metrics found', async () => {
    const result = await trial('prometheus', { port: exporterPort })
    expect(result.sections[0]?.counters).toContain('nginx_http_requests_total')
    expect(causesOf(await trial('prometheus', { port, path: '/nginx_status' }))).not.toEqual([])
  })
})

/** Counter, metric of the plugin, the factor that turns theirs into ours, and how far what wavers may be off. */
const rabbitFigures: readonly (readonly [name: string, metric: RegExp, factor?: number, room?: number])[] = [
  ['overview.ready', /^rabbitmq_queue_messages_ready /],
  ['overview.unacknowledged', /^rabbitmq_queue_messages_unacked /],
  ['overview.connections', /^rabbitmq_connections /, 1, 2],
  ['overview.channels', /^rabbitmq_channels /, 1, 2],
  ['overview.queues', /^rabbitmq_queues /],
  ['overview.consumers', /^rabbitmq_consumers /],
  ['overview.connectionsCreated', /^rabbitmq_connections_opened_total /],
  ['overview.connectionsClosed', /^rabbitmq_connections_closed_total /],
  ['overview.published', /^rabbitmq_global_messages_received_total\{/],
  ['overview.delivered', /^rabbitmq_global_messages_delivered_total\{/],
  ['overview.acknowledged', /^rabbitmq_global_messages_acknowledged_total\{/],
  ['overview.redelivered', /^rabbitmq_global_messages_redelivered_total\{/],
  ['overview.unroutable', /^rabbitmq_global_messages_unroutable_returned_total\{/],
  ['nodes.memoryUsed', /^rabbitmq_process_resident_memory_bytes /, 1, 30e6],
  ['nodes.memoryLimit', /^rabbitmq_resident_memory_limit_bytes /],
  ['nodes.diskFree', /^rabbitmq_disk_space_available_bytes /, 1, 5e9],
  ['nodes.diskLimit', /^rabbitmq_disk_space_available_limit_bytes /],
  ['nodes.files', /^rabbitmq_process_open_fds /, 1, 10],
  ['nodes.filesLimit', /^rabbitmq_process_max_fds /],
  ['nodes.sockets', /^rabbitmq_process_open_tcp_sockets /, 1, 5],
  ['nodes.socketsLimit', /^rabbitmq_process_max_tcp_sockets /],
  ['nodes.processes', /^erlang_vm_process_count /, 1, 20],
  ['nodes.processesLimit', /^erlang_vm_process_limit /],
  ['nodes.uptimeMs', /^rabbitmq_erlang_uptime_seconds /, 1_000, 10_000],
  ['queues.ready', /^rabbitmq_queue_messages_ready /],
  ['queues.unacknowledged', /^rabbitmq_queue_messages_unacked /],
  ['queues.consumers', /^rabbitmq_queue_consumers /],
]
const rabbitAbsent: readonly string[] = [
  // States are numbers of the type.
  'nodes.running',
  'nodes.memoryAlarm',
  'nodes.diskAlarm',
  'nodes.runQueue',
  // Both measure it, each at moments of its own.
  'queues.memory',
  // The plugin tells rates of single queues only where it is asked for each of them.
  'queues.published',
  'queues.delivered',
  'queues.acknowledged',
]

describe('rabbitmq', () => {
  let server: Rabbitmq
  let port = 0
  beforeAll(async () => {
    server = await startRabbitmq()
    port = server.port
  })
  afterAll(() => server.stop())
  const call: Rabbitmq['call'] = (path, method, body) => server.call(path, method, body)

  test('has the counters of its own Prometheus plugin, its queues, and asks for the right that is missing', async () => {
    await call('queues/%2f/orders', 'PUT', { durable: true })
    const message = { properties: {}, routing_key: 'orders', payload: 'x', payload_encoding: 'string' }
    for (let index = 0; index < 11; index++) await call('exchanges/%2f/amq.default/publish', 'POST', message)
    // One is fetched twice.
    for (const ackmode of ['ack_requeue_true', 'ack_requeue_false'])
      await call('queues/%2f/orders/get', 'POST', { ackmode, count: 1, encoding: 'auto' })
    const type = knownType('rabbitmq')
    const params = { host, port, user: 'guest', password: 'guest', queues: '' }
    const connection = await http.open(params, never)
    // Figures of the management API follow once a second.
    await expect
      .poll(
        async () => {
          const figures = await figuresOf(type, connection)
          return ['overview.delivered', 'queues.ready'].map(name => figures.get(name))
        },
        { timeout: 20_000 },
      )
      .toEqual([2, 10])
    const before = await figuresOf(type, connection)
    const theirs = await (await fetch(`http://${host}:${server.metricsPort}/metrics`)).text()
    const after = await figuresOf(type, connection)
    connection.close()
    const names = rabbitFigures.map(([name]) => name)
    expect(uncompared(type, names, rabbitAbsent)).toEqual([])
    const rows = rabbitFigures.map(([counter, pattern, factor = 1, room = 0]) => ({
      counter,
      low: before.get(counter) ?? Number.NaN,
      plugin: (exportedSum(theirs, pattern) ?? Number.NaN) * factor,
      high: after.get(counter) ?? Number.NaN,
      room,
    }))
    console.table(rows)
    for (const { counter, low, plugin, high, room } of rows) {
      expect(plugin, counter).toBeGreaterThanOrEqual(Math.min(low, high) - room)
      expect(plugin, counter).toBeLessThanOrEqual(Math.max(low, high) + room)
    }

    const good = await trial('rabbitmq', { port, user: 'guest', password: 'guest' })
    expect(good).toMatchObject({ isReached: true })
    expect(good.version).toMatch(/^\d+\.\d+/)
    expect(causesOf(good)).toEqual([])
    expect(new Set(causesOf(await trial('rabbitmq', { port, user: 'guest', password: 'wrong' })))).toEqual(
      new Set(['wrongPassword']),
    )
  })

  test('of 5,000 queues 200 are collected by name, or those that are chosen, and no other monitor waits', async () => {
    await server.addQueues(Array.from({ length: 5_000 }, (_, index) => `m&ny ${index}`))
    const message = { properties: {}, routing_key: 'm&ny 4999', payload: 'x', payload_encoding: 'string' }
    for (let index = 0; index < 7; index++) await call('exchanges/%2f/amq.default/publish', 'POST', message)
    const small = createServer((_, response) => void response.end('up 1\n'))
    await new Promise<void>(resolve => small.listen(0, host, resolve))
    const { port: smallPort } = small.address() as AddressInfo
    const type = knownType('rabbitmq')
    const sections = type.sections.map(section => ({
      ...section,
      cadenceMs: section.key === 'queues' ? 5_000 : section.cadenceMs,
    }))
    const { rows, states, totals } = await collectedUntil(
      [
        {
          monitorId: 'many',
          type: { ...type, sections },
          params: { host, port, user: 'guest', password: 'guest' },
          frequencyMs: 1_000,
        },
        {
          monitorId: 'chosen',
          type: { ...type, sections },
          params: { host, port, user: 'guest', password: 'guest', queues: '&ny 4999' },
          frequencyMs: 1_000,
        },
        {
          monitorId: 'small',
          type: knownType('prometheus'),
          params: { host, port: smallPort },
          frequencyMs: 1_000,
        },
      ],
      // The figures of the management API follow within seconds.
      ({ totals: known }) =>
        known.get('many overview.ready') === 17 &&
        known.get('chosen queues.ready') === 7 &&
        known.has('many labelSets'),
    )
    small.closeAllConnections()
    small.close()
    const own = rows.filter(({ section }) => section === 'queues')
    const others = rows.filter(({ monitorId }) => monitorId === 'small')
    console.table([
      {
        queuesMs: Math.max(...own.map(({ offsetMs }) => offsetMs)),
        otherMs: Math.max(...others.map(({ offsetMs }) => offsetMs)),
        labelSets: totals.get('many labelSets'),
        chosen: totals.get('chosen labelSets'),
      },
    ])
    const told = states.filter(({ section }) => section === 'queues')
    expect(Object.fromEntries(told.map(({ monitorId, ...state }) => [monitorId, state]))).toMatchObject({
      chosen: { code: 'ok' },
      many: { code: 'tooManyLabels', params: { count: '4801' } },
    })
    expect([totals.get('many labelSets'), totals.get('chosen labelSets')]).toEqual([200, 1])
    expect(states.filter(({ monitorId }) => monitorId === 'small').map(({ code }) => code)).toEqual(['ok'])
    // An overrun would be a state of its own, so the other target was asked at each of its slots.
    expect(others.length).toBeGreaterThanOrEqual(own.length)
  })
})

describe('tomcat', () => {
  let server: TestServer
  let port = 0
  beforeAll(async () => {
    const folder = await temporaryFolder()
    port = await freePort()
    for (const name of ['conf/Catalina/localhost', 'temp', 'work', 'logs', 'webapps'])
      await mkdir(join(folder, name), { recursive: true })
    await writeFile(
      join(folder, 'conf/server.xml'),
      `<Server port="-1"><GlobalNamingResources><Resource name="users" auth="Container" type="org.apache.catalina.UserDatabase"
factory="org.apache.catalina.users.MemoryUserDatabaseFactory" pathname="conf/tomcat-users.xml"/></GlobalNamingResources>
<Service name="Catalina"><Connector port="${port}" address="${host}"/><Engine name="Catalina" defaultHost="localhost">
<Realm className="org.apache.catalina.realm.UserDatabaseRealm" resourceName="users"/>
<Host name="localhost" appBase="webapps"><Context path="/manager" docBase="/usr/share/tomcat10-admin/manager" privileged="true"/></Host>
</Engine></Service></Server>`,
    )
    await writeFile(
      join(folder, 'conf/tomcat-users.xml'),
      `<tomcat-users><role rolename="manager-jmx"/><role rolename="other"/>
<user username="monitor" password="secret" roles="manager-jmx"/><user username="guest" password="secret" roles="other"/></tomcat-users>`,
    )
    await writeFile(join(folder, 'conf/web.xml'), webXml)
    const home = '/usr/share/tomcat10'
    const args = [
      '-Xmx128m',
      '-cp',
      `${home}/bin/bootstrap.jar:${home}/bin/tomcat-juli.jar`,
      `-Dcatalina.home=${home}`,
      `-Dcatalina.base=${folder}`,
      `-Djava.io.tmpdir=${folder}/temp`,
      'org.apache.catalina.startup.Bootstrap',
      'start',
    ]
    server = startServer('/usr/bin/java', args, { folder })
    await untilAnswers(`http://${host}:${port}/manager/jmxproxy/`)
  })
  afterAll(() => server.stop())

  test('has all counters, and names the role that is missing', async () => {
    const good = await trial('tomcat', { port, user: 'monitor', password: 'secret' })
    expect(causesOf(good)).toEqual([])
    expect(missingOf(good)).toEqual([])
    const connection = await http.open(
      { host, port, user: 'monitor', password: 'secret', path: '/manager/jmxproxy/' },
      never,
    )
    const before = await figuresOf(knownType('tomcat'), connection)
    for (let index = 0; index < 5; index++) await (await fetch(`http://${host}:${port}/none`)).text()
    let after = before
    let reads = 0
    const growth = (counter: string) => (after.get(counter) ?? 0) - (before.get(counter) ?? 0)
    // The server counts a request after it has answered it.
    await expect
      .poll(async () => {
        after = await figuresOf(knownType('tomcat'), connection)
        reads += 1
        return growth('requests.errors')
      })
      .toBe(5)
    connection.close()
    // Five of the test, six of the monitor itself each time.
    expect(growth('requests.requests')).toBe(5 + 6 * reads)
    expect(after.get('memory.heapUsed')).toBeGreaterThan(1_000_000)

    const guest = await trial('tomcat', { port, user: 'guest', password: 'secret' })
    expect(guest.sections[0]?.cause).toMatchObject({
      code: 'missingRight',
      params: { grant: expect.stringContaining('manager-jmx') },
    })
    expect(causesOf(await trial('tomcat', { port, user: 'monitor', password: 'x' }))).toContain(
      'wrongPassword',
    )
  })
})

describe('a target that answers what it should not', () => {
  const answering = async (listener: RequestListener): Promise<TrialResult> => {
    const server = createServer(listener)
    await new Promise<void>(resolve => server.listen(0, host, resolve))
    try {
      return await trial('prometheus', { port: (server.address() as AddressInfo).port })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  test('an endless answer is cut', async () => {
    const line = 'a{b="c"} 1\n'.repeat(10_000)
    const result = await answering((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(line));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    expect(causesOf(result)).toEqual(['tooLarge'])
  })

  test('half an answer is no answer', async () => {
    const result = await answering((request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('a 1\nb 2\n', () => request.socket.destroy())
    })
    // Already its first answer, from which the version is read.
    expect(causesOf(result)).toEqual(['targetClosed'])
  })

  test('a target that hangs ends the test after 5 s', async () => {
    const result = await answering(() => undefined)
    expect(causesOf(result)).toEqual(['timedOut'])
    expect(result.cause?.params).toEqual({ timeoutMs: expect.stringMatching(/^(5000|4\d{3})(\.\d+)?$/) })
  })

  test('another product behind the port is named', async () => {
    expect(causesOf(await answering((_, response) => void response.end('<html>')))).toEqual(['wrongProduct'])
  })
})
