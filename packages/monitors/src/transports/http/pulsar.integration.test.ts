/** Type `pulsar` against answers as its manual documents them; no broker of Pulsar could be had from a registry. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { ParamValues } from '../../type.ts'
import { figuresOf, knownType } from '../test-servers.ts'
import { http } from './http.ts'

const type = knownType('pulsar')
const soon = () => AbortSignal.timeout(10_000)

const gauges = (prefix: string, labels: string, values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${prefix}_${name}{cluster="eu",${labels}} ${value}\n`)
    .join('')
const topic = (name: string, backlog: number): string => {
  const of = `namespace="shop/default",topic="persistent://shop/default/${name}"`
  return (
    gauges('pulsar', of, {
      rate_in: 10,
      rate_out: 9,
      throughput_in: 1_000,
      throughput_out: 900,
      in_messages_total: 5_000,
      msg_backlog: backlog,
      storage_size: 70_000,
      subscriptions_count: 1,
      producers_count: 2,
      consumers_count: 1,
    }) +
    gauges('pulsar_subscription', `${of},subscription="billing"`, {
      back_log: backlog,
      unacked_messages: 3,
      blocked_on_unacked_messages: 0,
      msg_rate_out: 9,
      msg_rate_redeliver: 0.5,
    })
  )
}
const process = `jvm_memory_bytes_used{area="heap"} 5e+08
jvm_memory_bytes_used{area="nonheap"} 1e+08
jvm_memory_bytes_max{area="heap"} 2e+09
jvm_memory_direct_bytes_used 1e+08
jvm_memory_direct_bytes_max 4e+09
jvm_threads_current 90
process_cpu_seconds_total 12.5
pulsar_active_connections{cluster="eu",broker="b1",metric="broker_connection"} 4
pulsar_connection_create_success_count{cluster="eu",broker="b1",metric="broker_connection"} 40
pulsar_connection_create_fail_count{cluster="eu",broker="b1",metric="broker_connection"} 1
pulsar_version_info{cluster="eu",version="4.0.4",commit="abc",build="x"} 1.0
pulsar_broker_publish_latency{cluster="eu",quantile="0.5"} 1.5
pulsar_broker_publish_latency{cluster="eu",quantile="0.95"} 4.25
pulsar_broker_publish_latency{cluster="eu",quantile="0.99"} NaN
pulsar_broker_publish_latency{cluster="eu",quantile="0.999"} 30
`
const ofBroker = gauges('pulsar_broker', 'metric="broker"', {
  topics_count: 2,
  subscriptions_count: 2,
  producers_count: 4,
  consumers_count: 2,
  rate_in: 20,
  rate_out: 18,
  throughput_in: 2_000,
  throughput_out: 1_800,
  msg_backlog: 30,
  storage_size: 140_000,
  storage_write_rate: 5,
  storage_read_rate: 1,
})

let server: Server
/** `token`: without it nobody is let in; `health`: status and text of the check. */
async function started(
  body: string,
  { token = '', health = [200, 'ok'] as const }: { token?: string; health?: readonly [number, string] } = {},
): Promise<ParamValues> {
  server = createServer(({ url, headers }, response) => {
    const isAllowed = token === '' || headers.authorization === `Bearer ${token}`
    const [status, text] = url === '/metrics/' ? ([200, body] as const) : health
    response.writeHead(isAllowed ? status : 401).end(isAllowed ? text : 'Authentication required')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const trial = (params: ParamValues) => tryTarget({ type, params, transports: { http }, signal: soon() })
const told = ({ sections }: Awaited<ReturnType<typeof trial>>) =>
  sections.flatMap(({ section, cause, missing }) =>
    cause ? [`${section} ${cause.code}`] : missing.map(key => `${section}.${key}`),
  )
const all = ofBroker + process + topic('orders', 20) + topic('bills', 10)

test('documented answers of pulsar have all counters, and a quantile without samples is unknown', async () => {
  const params = await started(all)
  expect(told(await trial(params))).toEqual(['broker.publishP99'])
  const connection = await http.open({ ...params, path: '/metrics/' }, soon())
  const figures = await figuresOf(type, connection)
  connection.close()
  expect(Object.fromEntries(figures)).toMatchObject({
    'broker.rateIn': 20,
    'broker.backlog': 30,
    'broker.publishP95': 4.25,
    'broker.heapUsed': 5e8,
    'topics.backlog': 30,
    'subscriptions.unacknowledged': 6,
    'health.isHealthy': 1,
  })
  expect(figures.has('broker.publishP99')).toBe(false)
})

test('documented answers of older brokers are added up over topics', async () => {
  const params = await started(process + topic('orders', 20) + topic('bills', 10))
  const connection = await http.open({ ...params, path: '/metrics/' }, soon())
  const figures = await figuresOf(type, connection)
  connection.close()
  expect(['rateIn', 'backlog', 'producers'].map(name => figures.get(`broker.${name}`))).toEqual([20, 30, 4])
})

test('documented answers of 300 topics of pulsar are 100 rows and their sum', async () => {
  const params = await started(
    ofBroker + Array.from({ length: 300 }, (_, index) => topic(`t${index}`, index)).join(''),
  )
  const connection = await http.open({ ...params, path: '/metrics/' }, soon())
  const section = type.sections.find(({ key }) => key === 'topics')
  if (!section) throw new Error('no section topics')
  const { records } = await connection.ask(section.request, soon())
  connection.close()
  const { samples, omittedSets } = samplesOf(section, records, new Set())
  const backlogs = samples.filter(each => each.counter === 'backlog')
  expect([backlogs.length, omittedSets]).toEqual([101, 200])
  expect(backlogs.reduce((sum, { value }) => sum + value, 0)).toBe((299 * 300) / 2)
})

test('a broker of pulsar that wants a token gets it, and what is wrong is named', async () => {
  const params = await started(all, { token: 'a.b.c' })
  expect(told(await trial({ ...params, token: 'a.b.c' }))).toEqual(['broker.publishP99'])
  for (const token of ['', 'x'])
    expect(new Set(told(await trial({ ...params, token })).map(one => one.split(' ')[1]))).toEqual(
      new Set(['wrongPassword']),
    )
})

test('pulsar: a check that is refused or not healthy, and another product, are named', async () => {
  const refused = await trial(await started(all, { health: [403, 'This operation requires super-user'] }))
  expect(refused.sections.find(({ section }) => section === 'health')?.cause).toMatchObject({
    code: 'missingRight',
    params: { grant: 'broker.conf: superUserRoles' },
  })
  server.close()
  const ill = await trial(await started(all, { health: [500, 'health check failed'] }))
  expect(told(ill)).toContain('health malformed')
  server.close()
  const other = await trial(await started('up 1\n'))
  expect(told(other)).toContain('broker wrongProduct')
})
