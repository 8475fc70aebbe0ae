/** Monitor type `pulsar`, by the metrics that a broker exports itself, and its own check of its health. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, counter, flag, gauge, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const params: MonitorTypeInput['params'] = [
  ...httpParams(8080, { usual: '/metrics/', help: ['指标的路径', 'Path of the metrics'] }),
  {
    key: 'token',
    type: 'password',
    names: both(['令牌', 'Token']),
    help: both([
      '代理要求认证时使用的 JWT 令牌；填写后不要填用户名',
      'JWT for brokers that require authentication; leave the user empty when it is set',
    ]),
    isSecret: true,
  },
]

const headers = { authorization: 'Bearer {token}' }
const grant = 'broker.conf: authenticateMetricsEndpoint=false'

const metrics = (
  fields: Record<string, string[]>,
  {
    labels = [],
    texts = {},
  }: { labels?: string[]; texts?: Record<string, { metric: string; label: string }> } = {},
): Section['request'] => ({
  path: '{path}',
  headers,
  grant,
  answer: { format: 'metrics', labels, fields, texts },
})

/** Of the whole broker; versions before 2.10 tell only of topics or namespaces. */
const whole = (name: string): string[] => [`pulsar_broker_${name}`, `pulsar_${name}`]
const latency = (quantile: string): string[] => [`pulsar_broker_publish_latency{quantile="${quantile}"}`]

const broker: Section = {
  key: 'broker',
  names: both(['代理节点', 'Broker']),
  answersAvailability: true,
  request: {
    ...metrics(
      {
        topics: whole('topics_count'),
        subscriptions: whole('subscriptions_count'),
        producers: whole('producers_count'),
        consumers: whole('consumers_count'),
        rateIn: whole('rate_in'),
        rateOut: whole('rate_out'),
        bytesIn: whole('throughput_in'),
        bytesOut: whole('throughput_out'),
        backlog: whole('msg_backlog'),
        storageBytes: whole('storage_size'),
        storageWrites: whole('storage_write_rate'),
        storageReads: whole('storage_read_rate'),
        publishP50: latency('0.5'),
        publishP95: latency('0.95'),
        publishP99: latency('0.99'),
        publishP999: latency('0.999'),
        connections: ['pulsar_active_connections'],
        connectionsCreated: ['pulsar_connection_create_success_count'],
        connectionsFailed: ['pulsar_connection_create_fail_count'],
        heapUsed: ['jvm_memory_bytes_used{area="heap"}', 'jvm_memory_used_bytes{area="heap"}'],
        heapMax: ['jvm_memory_bytes_max{area="heap"}', 'jvm_memory_max_bytes{area="heap"}'],
        directUsed: ['jvm_memory_direct_bytes_used'],
        directMax: ['jvm_memory_direct_bytes_max'],
        threads: ['jvm_threads_current'],
        cpu: ['process_cpu_seconds_total'],
      },
      { texts: { version: { metric: 'pulsar_version_info', label: 'version' } } },
    ),
    mustContain: 'pulsar_',
  },
  counters: [
    text('version', ['版本', 'Version'], ['Pulsar 的版本', 'Version of Pulsar']),
    gauge('topics', 'count', ['主题', 'Topics'], ['该代理服务的主题', 'Topics that the broker serves']),
    gauge(
      'subscriptions',
      'count',
      ['订阅', 'Subscriptions'],
      ['该代理服务的订阅', 'Subscriptions that the broker serves'],
    ),
    gauge('producers', 'count', ['生产者', 'Producers'], ['已连接的生产者', 'Producers that are connected']),
    gauge('consumers', 'count', ['消费者', 'Consumers'], ['已连接的消费者', 'Consumers that are connected']),
    gauge(
      'rateIn',
      'count/s',
      ['写入速率', 'Messages in'],
      ['代理每秒收到的消息，由代理计算', 'Messages per second that arrive, as the broker computes it'],
      { role: 'work' },
    ),
    gauge(
      'rateOut',
      'count/s',
      ['投递速率', 'Messages out'],
      ['代理每秒投递的消息，由代理计算', 'Messages per second that are delivered, as the broker computes it'],
      { role: 'work' },
    ),
    gauge(
      'bytesIn',
      'bytes/s',
      ['写入吞吐量', 'Bytes in'],
      ['每秒收到的字节', 'Bytes per second that arrive'],
    ),
    gauge(
      'bytesOut',
      'bytes/s',
      ['投递吞吐量', 'Bytes out'],
      ['每秒投递的字节', 'Bytes per second that are delivered'],
    ),
    gauge(
      'backlog',
      'count',
      ['积压', 'Backlog'],
      ['所有订阅尚未确认的消息', 'Messages that subscriptions have not acknowledged'],
      { role: 'saturation' },
    ),
    gauge(
      'storageBytes',
      'bytes',
      ['存储大小', 'Storage size'],
      ['主题占用的存储', 'Storage that the topics use'],
    ),
    gauge(
      'storageWrites',
      'count/s',
      ['存储写入', 'Storage writes'],
      ['每秒写入存储的批次', 'Batches written to storage per second'],
    ),
    gauge(
      'storageReads',
      'count/s',
      ['存储读取', 'Storage reads'],
      ['每秒从存储读取的批次', 'Batches read from storage per second'],
    ),
    ...(
      [
        ['publishP50', 'P50'],
        ['publishP95', 'P95'],
        ['publishP99', 'P99'],
        ['publishP999', 'P99.9'],
      ] as const
    ).map(([key, name]) =>
      gauge(
        key,
        'ms',
        [`写入延迟 ${name}`, `Publish latency ${name}`],
        [
          '代理保存一条消息的时间，由代理统计',
          'Time in which the broker stores a message, from its own summary',
        ],
      ),
    ),
    gauge('connections', 'count', ['连接', 'Connections'], ['活动的连接', 'Connections that are active']),
    counter(
      'connectionsCreated',
      'count',
      ['新建连接', 'Connections accepted'],
      ['成功建立的连接', 'Connections that were established'],
    ),
    counter(
      'connectionsFailed',
      'count',
      ['失败的连接', 'Connections failed'],
      ['未能建立的连接', 'Connections that could not be established'],
      { role: 'error' },
    ),
    gauge(
      'heapUsed',
      'bytes',
      ['堆已用', 'Heap used'],
      ['Java 堆已用的字节', 'Bytes of the Java heap in use'],
      {
        role: 'utilisation',
        nature: 'space',
        capacity: 'heapMax',
      },
    ),
    gauge('heapMax', 'bytes', ['堆上限', 'Heap limit'], ['Java 堆的上限', 'Limit of the Java heap']),
    gauge(
      'directUsed',
      'bytes',
      ['直接内存已用', 'Direct memory used'],
      ['缓存消息的直接内存', 'Direct memory, which holds messages'],
      { role: 'utilisation', nature: 'space', capacity: 'directMax' },
    ),
    gauge(
      'directMax',
      'bytes',
      ['直接内存上限', 'Direct memory limit'],
      ['直接内存的上限', 'Limit of direct memory'],
    ),
    gauge('threads', 'count', ['线程', 'Threads'], ['进程的线程', 'Threads of the process']),
    counter('cpu', 's', ['CPU 时间', 'CPU time'], ['进程使用的 CPU 时间', 'Processor time of the process']),
  ],
}

const health: Section = {
  key: 'health',
  names: both(['健康检查', 'Health check']),
  cadenceMs: 60_000,
  timeoutMs: 15_000,
  request: {
    path: '/admin/v2/brokers/health',
    headers,
    grant: 'broker.conf: superUserRoles',
    answer: { format: 'text', expression: '^(?<isHealthy>[a-zA-Z]{1,20})' },
  },
  counters: [
    flag(
      'isHealthy',
      [['ok'], []],
      ['健康', 'Healthy'],
      [
        '代理能否在自己的心跳主题上写入并读回一条消息',
        'Whether the broker can write a message to its own heartbeat topic and read it back',
      ],
    ),
  ],
}

const topics: Section = {
  key: 'topics',
  names: both(['主题', 'Topics']),
  cadenceMs: 15_000,
  timeoutMs: 10_000,
  rows: { labels: ['namespace', 'topic'], limit: 100 },
  request: metrics(
    {
      rateIn: ['pulsar_rate_in'],
      rateOut: ['pulsar_rate_out'],
      bytesIn: ['pulsar_throughput_in'],
      bytesOut: ['pulsar_throughput_out'],
      received: ['pulsar_in_messages_total'],
      backlog: ['pulsar_msg_backlog'],
      storageBytes: ['pulsar_storage_size'],
      subscriptions: ['pulsar_subscriptions_count'],
      producers: ['pulsar_producers_count'],
      consumers: ['pulsar_consumers_count'],
    },
    { labels: ['namespace', 'topic'] },
  ),
  counters: [
    gauge(
      'rateIn',
      'count/s',
      ['写入速率', 'Messages in'],
      ['每秒写入的消息', 'Messages per second that arrive'],
      {
        role: 'work',
      },
    ),
    gauge(
      'rateOut',
      'count/s',
      ['投递速率', 'Messages out'],
      ['每秒投递的消息', 'Messages per second that are delivered'],
    ),
    gauge(
      'bytesIn',
      'bytes/s',
      ['写入吞吐量', 'Bytes in'],
      ['每秒写入的字节', 'Bytes per second that arrive'],
    ),
    gauge(
      'bytesOut',
      'bytes/s',
      ['投递吞吐量', 'Bytes out'],
      ['每秒投递的字节', 'Bytes per second that are delivered'],
    ),
    counter(
      'received',
      'count',
      ['写入消息', 'Messages received'],
      ['写入主题的消息', 'Messages that were written to the topic'],
    ),
    gauge(
      'backlog',
      'count',
      ['积压', 'Backlog'],
      ['订阅尚未确认的消息', 'Messages that its subscriptions have not acknowledged'],
      { role: 'saturation' },
    ),
    gauge(
      'storageBytes',
      'bytes',
      ['存储大小', 'Storage size'],
      ['主题占用的存储', 'Storage that the topic uses'],
    ),
    gauge('subscriptions', 'count', ['订阅', 'Subscriptions'], ['主题的订阅', 'Subscriptions of the topic']),
    gauge('producers', 'count', ['生产者', 'Producers'], ['主题的生产者', 'Producers of the topic']),
    gauge('consumers', 'count', ['消费者', 'Consumers'], ['主题的消费者', 'Consumers of the topic']),
  ],
}

const subscriptions: Section = {
  key: 'subscriptions',
  names: both(['订阅', 'Subscriptions']),
  cadenceMs: 15_000,
  timeoutMs: 10_000,
  rows: { labels: ['topic', 'subscription'], limit: 100 },
  request: metrics(
    {
      backlog: ['pulsar_subscription_back_log'],
      unacknowledged: ['pulsar_subscription_unacked_messages'],
      blocked: ['pulsar_subscription_blocked_on_unacked_messages'],
      rateOut: ['pulsar_subscription_msg_rate_out'],
      redelivered: ['pulsar_subscription_msg_rate_redeliver'],
    },
    { labels: ['topic', 'subscription'] },
  ),
  counters: [
    gauge(
      'backlog',
      'count',
      ['积压', 'Backlog'],
      ['订阅尚未确认的消息', 'Messages that the subscription has not acknowledged'],
      { role: 'saturation' },
    ),
    gauge(
      'unacknowledged',
      'count',
      ['未确认消息', 'Unacknowledged messages'],
      ['已投递未确认的消息', 'Messages that were delivered and not acknowledged'],
    ),
    gauge(
      'blocked',
      'count',
      ['受阻', 'Blocked'],
      ['因未确认消息过多而停止投递', 'Delivery stopped because too many messages are not acknowledged'],
      { role: 'saturation' },
    ),
    gauge(
      'rateOut',
      'count/s',
      ['投递速率', 'Messages out'],
      ['每秒投递的消息', 'Messages per second that are delivered'],
      { role: 'work' },
    ),
    gauge(
      'redelivered',
      'count/s',
      ['重投速率', 'Redeliveries'],
      ['每秒重新投递的消息', 'Messages per second that are delivered again'],
    ),
  ],
}

export const pulsar: MonitorTypeInput = {
  name: 'pulsar',
  version: 1,
  category: 'queue',
  names: both(['Pulsar', 'Pulsar']),
  help: both([
    '读取代理自带的指标；每个代理一个监控器。健康检查每分钟一次，由代理向自己的心跳主题写入一条消息',
    'Reads the metrics of a broker; a monitor per broker. Once a minute its health check is asked for, for which the broker writes a message to its own heartbeat topic',
  ]),
  triedOn: [],
  transport: 'http',
  params,
  sections: [broker, health, topics, subscriptions],
  charts: [
    chart('rates', ['消息速率', 'Message rates'], 'line', 'count/s', ['broker.rateIn', 'broker.rateOut']),
    chart('latency', ['写入延迟', 'Publish latency'], 'line', 'ms', [
      'broker.publishP50',
      'broker.publishP95',
      'broker.publishP99',
      'broker.publishP999',
    ]),
    chart('bytes', ['吞吐量', 'Throughput'], 'line', 'bytes/s', ['broker.bytesIn', 'broker.bytesOut']),
    chart('backlog', ['积压', 'Backlog'], 'line', 'count', ['broker.backlog']),
    chart('storage', ['存储大小', 'Storage size'], 'line', 'bytes', ['broker.storageBytes']),
    chart('storageWork', ['存储读写', 'Storage reads and writes'], 'line', 'count/s', [
      'broker.storageWrites',
      'broker.storageReads',
    ]),
    chart('objects', ['主题与客户端', 'Topics and clients'], 'line', 'count', [
      'broker.topics',
      'broker.subscriptions',
      'broker.producers',
      'broker.consumers',
      'broker.connections',
    ]),
    chart('connects', ['新建与失败的连接', 'Connections accepted and failed'], 'line', 'count/s', [
      'broker.connectionsCreated',
      'broker.connectionsFailed',
    ]),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', [
      'broker.heapUsed',
      'broker.heapMax',
      'broker.directUsed',
      'broker.directMax',
    ]),
    chart('cpu', ['CPU 时间', 'CPU time'], 'line', 's/s', ['broker.cpu']),
    chart('threads', ['线程', 'Threads'], 'line', 'count', ['broker.threads']),
    chart('health', ['健康', 'Healthy'], 'line', '', ['health.isHealthy']),
    chart('topicRates', ['主题消息速率', 'Message rates of topics'], 'line', 'count/s', [
      'topics.rateIn',
      'topics.rateOut',
      'topics.received',
    ]),
    chart('topicBytes', ['主题吞吐量', 'Throughput of topics'], 'line', 'bytes/s', [
      'topics.bytesIn',
      'topics.bytesOut',
    ]),
    chart('topicBacklog', ['主题积压', 'Backlog of topics'], 'line', 'count', ['topics.backlog']),
    chart('topicStorage', ['主题存储', 'Storage of topics'], 'line', 'bytes', ['topics.storageBytes']),
    chart('topicClients', ['主题的客户端', 'Clients of topics'], 'line', 'count', [
      'topics.subscriptions',
      'topics.producers',
      'topics.consumers',
    ]),
    chart('subscriptionBacklog', ['订阅积压', 'Backlog of subscriptions'], 'line', 'count', [
      'subscriptions.backlog',
      'subscriptions.unacknowledged',
      'subscriptions.blocked',
    ]),
    chart('subscriptionRates', ['订阅投递速率', 'Delivery rates of subscriptions'], 'line', 'count/s', [
      'subscriptions.rateOut',
      'subscriptions.redelivered',
    ]),
  ],
  tables: [{ key: 'facts', names: both(['概况', 'Facts']), section: 'broker', columns: ['version'] }],
  thresholds: [
    { counter: 'health.isHealthy', min: 1, severity: 'critical' },
    { counter: 'subscriptions.blocked', max: 0, times: 3, severity: 'warning' },
    { counter: 'subscriptions.backlog', max: 10_000, times: 3, severity: 'warning' },
  ],
}
