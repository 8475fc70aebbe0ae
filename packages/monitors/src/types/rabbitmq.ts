/** Monitor type `rabbitmq`, by its management API. */
import type { MonitorTypeInput } from '../type.ts'
import { httpParams } from './http-params.ts'
import { both, chart, counter, gauge, state, text } from './parts.ts'

type Section = MonitorTypeInput['sections'][number]

const grant = 'rabbitmqctl set_user_tags {user} monitoring'
/** Fields as they are named in an answer, by the key of a counter. */
const json = (path: string, fields: Record<string, string>): Section['request'] => ({
  path,
  grant,
  answer: { format: 'json', fields },
})

const isOn = [
  { value: 0, texts: ['false'], names: both(['否', 'No']) },
  { value: 1, texts: ['true'], names: both(['是', 'Yes']) },
]

/** The broker itself counts this often (`collect_statistics_interval`). */
const countedMs = 5_000

const overview: Section = {
  key: 'overview',
  names: both(['概况', 'Overview']),
  cadenceMs: countedMs,
  answersAvailability: true,
  request: json('/api/overview', {
    version: 'rabbitmq_version',
    cluster: 'cluster_name',
    erlang: 'erlang_version',
    ready: 'queue_totals.messages_ready',
    unacknowledged: 'queue_totals.messages_unacknowledged',
    connections: 'object_totals.connections',
    channels: 'object_totals.channels',
    queues: 'object_totals.queues',
    consumers: 'object_totals.consumers',
    published: 'message_stats.publish',
    delivered: 'message_stats.deliver_get',
    acknowledged: 'message_stats.ack',
    redelivered: 'message_stats.redeliver',
    unroutable: 'message_stats.return_unroutable',
    connectionsCreated: 'churn_rates.connection_created',
    connectionsClosed: 'churn_rates.connection_closed',
  }),
  counters: [
    text('version', ['版本', 'Version'], ['RabbitMQ 的版本', 'Version of RabbitMQ']),
    text('erlang', ['Erlang 版本', 'Erlang version'], ['Erlang 的版本', 'Version of Erlang']),
    text('cluster', ['集群', 'Cluster'], ['集群的名称', 'Name of the cluster']),
    gauge(
      'ready',
      'count',
      ['就绪消息', 'Ready messages'],
      ['等待投递的消息', 'Messages that wait for delivery'],
      { role: 'saturation' },
    ),
    gauge(
      'unacknowledged',
      'count',
      ['未确认消息', 'Unacknowledged messages'],
      ['已投递未确认的消息', 'Messages that were delivered and not acknowledged'],
      { role: 'saturation' },
    ),
    gauge('connections', 'count', ['连接', 'Connections'], ['客户端连接', 'Connections of clients']),
    gauge('channels', 'count', ['信道', 'Channels'], ['连接内的信道', 'Channels inside connections']),
    gauge('queues', 'count', ['队列', 'Queues'], ['队列的数量', 'Number of queues']),
    gauge('consumers', 'count', ['消费者', 'Consumers'], ['消费者的数量', 'Number of consumers']),
    counter('published', 'count', ['发布', 'Published'], ['发布的消息', 'Messages that were published'], {
      role: 'work',
    }),
    counter(
      'delivered',
      'count',
      ['投递', 'Delivered'],
      ['投递或取走的消息', 'Messages that were delivered or fetched'],
      { role: 'work' },
    ),
    counter(
      'acknowledged',
      'count',
      ['确认', 'Acknowledged'],
      ['消费者确认的消息', 'Messages that consumers acknowledged'],
    ),
    counter(
      'redelivered',
      'count',
      ['重新投递', 'Redelivered'],
      ['再次投递的消息', 'Messages that were delivered again'],
      { role: 'error' },
    ),
    counter(
      'unroutable',
      'count',
      ['无法路由', 'Unroutable'],
      ['没有队列可去而退回的消息', 'Messages that were returned because no queue takes them'],
      { role: 'error' },
    ),
    counter(
      'connectionsCreated',
      'count',
      ['新建连接', 'Connections created'],
      ['创建的连接', 'Connections that were created'],
    ),
    counter(
      'connectionsClosed',
      'count',
      ['关闭连接', 'Connections closed'],
      ['关闭的连接', 'Connections that were closed'],
    ),
  ],
}

const nodes: Section = {
  key: 'nodes',
  names: both(['节点', 'Nodes']),
  cadenceMs: countedMs,
  rows: { labels: ['name'] },
  request: json('/api/nodes', {
    name: 'name',
    running: 'running',
    memoryUsed: 'mem_used',
    memoryLimit: 'mem_limit',
    memoryAlarm: 'mem_alarm',
    diskFree: 'disk_free',
    diskLimit: 'disk_free_limit',
    diskAlarm: 'disk_free_alarm',
    files: 'fd_used',
    filesLimit: 'fd_total',
    sockets: 'sockets_used',
    socketsLimit: 'sockets_total',
    processes: 'proc_used',
    processesLimit: 'proc_total',
    runQueue: 'run_queue',
    uptimeMs: 'uptime',
  }),
  counters: [
    state('running', '', ['运行中', 'Running'], ['节点是否运行', 'Whether the node runs'], { states: isOn }),
    gauge(
      'memoryUsed',
      'bytes',
      ['已用内存', 'Used memory'],
      ['节点使用的内存', 'Memory that the node uses'],
      { role: 'utilisation', nature: 'space', capacity: 'memoryLimit' },
    ),
    gauge(
      'memoryLimit',
      'bytes',
      ['内存上限', 'Memory limit'],
      ['超过后阻塞发布者的内存', 'Memory above which publishers are blocked'],
    ),
    state(
      'memoryAlarm',
      '',
      ['内存告警', 'Memory alarm'],
      ['是否因内存不足阻塞发布者', 'Whether publishers are blocked for lack of memory'],
      { states: isOn, role: 'error' },
    ),
    gauge(
      'diskFree',
      'bytes',
      ['磁盘空闲', 'Free disk space'],
      ['数据目录所在磁盘的空闲空间', 'Free space of the disk that holds the data'],
    ),
    gauge(
      'diskLimit',
      'bytes',
      ['磁盘下限', 'Disk limit'],
      ['低于后阻塞发布者的空闲空间', 'Free space below which publishers are blocked'],
    ),
    state(
      'diskAlarm',
      '',
      ['磁盘告警', 'Disk alarm'],
      ['是否因磁盘不足阻塞发布者', 'Whether publishers are blocked for lack of disk space'],
      { states: isOn, role: 'error' },
    ),
    gauge(
      'files',
      'count',
      ['文件描述符', 'File descriptors'],
      ['打开的文件描述符', 'Open file descriptors'],
      { role: 'utilisation', nature: 'held', capacity: 'filesLimit' },
    ),
    gauge(
      'filesLimit',
      'count',
      ['文件描述符上限', 'File descriptor limit'],
      ['可打开的文件描述符', 'File descriptors that can be open'],
    ),
    gauge('sockets', 'count', ['套接字', 'Sockets'], ['打开的套接字', 'Open sockets'], {
      role: 'utilisation',
      nature: 'held',
      capacity: 'socketsLimit',
    }),
    gauge(
      'socketsLimit',
      'count',
      ['套接字上限', 'Socket limit'],
      ['可打开的套接字', 'Sockets that can be open'],
    ),
    gauge(
      'processes',
      'count',
      ['Erlang 进程', 'Erlang processes'],
      ['Erlang 虚拟机的进程', 'Processes of the Erlang machine'],
      { role: 'utilisation', nature: 'held', capacity: 'processesLimit' },
    ),
    gauge(
      'processesLimit',
      'count',
      ['Erlang 进程上限', 'Erlang process limit'],
      ['Erlang 虚拟机的进程上限', 'Processes that the Erlang machine can have'],
    ),
    gauge(
      'runQueue',
      'count',
      ['运行队列', 'Run queue'],
      ['等待 CPU 的 Erlang 进程', 'Erlang processes that wait for a CPU'],
      { role: 'saturation' },
    ),
    gauge(
      'uptimeMs',
      'ms',
      ['运行时长', 'Uptime'],
      ['节点启动以来的时间', 'Time since the node was started'],
    ),
  ],
}

const queueFields = {
  vhost: 'vhost',
  name: 'name',
  ready: 'messages_ready',
  unacknowledged: 'messages_unacknowledged',
  consumers: 'consumers',
  memory: 'memory',
  published: 'message_stats.publish',
  delivered: 'message_stats.deliver_get',
  acknowledged: 'message_stats.ack',
}

/**
 * One page of queues, in the order of their names: of all queues a broker of thousands would compute the figures each time,
 * which takes it most of a second.
 */
const queuePath = `/api/queues?page=1&page_size=200&name={queues}&columns=${Object.values(queueFields).join(',')}`

const queues: Section = {
  key: 'queues',
  names: both(['队列', 'Queues']),
  cadenceMs: 30_000,
  timeoutMs: 10_000,
  rows: { labels: ['vhost', 'name'] },
  request: {
    path: queuePath,
    grant,
    answer: { format: 'json', rows: 'items', total: 'filtered_count', fields: queueFields },
  },
  counters: [
    gauge(
      'ready',
      'count',
      ['就绪消息', 'Ready messages'],
      ['队列中等待投递的消息', 'Messages of the queue that wait for delivery'],
      { role: 'saturation' },
    ),
    gauge(
      'unacknowledged',
      'count',
      ['未确认消息', 'Unacknowledged messages'],
      ['队列中已投递未确认的消息', 'Messages of the queue that were delivered and not acknowledged'],
      { role: 'saturation' },
    ),
    gauge('consumers', 'count', ['消费者', 'Consumers'], ['队列的消费者', 'Consumers of the queue']),
    gauge('memory', 'bytes', ['内存', 'Memory'], ['队列使用的内存', 'Memory that the queue uses']),
    counter(
      'published',
      'count',
      ['发布', 'Published'],
      ['发布到队列的消息', 'Messages that were published to the queue'],
      { role: 'work', isZeroWhenAbsent: true },
    ),
    counter(
      'delivered',
      'count',
      ['投递', 'Delivered'],
      ['队列投递或取走的消息', 'Messages that the queue delivered'],
      { role: 'work', isZeroWhenAbsent: true },
    ),
    counter(
      'acknowledged',
      'count',
      ['确认', 'Acknowledged'],
      ['队列中被确认的消息', 'Messages of the queue that were acknowledged'],
      { isZeroWhenAbsent: true },
    ),
  ],
}

export const rabbitmq: MonitorTypeInput = {
  name: 'rabbitmq',
  version: 1,
  category: 'queue',
  names: both(['RabbitMQ', 'RabbitMQ']),
  help: both([
    '需要启用管理插件，且用户有 monitoring 标签',
    'Needs the management plugin, and a user with the tag monitoring',
  ]),
  triedOn: ['RabbitMQ 3.10.8'],
  transport: 'http',
  params: [
    ...httpParams(15_672),
    {
      key: 'queues',
      type: 'text',
      names: both(['队列名称包含', 'Queue names contain']),
      help: both([
        '只逐个采集名称含有这段文字的队列，最多 200 个，按名称排序；留空表示所有队列。概况中的合计不受影响',
        'Queues whose names contain this text are collected one by one, at most 200 in the order of their names; empty: all queues. Totals in the overview are of all queues',
      ]),
      default: '',
    },
  ],
  sections: [overview, nodes, queues],
  charts: [
    chart('messages', ['消息', 'Messages'], 'line', 'count', ['overview.ready', 'overview.unacknowledged']),
    chart('rates', ['消息速率', 'Message rates'], 'line', 'count/s', [
      'overview.published',
      'overview.delivered',
      'overview.acknowledged',
      'overview.redelivered',
      'overview.unroutable',
    ]),
    chart('objects', ['连接与信道', 'Connections and channels'], 'line', 'count', [
      'overview.connections',
      'overview.channels',
      'overview.queues',
      'overview.consumers',
    ]),
    chart('churn', ['连接变化', 'Connection churn'], 'line', 'count/s', [
      'overview.connectionsCreated',
      'overview.connectionsClosed',
    ]),
    chart('memory', ['内存', 'Memory'], 'line', 'bytes', ['nodes.memoryUsed', 'nodes.memoryLimit']),
    chart('disk', ['磁盘', 'Disk'], 'line', 'bytes', ['nodes.diskFree', 'nodes.diskLimit']),
    chart('states', ['节点状态与告警', 'Node states and alarms'], 'line', '', [
      'nodes.running',
      'nodes.memoryAlarm',
      'nodes.diskAlarm',
    ]),
    chart('files', ['文件描述符与套接字', 'File descriptors and sockets'], 'line', 'count', [
      'nodes.files',
      'nodes.filesLimit',
      'nodes.sockets',
      'nodes.socketsLimit',
    ]),
    chart('processes', ['Erlang 进程', 'Erlang processes'], 'line', 'count', [
      'nodes.processes',
      'nodes.processesLimit',
      'nodes.runQueue',
    ]),
    chart('uptime', ['运行时长', 'Uptime'], 'line', 'ms', ['nodes.uptimeMs']),
    chart('queueMessages', ['队列消息', 'Messages of queues'], 'line', 'count', [
      'queues.ready',
      'queues.unacknowledged',
      'queues.consumers',
    ]),
    chart('queueRates', ['队列速率', 'Rates of queues'], 'line', 'count/s', [
      'queues.published',
      'queues.delivered',
      'queues.acknowledged',
    ]),
    chart('queueMemory', ['队列内存', 'Memory of queues'], 'line', 'bytes', ['queues.memory']),
  ],
  tables: [
    {
      key: 'versions',
      names: both(['版本', 'Versions']),
      section: 'overview',
      columns: ['version', 'erlang', 'cluster'],
    },
  ],
  thresholds: [
    { counter: 'nodes.memoryAlarm', max: 0, severity: 'critical' },
    { counter: 'nodes.diskAlarm', max: 0, severity: 'critical' },
    { counter: 'overview.ready', max: 10_000, times: 3, severity: 'warning' },
  ],
}
