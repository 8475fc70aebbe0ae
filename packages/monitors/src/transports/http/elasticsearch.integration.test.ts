/** The type `elasticsearch` with a real OpenSearch, beside what the server says elsewhere of itself. */
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { ParamValues } from '../../type.ts'
import {
  figuresOf,
  freePort,
  knownType,
  startServer,
  type TestServer,
  temporaryFolder,
  untilAnswers,
} from '../test-servers.ts'
import { http } from './http.ts'

const never = new AbortController().signal
const host = '127.0.0.1'
const type = knownType('elasticsearch')
const home = fileURLToPath(new URL('../../../../../.cache/opensearch-2.19.1', import.meta.url))

const trial = (params: ParamValues) =>
  tryTarget({ type, params: { host, ...params }, transports: { http }, signal: never })

const descriptor = `name=transport-netty4
description=HTTP
version=2.19.1
opensearch.version=2.19.1
java.version=11
classname=org.opensearch.transport.Netty4Plugin
`
const policy = `grant {
  permission java.net.SocketPermission "*", "accept,connect";
  permission java.util.PropertyPermission "*", "read,write";
  permission java.lang.RuntimePermission "accessDeclaredMembers";
  permission java.lang.reflect.ReflectPermission "suppressAccessChecks";
  permission java.io.FilePermission "/proc/sys/net/core/somaxconn", "read";
};
`

async function startOpenSearch(port: number): Promise<TestServer> {
  const folder = await temporaryFolder()
  const module = join(folder, 'modules', 'transport-netty4')
  // Copied to where a user who is not root can read it: the server refuses root.
  await cp(home, folder, { recursive: true })
  for (const name of ['config', 'data', 'logs']) await mkdir(join(folder, name))
  await writeFile(join(module, 'plugin-descriptor.properties'), descriptor)
  await writeFile(join(module, 'plugin-security.policy'), policy)
  await writeFile(
    join(folder, 'config', 'opensearch.yml'),
    `cluster.name: pone
node.name: one
discovery.type: single-node
network.host: ${host}
http.port: ${port}
transport.port: ${await freePort()}
http.type: netty4
transport.type: netty4
bootstrap.system_call_filter: false
`,
  )
  await writeFile(join(folder, 'config', 'log4j2.properties'), 'rootLogger.level = off\n')
  const isRoot = process.getuid?.() === 0
  if (isRoot) await promisify(execFile)('chown', ['-R', '65534:65534', folder])
  const java = [
    '/usr/bin/java',
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Djava.security.manager=allow',
    `-Dopensearch.path.home=${folder}`,
    `-Dopensearch.path.conf=${join(folder, 'config')}`,
    `-Djava.io.tmpdir=${folder}`,
    '-cp',
    join(folder, 'lib', '*'),
    'org.opensearch.bootstrap.OpenSearch',
  ]
  const asNobody = ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const [program = '', ...args] = isRoot ? [...asNobody, ...java] : java
  // Its own end waits 30 s for what does not come.
  return startServer(program, args, { folder, signal: 'SIGKILL' })
}

describe('elasticsearch, with OpenSearch', () => {
  let server: TestServer
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    server = await startOpenSearch(port)
    await untilAnswers(`http://${host}:${port}/_cluster/health`)
  })
  afterAll(() => server.stop())

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://${host}:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const makeIndex = (name: string, replicas: number) =>
    call('PUT', `/${name}`, { settings: { number_of_shards: 1, number_of_replicas: replicas } })
  const read = async () => {
    const connection = await http.open({ host, port }, never)
    try {
      return await figuresOf(type, connection)
    } finally {
      connection.close()
    }
  }

  test('has every counter and its version; what cannot be read is named', async () => {
    await makeIndex('orders', 0)
    const good = await trial({ port })
    expect(good).toMatchObject({ isReached: true, version: '2.19.1', cause: undefined })
    expect(good.sections.filter(({ cause, missing }) => cause !== undefined || missing.length > 0)).toEqual(
      [],
    )
    expect(good.sections.map(({ section, rowCount }) => [section, rowCount > 0])).toEqual([
      ['cluster', true],
      ['facts', true],
      ['nodes', true],
      ['threadPools', true],
      ['indices', true],
      ['tasks', false],
    ])
    const encrypted = await trial({ port, tls: true })
    expect(new Set(encrypted.sections.map(({ cause }) => cause?.code)).add(encrypted.cause?.code)).toContain(
      'tlsMismatch',
    )
  })

  test('counts what was done, as the server does for each index', async () => {
    await makeIndex('counted', 0)
    const before = await read()
    for (let index = 0; index < 7; index++) await call('POST', '/counted/_doc?refresh=true', { index })
    for (let index = 0; index < 5; index++) await call('GET', '/counted/_search?request_cache=false')
    for (let times = 0; times < 2; times++)
      await call('PUT', '/counted/_create/one?refresh=true', { index: 1 })
    const after = await read()
    const growth = (counter: string) =>
      (after.get(counter) ?? Number.NaN) - (before.get(counter) ?? Number.NaN)
    expect({
      indexed: growth('nodes.indexed'),
      queries: growth('nodes.queries'),
      docs: growth('nodes.docs'),
      failures: growth('nodes.indexFailures'),
      byIndex: growth('indices.indexed'),
    }).toEqual({ indexed: 8, queries: 5, docs: 8, failures: 1, byIndex: 8 })
    const stats = await call('GET', '/_stats/indexing,search,store?filter_path=_all.total')
    expect(stats).toMatchObject({
      _all: {
        total: {
          indexing: { index_total: after.get('nodes.indexed') },
          search: { query_total: after.get('nodes.queries') },
          store: { size_in_bytes: after.get('nodes.storeBytes') },
        },
      },
    })
    expect(after.get('indices.storeBytes')).toBe(after.get('nodes.storeBytes'))
    expect(after.get('nodes.heapUsed')).toBeLessThan(after.get('nodes.heapMax') ?? 0)
  })

  test('tells a replica that no node holds', async () => {
    expect((await read()).get('cluster.status')).toBe(0)
    await makeIndex('copied', 1)
    const figures = await read()
    expect(figures.get('cluster.status')).toBe(1)
    expect(figures.get('cluster.unassignedShards')).toBe(1)
    expect(figures.get('indices.health')).toBe(1)
    await call('DELETE', '/copied')
  })

  test('lists what runs, with the time since its start', async () => {
    const begun = performance.now()
    // Waits for a second copy, which never comes, until the server is stopped.
    call('PUT', '/orders/_doc/1?wait_for_active_shards=2&timeout=300s', { a: 1 }).catch(() => undefined)
    const section = type.sections.find(({ key }) => key === 'tasks')
    if (section === undefined) throw new Error('no section')
    const connection = await http.open({ host, port }, never)
    const ask = async () => (await connection.ask(section.request, never)).records
    await expect.poll(ask).toContainEqual(
      expect.objectContaining({
        action: 'indices:data/write/index',
        description: expect.stringContaining('orders'),
      }),
    )
    const { samples } = samplesOf(section, await ask(), new Set())
    connection.close()
    const durations = samples.flatMap(({ counter, value }) => (counter === 'durationMs' ? [value] : []))
    expect(Math.max(...durations)).toBeGreaterThan(1)
    expect(Math.max(...durations)).toBeLessThan(performance.now() - begun)
  })
})

test('an account without the privilege is told the role that has it', async () => {
  const server = createServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(
      '{"error":{"type":"security_exception","reason":"unauthorized for user [poor]"},"status":403}',
    )
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const result = await trial({ port: (server.address() as AddressInfo).port, user: 'poor', password: 'x' })
  server.closeAllConnections()
  server.close()
  expect(result.sections[0]?.cause).toMatchObject({
    code: 'missingRight',
    params: { grant: expect.stringMatching(/"cluster":\["monitor"\][^]*to poor$/) },
  })
})
