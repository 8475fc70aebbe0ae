/** Monitor type `activemq`: ActiveMQ Classic by the Jolokia interface of its web console. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, counter, flag, gauge, type Pair, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const bean = 'org.apache.activemq:type=Broker,brokerName=*'
const grant = 'conf/jetty-realm.properties: {user}: PASSWORD, users'

/** Reads attributes of all beans of a pattern; `fields` are those attributes by counter. */
const read = (
  pattern: string,
  fields: Record<string, string>,
  properties: Record<string, string> = {},
  isRequired = false,
): Section['request'] => ({
  path: `{path}read/${pattern}/${Object.values(fields).join(',')}`,
  // Jolokia of ActiveMQ only answers requests that say from where they come.
  headers: { origin: 'http://localhost' },
  grant,
  answer: {
    format: 'jolokia',
    fields,
    properties,
    omit: { property: 'destinationName', prefix: 'ActiveMQ.Advisory.' },
    isRequired,
  },
})

const limits = [
  ['memory', '内存', 'Memory'],
  ['store', '持久化存储', 'Store'],
  ['temp', '临时存储', 'Temporary store'],
] as const

const broker: Section = {
  key: 'broker',
  names: both(['代理', 'Broker']),
  answersAvailability: true,
  // Another program with Jolokia has no such bean.
  request: read(
    bean,
    {
      version: 'BrokerVersion',
      name: 'BrokerName',
      uptimeMs: 'UptimeMillis',
      isStandby: 'Slave',
      messages: 'TotalMessageCount',
      enqueued: 'TotalEnqueueCount',
      dequeued: 'TotalDequeueCount',
      consumers: 'TotalConsumerCount',
      producers: 'TotalProducerCount',
      connections: 'CurrentConnectionsCount',
      connectionsCreated: 'TotalConnectionsCount',
      memoryPercent: 'MemoryPercentUsage',
      storePercent: 'StorePercentUsage',
      tempPercent: 'TempPercentUsage',
      memoryLimit: 'MemoryLimit',
      storeLimit: 'StoreLimit',
      tempLimit: 'TempLimit',
    },
    {},
    true,
  ),
  counters: [
    text('version', ['版本', 'Version'], ['ActiveMQ 的版本', 'Version of ActiveMQ']),
    text('name', ['代理名称', 'Broker name'], ['代理的名称', 'Name of the broker']),
    gauge(
      'uptimeMs',
      'ms',
      ['运行时长', 'Uptime'],
      ['代理启动以来的时间', 'Time since the broker was started'],
    ),
    flag(
      'isStandby',
      [['true'], ['false']],
      ['备用', 'Standby'],
      ['是否为等待接管的备用代理', 'Whether the broker waits to take over from the active one'],
    ),
    gauge(
      'messages',
      'count',
      ['未处理消息', 'Pending messages'],
      ['所有目的地中尚未确认的消息', 'Messages of all destinations that are not acknowledged'],
      { role: 'saturation' },
    ),
    counter(
      'enqueued',
      'count',
      ['入队', 'Enqueued'],
      ['发送到代理的消息，含通知消息', 'Messages that were sent to the broker, advisories included'],
      { role: 'work' },
    ),
    counter(
      'dequeued',
      'count',
      ['出队', 'Dequeued'],
      ['被消费者确认的消息', 'Messages that consumers acknowledged'],
      { role: 'work' },
    ),
    gauge('consumers', 'count', ['消费者', 'Consumers'], ['消费者的数量', 'Number of consumers']),
    gauge('producers', 'count', ['生产者', 'Producers'], ['生产者的数量', 'Number of producers']),
    gauge('connections', 'count', ['连接', 'Connections'], ['客户端的连接', 'Connections of clients']),
    counter(
      'connectionsCreated',
      'count',
      ['新建连接', 'Connections created'],
      ['创建的连接', 'Connections that were created'],
    ),
    ...limits.flatMap(([key, zh, en]) => [
      gauge(
        `${key}Percent`,
        '%',
        [`${zh}占用率`, `${en} usage`],
        [
          `${zh}已用的比例；达到 100% 时生产者被阻塞`,
          `Used share of the limit; producers are blocked at 100 %`,
        ],
        { role: 'utilisation', nature: 'space', capacity: 100 },
      ),
      gauge(
        `${key}Limit`,
        'bytes',
        [`${zh}上限`, `${en} limit`],
        [`可使用的${zh}`, `${en} that can be used`],
      ),
    ]),
  ],
}

const destinationFields = {
  enqueued: 'EnqueueCount',
  dequeued: 'DequeueCount',
  dispatched: 'DispatchCount',
  expired: 'ExpiredCount',
  inFlight: 'InFlightCount',
  consumers: 'ConsumerCount',
  producers: 'ProducerCount',
  memoryPercent: 'MemoryPercentUsage',
  memory: 'MemoryUsageByteCount',
  blockedSends: 'BlockedSends',
  enqueueTimeMs: 'AverageEnqueueTime',
}

const destinationCounters = ([zh, en]: Pair): Section['counters'] => [
  counter(
    'enqueued',
    'count',
    ['入队', 'Enqueued'],
    [`发送到${zh}的消息`, `Messages that were sent to the ${en}`],
    {
      role: 'work',
    },
  ),
  counter(
    'dequeued',
    'count',
    ['出队', 'Dequeued'],
    [`${zh}中被确认的消息`, `Messages of the ${en} that consumers acknowledged`],
    { role: 'work' },
  ),
  counter(
    'dispatched',
    'count',
    ['投递', 'Dispatched'],
    [`${zh}投递给消费者的消息`, `Messages that the ${en} handed to consumers`],
  ),
  counter(
    'expired',
    'count',
    ['过期', 'Expired'],
    [`${zh}中过期的消息`, `Messages of the ${en} that expired`],
    {
      role: 'error',
    },
  ),
  gauge(
    'inFlight',
    'count',
    ['处理中消息', 'In-flight messages'],
    ['已投递未确认的消息', 'Messages that were handed to consumers and not acknowledged'],
    { role: 'saturation' },
  ),
  gauge('consumers', 'count', ['消费者', 'Consumers'], [`${zh}的消费者`, `Consumers of the ${en}`]),
  gauge('producers', 'count', ['生产者', 'Producers'], [`${zh}的生产者`, `Producers of the ${en}`]),
  gauge(
    'memoryPercent',
    '%',
    ['内存占用率', 'Memory usage'],
    [`${zh}可用内存的已用比例`, `Used share of the memory that the ${en} can use`],
    { role: 'utilisation', nature: 'space', queue: 'blockedSends', capacity: 100 },
  ),
  gauge(
    'memory',
    'bytes',
    ['内存', 'Memory'],
    [`${zh}中消息占用的内存`, `Memory of the messages of the ${en}`],
  ),
  counter(
    'blockedSends',
    'count',
    ['受阻的发送', 'Blocked sends'],
    ['因达到上限而等待的发送', 'Sends that had to wait because a limit was reached'],
    { role: 'saturation' },
  ),
  gauge(
    'enqueueTimeMs',
    'ms',
    ['平均停留时间', 'Average time in broker'],
    ['消息从到达到投递的平均时间', 'Average time from the arrival of a message to its delivery'],
  ),
]

const queues: Section = {
  key: 'queues',
  names: both(['队列', 'Queues']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['queue'] },
  request: read(
    `${bean},destinationType=Queue,destinationName=*`,
    { size: 'QueueSize', ...destinationFields },
    { queue: 'destinationName' },
  ),
  counters: [
    gauge(
      'size',
      'count',
      ['深度', 'Depth'],
      ['队列中尚未确认的消息', 'Messages of the queue that are not acknowledged'],
      { role: 'saturation' },
    ),
    ...destinationCounters(['队列', 'queue']),
  ],
}

const topics: Section = {
  key: 'topics',
  names: both(['主题', 'Topics']),
  cadenceMs: 10_000,
  timeoutMs: 10_000,
  rows: { labels: ['topic'] },
  request: read(`${bean},destinationType=Topic,destinationName=*`, destinationFields, {
    topic: 'destinationName',
  }),
  counters: destinationCounters(['主题', 'topic']),
}

const destinationCharts = (section: 'queues' | 'topics', [zh, en]: Pair) => [
  chart(`${section}Rates`, [`${zh}速率`, `Rates of ${en}`], 'line', 'count/s', [
    `${section}.enqueued`,
    `${section}.dequeued`,
    `${section}.dispatched`,
    `${section}.expired`,
    `${section}.blockedSends`,
  ]),
  chart(`${section}Messages`, [`${zh}消息`, `Messages of ${en}`], 'line', 'count', [
    ...(section === 'queues' ? ['queues.size'] : []),
    `${section}.inFlight`,
    `${section}.consumers`,
    `${section}.producers`,
  ]),
  chart(`${section}MemoryPercent`, [`${zh}内存占用率`, `Memory usage of ${en}`], 'line', '%', [
    `${section}.memoryPercent`,
  ]),
  chart(`${section}Memory`, [`${zh}内存`, `Memory of ${en}`], 'line', 'bytes', [`${section}.memory`]),
  chart(`${section}Time`, [`${zh}停留时间`, `Time in ${en}`], 'line', 'ms', [`${section}.enqueueTimeMs`]),
]

export const activemq: MonitorTypeInput = {
  name: 'activemq',
  version: 1,
  category: 'queue',
  names: both(['ActiveMQ Classic', 'ActiveMQ Classic']),
  help: both([
    '通过管理控制台的 Jolokia 接口读取；用户需有 users 或 admins 角色',
    'Read by the Jolokia interface of the web console; the user needs the role users or admins',
  ]),
  triedOn: ['ActiveMQ Classic 6.1.8 (Jolokia 2.1.2)'],
  transport: 'http',
  params: httpParams(8161, {
    usual: '/api/jolokia/',
    help: ['Jolokia 接口的路径，以 / 结尾', 'Where Jolokia answers; the path ends with /'],
  }),
  sections: [broker, queues, topics],
  charts: [
    chart('rates', ['消息速率', 'Message rates'], 'line', 'count/s', ['broker.enqueued', 'broker.dequeued']),
    chart('usage', ['占用率', 'Usage of limits'], 'line', '%', [
      'broker.memoryPercent',
      'broker.storePercent',
      'broker.tempPercent',
    ]),
    chart('limits', ['上限', 'Limits'], 'line', 'bytes', [
      'broker.memoryLimit',
      'broker.storeLimit',
      'broker.tempLimit',
    ]),
    chart('messages', ['消息与客户端', 'Messages and clients'], 'line', 'count', [
      'broker.messages',
      'broker.consumers',
      'broker.producers',
      'broker.connections',
    ]),
    chart('churn', ['新建连接', 'New connections'], 'line', 'count/s', ['broker.connectionsCreated']),
    chart('standby', ['备用', 'Standby'], 'line', '', ['broker.isStandby']),
    chart('uptime', ['运行时长', 'Uptime'], 'line', 'ms', ['broker.uptimeMs']),
    ...destinationCharts('queues', ['队列', 'queues']),
    ...destinationCharts('topics', ['主题', 'topics']),
  ],
  tables: [
    { key: 'broker', names: both(['代理', 'Broker']), section: 'broker', columns: ['version', 'name'] },
    {
      key: 'queues',
      names: both(['队列', 'Queues']),
      section: 'queues',
      columns: ['queue', 'size', 'inFlight', 'consumers', 'producers', 'memoryPercent'],
    },
  ],
  thresholds: [
    { counter: 'broker.memoryPercent', max: 90, times: 3, severity: 'warning' },
    { counter: 'broker.storePercent', max: 90, times: 3, severity: 'critical' },
    { counter: 'broker.tempPercent', max: 90, times: 3, severity: 'warning' },
    { counter: 'queues.size', max: 10_000, times: 3, severity: 'warning' },
  ],
}
